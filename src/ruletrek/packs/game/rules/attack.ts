/** An attack: which modifier, which die, what it must reach. */
import type { Facts, Value } from '../../../core/facts.ts';
import type { Binder, RuleContext, RuleModule } from '../../../core/rule.ts';
import { positive } from '../../conclude.ts';
import { given } from '../../draw.ts';
import { clamp, knownCount, many, one, oneOf, settled, some, wantedCount } from '../draw.ts';
import { keysOf, numberOf } from '../parameters.ts';
import { exhausted } from './abilities.ts';
import { conclude, keyed } from './conclude.ts';

const weaponModifier = conclude('weapon-modifier', 'weapon_modifier', {
  reads: { strength_modifier: 'dependency', dexterity_modifier: 'dependency' },
  value: (c) => {
    const form = c.record('weapon').text('form');
    if (form === 'melee') return c.count('strength_modifier');
    if (form === 'ranged') return c.count('dexterity_modifier');
    return form === 'finesse' ? Math.max(c.count('strength_modifier'), c.count('dexterity_modifier')) : undefined;
  },
  bind: (b) => {
    const [strength, dexterity] = [b.derived.has('strength_modifier'), b.derived.has('dexterity_modifier')];
    const form = strength && dexterity ? b.random.pick(['melee', 'ranged']) : strength ? 'melee' : dexterity ? 'ranged' : b.random.pick(['melee', 'ranged', 'finesse']);
    const own = wantedCount(b, 'weapon_modifier');
    const fields: Readonly<Record<string, Value>> = form === 'finesse' ? { strength_modifier: own - 1, dexterity_modifier: own } : { [form === 'melee' ? 'strength_modifier' : 'dexterity_modifier']: own };
    return [...one(b, 'weapon', { form }), ...given(b, fields)];
  },
});

const attackBonus = conclude('attack-bonus', 'attack_bonus', {
  reads: { weapon_modifier: 'dependency', proficiency_bonus: 'aggregation' },
  value: (c) => {
    const weapon = c.record('weapon');
    return positive(c.count('weapon_modifier') + (weapon.flag('proficient') ? c.count('proficiency_bonus') : 0) + weapon.integer('magic'));
  },
  bind: settled(['weapon_modifier', 'proficiency_bonus'], (b) => {
    const magic = clamp(wantedCount(b, 'attack_bonus') - knownCount(b, 'weapon_modifier') - knownCount(b, 'proficiency_bonus'), 0, 3);
    return [...some(b, 'weapon_modifier', 'proficiency_bonus'), ...one(b, 'weapon', { proficient: true, magic })];
  }),
});

function circumstances(c: RuleContext, effect: string): number {
  return c.records('circumstance').filter((row) => row.text('effect') === effect).length;
}

function circumstanceRows(b: Binder, effect: string, count: number): Facts {
  const taken = b.facts.filter(({ kind }) => kind === 'circumstance').length;
  return many({ ...b, facts: b.facts.filter(({ kind }) => kind !== 'circumstance') }, 'circumstance', Array.from({ length: count }, () => ({ state: 'active', effect })))
    .map((row, i) => ({ ...row, subject: `circumstance-${taken + i + 1}` }));
}

const advantages = conclude('advantages', 'advantages', {
  value: (c) => positive(circumstances(c, 'advantage')),
  bind: (b) => circumstanceRows(b, 'advantage', clamp(wantedCount(b, 'advantages'), 1, 3)),
});

/** Long range is beyond the normal one. */
function isFar(c: RuleContext): boolean {
  const attack = c.records('attack').find((row) => row.has('distance'));
  return attack !== undefined && attack.integer('distance') > attack.integer('normal_range');
}

const disadvantages = conclude('disadvantages', 'disadvantages', {
  reads: { exhaustion_level: 'aggregation', weight_penalty: 'aggregation' },
  value: (c) => positive(circumstances(c, 'disadvantage') + (isFar(c) ? 1 : 0) + ((c.optionalCount('exhaustion_level') ?? 0) >= 3 ? 1 : 0) + ((c.optionalCount('weight_penalty') ?? 0) >= 20 ? 1 : 0)),
  bind: (b) => {
    if (b.values.get('weight_penalty') === 20) return [];
    if (b.derived.has('exhaustion_level') || b.random.chance(0.3)) return exhausted(b, 3);
    return b.random.chance(0.5) ? one(b, 'attack', { distance: b.random.integer(85, 300), normal_range: 80 }) : circumstanceRows(b, 'disadvantage', clamp(wantedCount(b, 'disadvantages'), 1, 3));
  },
});

const attackDie = conclude('attack-die', 'attack_die', {
  reads: { advantages: 'dependency', disadvantages: 'dependency' },
  value: (c) => {
    const better = (c.optionalCount('advantages') ?? 0) > 0;
    const worse = (c.optionalCount('disadvantages') ?? 0) > 0;
    const attack = c.record('attack');
    if (better === worse) return attack.integer('single_die');
    return better ? Math.max(attack.integer('first_die'), attack.integer('second_die')) : Math.min(attack.integer('first_die'), attack.integer('second_die'));
  },
  bind: (b) => {
    const die = clamp(wantedCount(b, 'attack_die'), 3, 19);
    const [low, high] = [b.random.integer(1, die - 2), b.random.integer(die + 1, 20)];
    const [better, worse] = [b.values.has('advantages'), b.values.has('disadvantages')];
    const [single, pair]: readonly [number, readonly number[]] = better === worse ? [die, [low, high]] : better ? [low, [die, b.random.integer(1, die - 1)]] : [high, [die, high]];
    const [first, second] = b.random.shuffle(pair) as [number, number];
    return [...one(b, 'attack', { single_die: single, first_die: first, second_die: second }), ...(better || worse || b.random.chance(0.4) ? [] : oneOf(b, 'advantages', 'disadvantages'))];
  },
});

const attackTotal = conclude('attack-total', 'attack_total', {
  reads: { attack_die: 'dependency', attack_bonus: 'dependency', spell_attack: 'dependency', effect_bonus: 'aggregation' },
  value: (c) => {
    const manner = c.record('attack').text('manner');
    const bonus = manner === 'weapon' ? c.count('attack_bonus') : manner === 'spell' ? c.count('spell_attack') : undefined;
    return bonus === undefined ? undefined : c.count('attack_die') + bonus + (c.optionalCount('effect_bonus') ?? 0);
  },
  bind: (b) => {
    const bySpell = b.derived.has('spell_attack') && (!b.derived.has('attack_bonus') || b.random.chance(0.5));
    const bonus = bySpell || (!b.derived.has('attack_bonus') && b.random.chance(0.3)) ? 'spell_attack' : 'attack_bonus';
    const effect = knownEffect(b);
    const die = clamp(wantedCount(b, 'attack_total') - knownCount(b, bonus) - effect, 2, 19);
    return [...one(b, 'attack', { manner: bonus === 'spell_attack' ? 'spell' : 'weapon' }), ...some(b, bonus), ...given(b, { attack_die: die })];
  },
});

function knownEffect(b: Binder): number {
  return (b.values.get('effect_bonus') as number | undefined) ?? 0;
}

const cover = conclude('cover-bonus', 'cover_bonus', {
  reads: { amended_cover: 'temporal' },
  value: (c) => {
    const degrees = c.records('obstacle').map((row) => degreeOf(c, row.text('cover')));
    return degrees.length === 0 || degrees.includes(undefined) ? undefined : positive(Math.max(...(degrees as number[])));
  },
  bind: (b) => {
    const best = b.derived.has('amended_cover') || wantedCount(b, 'cover_bonus') < 4 ? 'half' : 'three-quarters';
    return many(b, 'obstacle', [best, ...(best === 'half' ? [] : ['half'])].map((degree) => ({ state: 'standing', cover: degree })));
  },
});

/** Half cover as a ruling amends it; total cover cannot be aimed at. */
function degreeOf(c: RuleContext, degree: string): number | undefined {
  const amended = degree === 'half' ? c.optionalCount('amended_cover') : undefined;
  return amended ?? keyed(c, 'COVER', degree);
}

const objectClass = conclude('object-class', 'object_class', {
  value: (c) => keyed(c, 'OBJECT_CLASS', c.record('object').text('substance')),
  bind: (b) => one(b, 'object', { substance: keysOf('OBJECT_CLASS').find((key) => numberOf('OBJECT_CLASS', key) === b.want['object_class']) ?? b.random.pick(keysOf('OBJECT_CLASS').slice(0, 5)) }),
});

const targetClass = conclude('target-class', 'target_class', {
  reads: { object_class: 'override', cover_bonus: 'aggregation' },
  value: (c) => (c.optionalCount('object_class') ?? c.record('foe').integer('armor_class')) + (c.optionalCount('cover_bonus') ?? 0),
  bind: (b) => {
    const extra = (b.values.get('cover_bonus') as number | undefined) ?? 0;
    return b.derived.has('object_class') ? some(b, 'cover_bonus') : one(b, 'foe', { armor_class: wantedCount(b, 'target_class') - extra });
  },
});

const margin = conclude('hit-margin', 'hit_margin', {
  reads: { attack_total: 'dependency', target_class: 'dependency' },
  value: (c) => (c.count('attack_total') >= c.count('target_class') ? c.count('attack_total') - c.count('target_class') : undefined),
  bind: (b) => some(b, 'attack_total', 'target_class'),
});

export const ATTACK_RULES: readonly RuleModule[] = [
  weaponModifier, attackBonus, advantages, disadvantages, attackDie, attackTotal, cover, objectClass, targetClass, margin,
];
