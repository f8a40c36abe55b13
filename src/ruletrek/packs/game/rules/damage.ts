/** What an attack that hits does to a foe: dice, damage, reductions, resistance, vulnerability. */
import type { Facts } from '../../../core/facts.ts';
import type { Binder, RuleContext, RuleModule } from '../../../core/rule.ts';
import { positive } from '../../conclude.ts';
import { given } from '../../draw.ts';
import { clamp, diceRows, knownCount, many, one, oneOf, settled, some, wantedCount } from '../draw.ts';
import { conclude, firstCount, firstDice, sumField } from './conclude.ts';

const critical = conclude('critical-dice', 'critical_dice', {
  reads: { attack_die: 'dependency' },
  value: (c) => {
    const weapon = c.record('weapon');
    const from = weapon.has('critical_from') ? weapon.integer('critical_from') : c.limit('CRITICAL_FROM');
    return c.count('attack_die') >= from ? positive(2 * weapon.integer('dice')) : undefined;
  },
  bind: (b) => {
    const die = (b.values.get('attack_die') as number | undefined) ?? b.random.integer(17, 20);
    const dice = clamp(Math.ceil(wantedCount(b, 'critical_dice') / 2), 1, 4);
    return [...given(b, { attack_die: die }), ...one(b, 'weapon', { dice, ...(die === 20 && b.random.chance(0.5) ? {} : { critical_from: clamp(die - 1, 14, 19) }) })];
  },
});

const weaponRoll = conclude('weapon-roll', 'weapon_roll', {
  reads: { critical_dice: 'override', hit_margin: 'eligibility' },
  value: (c) => {
    const doubled = c.optionalCount('critical_dice');
    if (doubled === undefined && c.count('hit_margin') < 0) return undefined;
    return firstDice(c, 'damage_die', doubled ?? c.record('weapon').integer('dice'));
  },
  bind: (b) => {
    const usual = b.derived.has('critical_dice') ? undefined : b.random.integer(2, 4);
    const dice = (b.values.get('critical_dice') as number | undefined) ?? usual ?? 2;
    return [...(usual === undefined ? [] : [...one(b, 'weapon', { dice: usual }), ...some(b, 'hit_margin')]), ...diceRows(b, 'damage_die', dice, 8, b.want['weapon_roll'] as number | undefined)];
  },
});

const dealt = conclude('damage-dealt', 'damage_dealt', {
  reads: { weapon_roll: 'dependency', weapon_modifier: 'dependency', spell_roll: 'dependency', hit_margin: 'eligibility' },
  value: (c) => {
    const manner = c.record('attack').text('manner');
    if (manner === 'spell') return c.count('hit_margin') >= 0 ? c.count('spell_roll') : undefined;
    return manner === 'weapon' ? positive(c.count('weapon_roll') + c.count('weapon_modifier') + c.record('weapon').integer('magic')) : undefined;
  },
  bind: (b) => {
    const manner = b.derived.has('spell_roll') && !b.derived.has('weapon_roll') ? 'spell' : b.derived.has('weapon_roll') ? 'weapon' : b.random.pick(['spell', 'weapon']);
    const bySpell = (b.facts.find(({ kind, fields }) => kind === 'attack' && fields['manner'] !== undefined)?.fields['manner'] ?? manner) === 'spell';
    return [...one(b, 'attack', { manner }), ...(bySpell ? some(b, 'spell_roll', 'hit_margin') : [...some(b, 'weapon_roll', 'weapon_modifier'), ...one(b, 'weapon', { magic: b.random.integer(1, 3) })])];
  },
});

const reduced = conclude('reduced-damage', 'reduced_damage', {
  reads: { damage_dealt: 'dependency' },
  value: (c) => (c.records('reduction').length === 0 ? undefined : positive(c.count('damage_dealt') - sumField(c, 'reduction', 'points'))),
  bind: (b) => [...some(b, 'damage_dealt'), ...many(b, 'reduction', Array.from({ length: b.random.integer(1, 2) }, () => ({ state: 'active', points: b.random.integer(2, 4) })))],
});

const TYPES = ['slashing', 'piercing', 'bludgeoning', 'fire', 'cold', 'radiant'] as const;

/** Whether the foe has a trait against the weapon's damage. */
function hasTrait(c: RuleContext, trait: string): boolean {
  const type = c.record('weapon').text('damage_type');
  return c.records('foe_trait').some((row) => row.text('trait') === trait && row.text('damage_type') === type);
}

/** Damage that a trait is about: the weapon's type is set, and a row of the trait. */
function traitRows(b: Binder, trait: string): Facts {
  const type = String(b.facts.find(({ kind }) => kind === 'weapon')?.fields['damage_type'] ?? b.random.pick(TYPES));
  const taken = b.facts.filter(({ kind }) => kind === 'foe_trait').length;
  const rows = many({ ...b, facts: b.facts.filter(({ kind }) => kind !== 'foe_trait') }, 'foe_trait', [{ trait, damage_type: type }]);
  return [...one(b, 'weapon', { damage_type: type }), ...rows.map((row, i) => ({ ...row, subject: `foe_trait-${taken + i + 1}` }))];
}

const resisted = conclude('resisted-damage', 'resisted_damage', {
  reads: { damage_dealt: 'dependency', reduced_damage: 'override' },
  value: (c) => {
    const damage = firstCount(c, 'reduced_damage', 'damage_dealt');
    return damage === undefined || !hasTrait(c, 'resistance') ? undefined : positive(Math.floor(damage / 2));
  },
  bind: (b) => [...oneOf(b, 'damage_dealt', 'reduced_damage'), ...traitRows(b, 'resistance')],
});

const vulnerable = conclude('vulnerable-damage', 'vulnerable_damage', {
  reads: { damage_dealt: 'dependency', reduced_damage: 'override', resisted_damage: 'precedence' },
  value: (c) => {
    const damage = firstCount(c, 'resisted_damage', 'reduced_damage', 'damage_dealt');
    return damage === undefined || !hasTrait(c, 'vulnerability') ? undefined : 2 * damage;
  },
  bind: (b) => [...oneOf(b, 'damage_dealt', 'reduced_damage', 'resisted_damage'), ...traitRows(b, 'vulnerability')],
});

const taken = conclude('damage-taken', 'damage_taken', {
  reads: { damage_dealt: 'dependency', reduced_damage: 'override', resisted_damage: 'override', vulnerable_damage: 'precedence' },
  value: (c) => {
    const damage = firstCount(c, 'vulnerable_damage', 'resisted_damage', 'reduced_damage', 'damage_dealt');
    const riders = c.records('rider').length === 0 ? undefined : sumField(c, 'rider', 'amount');
    return damage === undefined || riders === undefined ? undefined : positive(damage + riders);
  },
  bind: (b) => [...oneOf(b, 'damage_dealt', 'reduced_damage', 'resisted_damage', 'vulnerable_damage'), ...many(b, 'rider', Array.from({ length: b.random.integer(1, 2) }, () => ({ state: 'active', amount: b.random.integer(2, 9) })))],
});

const foeLeft = conclude('foe-left', 'foe_left', {
  reads: { damage_taken: 'dependency' },
  value: (c) => positive(c.record('foe').integer('hit_points') - c.count('damage_taken')),
  bind: settled(['damage_taken'], (b) => [...some(b, 'damage_taken'), ...one(b, 'foe', { hit_points: knownCount(b, 'damage_taken') + wantedCount(b, 'foe_left') })]),
});

export const DAMAGE_RULES: readonly RuleModule[] = [critical, weaponRoll, dealt, reduced, resisted, vulnerable, taken, foeLeft];
