/** What the hero suffers: hits, falls, what wards take, what is left, death. */
import type { Facts } from '../../../core/facts.ts';
import type { Binder, RecordView, RuleContext, RuleModule } from '../../../core/rule.ts';
import { positive, sumOfSome } from '../../conclude.ts';
import { clamp, diceRows, heroOf, knowing, knownCount, many, one, oneOf, settled, some, wantedCount } from '../draw.ts';
import { conclude, firstCount, firstDice, hero } from './conclude.ts';

/** Bonuses of the items that were attuned first, as many as a hero may have. */
const attuned = conclude('attuned-bonus', 'attuned_bonus', {
  value: (c) => {
    const items = [...c.records('magic_item')].sort((a, b) => (a.text('attuned') < b.text('attuned') ? -1 : 1));
    return positive(items.slice(0, c.limit('ATTUNED')).reduce((sum, row) => sum + row.integer('bonus'), 0));
  },
  bind: (b) => {
    const bonuses = b.random.shuffle([1, 2, 3, 4]).slice(0, 4);
    const names = b.random.shuffle(['ring', 'cloak', 'amulet', 'boots', 'bracers']);
    return many(b, 'magic_item', bonuses.map((bonus, i) => ({ state: 'worn', name: names[i]!, attuned: `1492-02-0${i + 2}T1${b.random.integer(0, 9)}:${b.random.integer(10, 58)}:00Z`, bonus })));
  },
});

/** Armor with the part of the Dexterity modifier that its weight lets through. */
function worn(c: RuleContext): number | undefined {
  const armor = c.record('armor');
  const weight = armor.text('weight');
  if (weight === 'heavy') return armor.integer('base');
  if (weight === 'medium') return armor.integer('base') + Math.min(2, c.count('dexterity_modifier'));
  return weight === 'light' ? armor.integer('base') + c.count('dexterity_modifier') : undefined;
}

const armorClass = conclude('armor-class', 'armor_class', {
  reads: { dexterity_modifier: 'dependency', attuned_bonus: 'aggregation' },
  value: (c) => {
    const base = worn(c);
    return base === undefined ? undefined : base + (c.record('armor').flag('shield') ? 2 : 0) + (c.optionalCount('attuned_bonus') ?? 0);
  },
  bind: settled(['dexterity_modifier'], (b) => {
    const weight = b.derived.has('dexterity_modifier') ? b.random.pick(['light', 'medium']) : b.random.pick(['light', 'medium', 'heavy']);
    const extra = weight === 'heavy' ? 0 : knownCount(b, 'dexterity_modifier');
    const base = clamp(wantedCount(b, 'armor_class') - extra - 2, 11, 18);
    return [...(weight === 'heavy' ? [] : some(b, 'dexterity_modifier')), ...one(b, 'armor', { weight, base, shield: b.random.chance(0.5) })];
  }),
});

function hits(c: RuleContext): RecordView[] {
  return c.records('incoming').filter((row) => row.integer('total') >= c.count('armor_class'));
}

const TYPES = ['slashing', 'fire', 'cold', 'piercing', 'acid'] as const;

/** Blows at the hero, each of a type of its own: two or three that hit, with the damage in all where it is known, and one or two that miss. */
function blows(b: Binder, total?: number): Facts {
  const against = knownCount(b, 'armor_class');
  const types = b.random.shuffle([...TYPES]);
  const count = b.random.integer(2, 3);
  const damage = total === undefined || total < 6 * count ? Array.from({ length: count }, () => b.random.integer(5, 15)) : evenParts(b, total, count);
  const hitting = damage.map((amount, i) => ({ total: against + b.random.integer(0, 5), damage: amount, damage_type: types[i]! }));
  const missing = Array.from({ length: b.random.integer(1, 2) }, (_, i) => ({ total: against - b.random.integer(1, 5), damage: b.random.integer(5, 15), damage_type: types[i + 3]! }));
  return many(b, 'incoming', [...hitting, ...missing].map((row) => ({ state: 'rolled', ...row })));
}

function evenParts(b: Binder, total: number, count: number): number[] {
  const parts = Array.from({ length: count - 1 }, () => Math.floor(total / count) + b.random.integer(-2, 2));
  return [...parts, total - parts.reduce((x, y) => x + y, 0)];
}

/** Resistance halves the damage of a blow, without the fraction. */
function harmOf(c: RuleContext, row: RecordView): number {
  const resisted = c.records('hero_trait').some((trait) => trait.text('damage_type') === row.text('damage_type'));
  return resisted ? Math.floor(row.integer('damage') / 2) : row.integer('damage');
}

const hitHarm = conclude('harm-by-hits', 'hit_harm', {
  reads: { armor_class: 'dependency' },
  value: (c) => positive(hits(c).reduce((sum, row) => sum + harmOf(c, row), 0)),
  bind: settled(['armor_class'], (b) => {
    const want = b.want['hit_harm'] as number | undefined;
    const rows = blows(b, want);
    const resisted = want === undefined && b.random.chance(0.6) ? many(b, 'hero_trait', [{ damage_type: rows[0]!.fields['damage_type']! }]) : [];
    return [...some(b, 'armor_class'), ...rows, ...resisted];
  }),
});

/** Feet for a die, unless a ruling says otherwise; for drawing only. */
const FALL_FEET = 10;

const fallDice = conclude('fall-dice', 'fall_dice', {
  reads: { amended_fall: 'temporal' },
  value: (c) => positive(Math.min(c.limit('FALL_DICE'), Math.floor(c.record('fall').integer('feet') / (c.optionalCount('amended_fall') ?? c.limit('FALL_FEET'))))),
  bind: (b) => {
    const dice = b.derived.has('amended_fall') || b.want['fall_dice'] !== undefined ? wantedCount(b, 'fall_dice') : b.random.pick([wantedCount(b, 'fall_dice'), b.random.integer(11, 14)]);
    return one(b, 'fall', { feet: dice * FALL_FEET + b.random.integer(0, 9) });
  },
});

const fallDamage = conclude('fall-damage', 'fall_damage', {
  reads: { fall_dice: 'dependency' },
  value: (c) => firstDice(c, 'fall_die', c.count('fall_dice')),
  bind: settled(['fall_dice'], (b) => [...some(b, 'fall_dice'), ...diceRows(b, 'fall_die', knownCount(b, 'fall_dice'), 6, b.want['fall_damage'] as number | undefined)]),
});

const HARMS = ['hit_harm', 'fall_damage', 'trap_damage'] as const;

const harm = conclude('harm-in-all', 'harm_taken', {
  reads: { hit_harm: 'aggregation', fall_damage: 'aggregation', trap_damage: 'aggregation' },
  value: (c) => sumOfSome(c, HARMS),
  bind: (b) => some(b, ...b.random.shuffle([...HARMS]).slice(0, 2)),
});

/** Wards do not add up: the strongest counts. */
const temporary = conclude('temporary-points', 'temporary_points', {
  value: (c) => positive(Math.max(0, ...c.records('ward').map((row) => row.integer('points')))),
  bind: (b) => {
    const most = wantedCount(b, 'temporary_points');
    return many(b, 'ward', [most, ...Array.from({ length: b.random.integer(1, 2) }, () => b.random.integer(2, Math.max(2, most - 1)))].map((points) => ({ state: 'active', points })));
  },
});

const lost = conclude('points-lost', 'points_lost', {
  reads: { harm_taken: 'override', hit_harm: 'dependency', fall_damage: 'dependency', trap_damage: 'dependency', temporary_points: 'exception' },
  value: (c) => {
    const suffered = firstCount(c, 'harm_taken', 'hit_harm', 'fall_damage', 'trap_damage');
    const points = c.optionalCount('temporary_points');
    return suffered === undefined || points === undefined ? undefined : positive(suffered - points);
  },
  bind: (b) => [...oneOf(b, 'harm_taken', ...HARMS), ...some(b, 'temporary_points')],
});

const now = conclude('points-now', 'points_now', {
  reads: { points_lost: 'dependency' },
  value: (c) => positive(hero(c).integer('hit_points') - c.count('points_lost')),
  bind: settled(['points_lost'], (b) => [...some(b, 'points_lost'), heroOf({ hit_points: knownCount(b, 'points_lost') + wantedCount(b, 'points_now') })]),
});

const overflow = conclude('overflow', 'overflow', {
  reads: { points_lost: 'dependency' },
  value: (c) => positive(c.count('points_lost') - hero(c).integer('hit_points')),
  bind: settled(['points_lost'], (b) => [...some(b, 'points_lost'), heroOf({ hit_points: Math.max(1, knownCount(b, 'points_lost') - wantedCount(b, 'overflow')) })]),
});

const death = conclude('death-excess', 'death_excess', {
  reads: { overflow: 'dependency', hit_points_maximum: 'dependency', halved_maximum: 'override' },
  value: (c) => {
    const most = c.optionalCount('halved_maximum') ?? c.count('hit_points_maximum');
    return c.count('overflow') >= most ? c.count('overflow') - most : undefined;
  },
  bind: (b) => {
    if (b.derived.has('halved_maximum')) return some(b, 'overflow');
    const most = Number(b.values.get('hit_points_maximum') ?? Math.max(8, knownCount(b, 'overflow') - b.random.integer(1, 12)));
    const beyond = Number(b.values.get('overflow') ?? most + wantedCount(b, 'death_excess'));
    return some(knowing(b, { hit_points_maximum: most, overflow: beyond }), 'overflow', 'hit_points_maximum');
  },
});

function failuresOf(c: RuleContext): number {
  return c.records('death_roll').reduce((sum, row) => sum + (row.integer('die') === 1 ? 2 : row.integer('die') < 10 ? 1 : 0), 0);
}

const deathRows = (b: Binder): Facts => many(b, 'death_roll', b.random.shuffle([b.random.integer(2, 9), b.random.integer(10, 19), ...(b.random.chance(0.5) ? [1] : []), ...(b.random.chance(0.4) ? [b.random.integer(10, 19)] : [])]).map((die) => ({ die })));

const deathFailures = conclude('death-failures', 'death_failures', { value: (c) => positive(failuresOf(c)), bind: deathRows });

const blowFailures = conclude('failures-by-blows', 'blow_failures', {
  value: (c) => positive(c.records('blow').reduce((sum, row) => sum + (row.flag('critical') ? 2 : 1), 0)),
  bind: (b) => many(b, 'blow', Array.from({ length: b.random.integer(1, 2) }, () => ({ critical: b.random.chance(0.5) }))),
});

const failures = conclude('failures-in-all', 'failures_in_all', {
  reads: { overflow: 'eligibility', death_failures: 'aggregation', blow_failures: 'aggregation' },
  value: (c) => (c.count('overflow') > 0 ? sumOfSome(c, ['death_failures', 'blow_failures']) : undefined),
  bind: (b) => some(b, 'overflow', 'death_failures', 'blow_failures'),
});

export const HARM_RULES: readonly RuleModule[] = [
  attuned, armorClass, hitHarm, fallDice, fallDamage, harm, temporary, lost, now, overflow, death, deathFailures, blowFailures, failures,
];
