/** Traps, water, hunger and thirst. */
import { timeOfSeconds, secondsOf } from '../../../core/dates.ts';
import type { RecordView, RuleContext, RuleModule } from '../../../core/rule.ts';
import { positive } from '../../conclude.ts';
import { clamp, diceRows, heroOf, knowing, knownCount, many, one, settled, some, storyTime, wantedCount } from '../draw.ts';
import { numberOf } from '../parameters.ts';
import { conclude, firstDice, hero, keyed } from './conclude.ts';

/** The first levels of the four tiers of the tables of traps. */
const TIERS = [17, 11, 5, 1] as const;

function tierOf(level: number): number {
  return TIERS.find((from) => level >= from) ?? 1;
}

const trapDice = conclude('trap-dice', 'trap_dice', {
  reads: { level: 'dependency' },
  value: (c) => keyed(c, 'TRAP_DICE', `${tierOf(c.count('level'))}/${c.record('trap').text('severity')}`),
  bind: (b) => {
    const level = knownCount(b, 'level');
    const severity = ['setback', 'dangerous', 'deadly'].find((one) => numberOf('TRAP_DICE', `${tierOf(level)}/${one}`) === b.want['trap_dice']);
    return [...some(knowing(b, { level }), 'level'), ...one(b, 'trap', { severity: severity ?? b.random.pick(['setback', 'dangerous', 'deadly']) })];
  },
});

/** Half where the save reaches the difficulty. */
const trapDamage = conclude('trap-damage', 'trap_damage', {
  reads: { trap_dice: 'dependency', trap_class: 'dependency', dexterity_save: 'dependency' },
  value: (c) => {
    const all = firstDice(c, 'trap_die', c.count('trap_dice'));
    if (all === undefined) return undefined;
    return c.record('trap').integer('save_die') + c.count('dexterity_save') >= c.count('trap_class') ? positive(Math.floor(all / 2)) : all;
  },
  bind: settled(['trap_dice', 'trap_class', 'dexterity_save'], (b) => {
    const passes = b.random.chance(0.5);
    const gap = passes ? b.random.integer(0, 4) : -b.random.integer(1, 5);
    const total = b.want['trap_damage'] as number | undefined;
    const die = clamp(knownCount(b, 'trap_class') - knownCount(b, 'dexterity_save') + gap, 1, 20);
    return [...some(b, 'trap_dice', 'trap_class', 'dexterity_save'), ...one(b, 'trap', { save_die: die }), ...diceRows(b, 'trap_die', knownCount(b, 'trap_dice'), 10, total === undefined ? undefined : total * (passes ? 2 : 1))];
  }),
});

const breath = conclude('breath', 'breath_seconds', {
  reads: { constitution_modifier: 'dependency' },
  value: (c) => Math.max(30, 60 * (1 + c.count('constitution_modifier'))),
  bind: (b) => some(b, 'constitution_modifier'),
});

const suffocation = conclude('suffocation', 'suffocation_rounds', {
  reads: { constitution_modifier: 'dependency' },
  value: (c) => Math.max(1, c.count('constitution_modifier')),
  bind: (b) => some(b, 'constitution_modifier'),
});

/** Seconds of a round. */
const ROUND = 6;

const drowning = conclude('drowning', 'drowning_at', {
  type: 'time',
  reads: { breath_seconds: 'dependency', suffocation_rounds: 'dependency' },
  value: (c) => timeOfSeconds(secondsOf(c.record('water').text('submerged')) + BigInt(c.count('breath_seconds') + ROUND * c.count('suffocation_rounds'))),
  bind: (b) => [...some(b, 'breath_seconds', 'suffocation_rounds'), ...one(b, 'water', { submerged: storyTime(b, 8, 20) })],
});

const fasting = conclude('fasting', 'fasting_levels', {
  reads: { constitution_modifier: 'dependency' },
  value: (c) => positive(Math.floor(hero(c).integer('fasted_half_days') / 2) - Math.max(1, 3 + c.count('constitution_modifier'))),
  bind: settled(['constitution_modifier'], (b) => [...some(b, 'constitution_modifier'), heroOf({ fasted_half_days: 2 * (3 + knownCount(b, 'constitution_modifier') + wantedCount(b, 'fasting_levels')) + b.random.integer(0, 1) })]),
});

/** Levels by one day: none with enough water, one after a save missed with half of it, one with less. */
function thirstOf(c: RuleContext, row: RecordView): number {
  const [pints, needed] = [row.integer('pints'), row.integer('needed')];
  if (pints >= needed) return 0;
  return 2 * pints >= needed && row.integer('save_die') + c.count('constitution_save') >= c.limit('THIRST') ? 0 : 1;
}

const thirst = conclude('thirst', 'thirst_levels', {
  reads: { constitution_save: 'dependency' },
  value: (c) => positive(c.records('drink').reduce((sum, row) => sum + thirstOf(c, row), 0) * (hero(c).integer('exhaustion') > 0 ? 2 : 1)),
  bind: settled(['constitution_save'], (b) => {
    const save = knownCount(b, 'constitution_save');
    const half = (total: number): Readonly<Record<string, number>> => ({ needed: 16, pints: b.random.integer(8, 12), save_die: clamp(total - save, 1, 20) });
    const rows = [half(b.random.integer(10, 14)), half(b.random.integer(15, 19)), { needed: 8, pints: b.random.integer(8, 10), save_die: b.random.integer(2, 19) }];
    return [...some(b, 'constitution_save'), heroOf({ exhaustion: b.random.integer(0, 1) }), ...many(b, 'drink', b.random.shuffle(rows))];
  }),
});

export const HAZARD_RULES: readonly RuleModule[] = [trapDice, trapDamage, breath, suffocation, drowning, fasting, thirst];
