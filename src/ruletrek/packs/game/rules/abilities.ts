/** Level, proficiency, ability scores and their modifiers, saving throws. */
import type { Facts } from '../../../core/facts.ts';
import type { Binder, RuleContext, RuleModule } from '../../../core/rule.ts';
import { positive } from '../../conclude.ts';
import { aim, clamp, cut, heroOf, knowing, knownCount, many, rootField, some, wantedCount } from '../draw.ts';
import { GAME_NUMBERS, GAME_VERSION, numberOf } from '../parameters.ts';
import { conclude, hero, modifierOf, sumField } from './conclude.ts';

const level = conclude('level', 'level', {
  value: (c) => (c.records('credit').length === 0 ? undefined : 1 + Math.floor(sumField(c, 'credit', 'credits') / c.limit('CREDITS'))),
  bind: (b) => {
    const credits = (wantedCount(b, 'level') - 1) * numberOf('CREDITS')! + b.random.integer(0, 2);
    return many(b, 'credit', cut(b, credits, b.random.integer(2, 4)).map((part) => ({ credits: part })));
  },
});

const proficiency = conclude('proficiency-bonus', 'proficiency_bonus', {
  reads: { level: 'dependency' },
  value: (c) => 2 + Math.floor((c.count('level') - 1) / 4),
  bind: (b) => some(b, 'level'),
});

const raised = conclude('raised-strength', 'raised_strength', {
  value: (c) => {
    const points = c.records('improvement').filter((row) => row.text('ability') === 'strength').reduce((sum, row) => sum + row.integer('points'), 0);
    return points > 0 ? Math.min(20, hero(c).integer('strength') + points) : undefined;
  },
  bind: (b) => {
    const points = b.random.integer(2, 4);
    const own = [1, points - 1].map((part) => ({ ability: 'strength', points: part }));
    return [heroOf({ strength: wantedCount(b, 'raised_strength') - points }), ...many(b, 'improvement', [...own, { ability: b.random.pick(['wisdom', 'charisma']), points: b.random.integer(1, 2) }])];
  },
});

const drain = conclude('strength-drain', 'strength_drain', {
  value: (c) => positive(sumField(c, 'drain', 'points')),
  bind: (b) => many(b, 'drain', [{ state: 'open', points: wantedCount(b, 'strength_drain') }]),
});

const strength = conclude('strength-score', 'strength_score', {
  reads: { raised_strength: 'override', strength_drain: 'exception' },
  value: (c) => Math.max(1, (c.optionalCount('raised_strength') ?? hero(c).integer('strength')) - (c.optionalCount('strength_drain') ?? 0)),
  bind: (b) => [heroOf({ strength: wantedCount(b, 'strength_score') + Number(b.values.get('strength_drain') ?? 0) }), ...(b.random.chance(0.5) ? some(b, 'strength_drain') : [])],
});

const strengthModifier = conclude('strength-modifier', 'strength_modifier', {
  reads: { strength_score: 'dependency' },
  value: (c) => modifierOf(c.count('strength_score')),
  bind: (b) => some(b, 'strength_score'),
});

function ownModifier(ability: 'dexterity' | 'constitution'): RuleModule {
  const name = `${ability}_modifier`;
  return conclude(`${ability}-modifier`, name, {
    value: (c) => modifierOf(hero(c).integer(ability)),
    bind: (b) => [heroOf({ [ability]: 10 + 2 * wantedCount(b, name) + b.random.integer(0, 1) })],
  });
}

/** The ability of the class, as the tables name it. */
function castingAbility(c: RuleContext): string {
  return c.setting('CASTING_ABILITY', hero(c).text('class'));
}

const casting = conclude('casting-modifier', 'casting_modifier', {
  value: (c) => modifierOf(hero(c).integer(castingAbility(c))),
  bind: (b) => {
    const own = GAME_NUMBERS['CASTING_ABILITY']!.versions[GAME_VERSION]![String(rootField(b, 'class'))]!;
    const modifier = aim(b, 'casting_modifier');
    const others = b.random.shuffle([2, 3, 4, 5, 6, 7].filter((half) => half !== modifier + 5));
    const scores = ['intelligence', 'wisdom', 'charisma'].map((ability, i): [string, number] => [ability, ability === own ? 10 + 2 * modifier : 2 * others[i]! + 1]);
    return [heroOf(Object.fromEntries(scores))];
  },
});

function trained(c: RuleContext, save: string): boolean {
  return c.records('training').some((row) => row.text('save') === save);
}

/** A save: the modifier, proficiency once where there is training, effects. */
const constitutionSave = conclude('constitution-save', 'constitution_save', {
  reads: { constitution_modifier: 'dependency', proficiency_bonus: 'aggregation', effect_bonus: 'aggregation' },
  value: (c) => c.count('constitution_modifier') + (trained(c, 'constitution') ? c.count('proficiency_bonus') : 0) + (c.optionalCount('effect_bonus') ?? 0),
  bind: (b) => [...some(b, 'constitution_modifier', 'proficiency_bonus'), ...many(b, 'training', [{ save: 'constitution' }])],
});

const dexteritySave = conclude('dexterity-save', 'dexterity_save', {
  reads: { dexterity_modifier: 'dependency', effect_bonus: 'aggregation', cover_bonus: 'aggregation' },
  value: (c) => c.count('dexterity_modifier') + (c.optionalCount('effect_bonus') ?? 0) + (c.optionalCount('cover_bonus') ?? 0),
  bind: (b) => [...some(b, 'dexterity_modifier'), ...(b.random.chance(0.4) ? some(b, 'cover_bonus') : [])],
});

/** Effects of the same name count once, with their highest bonus. */
function effectBonus(c: RuleContext): number {
  const best = new Map<string, number>();
  for (const row of c.records('effect')) best.set(row.text('name'), Math.max(best.get(row.text('name')) ?? 0, row.integer('bonus')));
  return [...best.values()].reduce((a, b) => a + b, 0);
}

const effects = conclude('effect-bonus', 'effect_bonus', {
  value: (c) => positive(effectBonus(c)),
  bind: (b) => {
    const [most, total] = [b.random.integer(1, 2), clamp(wantedCount(b, 'effect_bonus'), 3, 8)];
    const names = b.random.shuffle(['bless', 'aura', 'guidance', 'ward']);
    return many(b, 'effect', [{ name: names[0]!, bonus: total - most }, { name: names[1]!, bonus: most }, ...(total - most > 1 ? [{ name: names[0]!, bonus: total - most - 1 }] : [])].map((row) => ({ state: 'active', ...row })));
  },
});

const capacity = conclude('carrying-capacity', 'carrying_capacity', {
  reads: { strength_score: 'dependency' },
  value: (c) => {
    const factor = ({ tiny: 0.5, small: 1, medium: 1, large: 2 } as Readonly<Record<string, number>>)[hero(c).text('size')];
    return factor === undefined ? undefined : Math.floor(c.count('strength_score') * 15 * factor);
  },
  bind: (b) => [heroOf({ size: b.random.pick(['tiny', 'medium', 'large']) }), ...some(b, 'strength_score')],
});

const maximum = conclude('hit-points-maximum', 'hit_points_maximum', {
  reads: { level: 'dependency', constitution_modifier: 'dependency' },
  value: (c) => {
    const [die, bonus] = [c.limit('HIT_DIE', hero(c).text('class')), c.count('constitution_modifier')];
    return positive(die + bonus + (c.count('level') - 1) * (die / 2 + 1 + bonus));
  },
  bind: (b) => some(b, 'level', 'constitution_modifier'),
});

const halved = conclude('halved-maximum', 'halved_maximum', {
  reads: { hit_points_maximum: 'dependency', exhaustion_level: 'eligibility' },
  value: (c) => (c.count('exhaustion_level') >= 4 ? Math.floor(c.count('hit_points_maximum') / 2) : undefined),
  bind: (b) => [...some(b, 'hit_points_maximum'), ...exhausted(b, 4)],
});

/** A level of exhaustion that is high enough, given where none is derived. */
export function exhausted(b: Binder, least: number): Facts {
  return some(knowing(b, { exhaustion_level: Math.max(least, knownCount(b, 'exhaustion_level')) }), 'exhaustion_level');
}

export const ABILITY_RULES: readonly RuleModule[] = [
  level, proficiency, raised, drain, strength, strengthModifier, ownModifier('dexterity'), ownModifier('constitution'), casting, constitutionSave, dexteritySave, effects, capacity, maximum, halved,
];
