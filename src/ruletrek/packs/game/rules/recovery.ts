/** Healing, short and long rests, exhaustion. */
import { addMinutes } from '../../../core/dates.ts';
import type { RuleModule } from '../../../core/rule.ts';
import { positive } from '../../conclude.ts';
import { aimText, clamp, cut, diceRows, heroOf, knowing, knownCount, many, minutesAfter, one, oneOf, settled, some, storyTime, wantedCount } from '../draw.ts';
import { exhausted } from './abilities.ts';
import { conclude, hero, numbered } from './conclude.ts';

const healing = conclude('healing', 'healing', {
  reads: { casting_modifier: 'aggregation' },
  value: (c) => positive(c.records('heal').reduce((sum, row) => sum + row.integer('rolled') + (row.flag('spell') ? c.count('casting_modifier') : 0), 0)),
  bind: settled(['casting_modifier'], (b) => {
    const count = b.random.integer(1, 2);
    const rest = Math.max(4, wantedCount(b, 'healing') - knownCount(b, 'casting_modifier'));
    return [...some(b, 'casting_modifier'), ...many(b, 'heal', cut(b, rest, count).map((rolled, i) => ({ state: 'given', rolled, spell: i === 0 })))];
  }),
});

const healed = conclude('points-healed', 'points_healed', {
  reads: { healing: 'dependency', points_now: 'dependency', hit_points_maximum: 'dependency', halved_maximum: 'override' },
  value: (c) => positive(Math.min(c.count('healing'), (c.optionalCount('halved_maximum') ?? c.count('hit_points_maximum')) - c.count('points_now'))),
  bind: (b) => {
    const now = knownCount(b, 'points_now');
    const most = Number(b.values.get('hit_points_maximum') ?? now + b.random.integer(3, 9));
    return some(knowing(b, { points_now: now, hit_points_maximum: most }), 'healing', 'points_now', ...(b.derived.has('halved_maximum') ? [] : ['hit_points_maximum']));
  },
});

const diceLeft = conclude('dice-left', 'dice_left', {
  reads: { level: 'dependency' },
  value: (c) => positive(c.count('level') - hero(c).integer('spent_dice')),
  bind: settled(['level'], (b) => [...some(b, 'level'), heroOf({ spent_dice: Math.max(1, knownCount(b, 'level') - wantedCount(b, 'dice_left')) })]),
});

/** No more dice than are left; a die never takes points away. */
const shortRest = conclude('short-rest', 'short_rest_points', {
  reads: { constitution_modifier: 'dependency', dice_left: 'exception' },
  value: (c) => {
    const dice = numbered(c, 'rest_die').slice(0, c.count('dice_left'));
    return positive(dice.reduce((sum, row) => sum + Math.max(0, row.integer('result') + c.count('constitution_modifier')), 0));
  },
  bind: settled(['dice_left'], (b) => [...some(b, 'constitution_modifier', 'dice_left'), ...diceRows(b, 'rest_die', knownCount(b, 'dice_left'), 6)]),
});

const after = conclude('points-after', 'points_after', {
  reads: { points_now: 'dependency', points_healed: 'aggregation', short_rest_points: 'aggregation' },
  value: (c) => {
    const [byMagic, byRest] = [c.optionalCount('points_healed'), c.optionalCount('short_rest_points')];
    return byMagic === undefined && byRest === undefined ? undefined : c.count('points_now') + (byMagic ?? 0) + (byRest ?? 0);
  },
  bind: (b) => [...some(b, 'points_now'), ...oneOf(b, 'points_healed', 'short_rest_points')],
});

const regained = conclude('dice-regained', 'dice_regained', {
  reads: { level: 'dependency', amended_rest: 'temporal', rest_end: 'eligibility' },
  value: (c) => (c.has('rest_end') ? positive(Math.min(hero(c).integer('spent_dice'), Math.max(1, Math.floor(c.count('level') / (c.optionalCount('amended_rest') ?? c.limit('REST_PARTS')))))) : undefined),
  bind: settled(['level'], (b) => {
    const level = knownCount(b, 'level');
    return [...some(b, 'level'), heroOf({ spent_dice: b.random.integer(Math.floor(level / 2) + 1, Math.max(Math.floor(level / 2) + 1, level - 1)) })];
  }),
});

const afterRest = conclude('dice-after-rest', 'dice_after_rest', {
  reads: { dice_left: 'dependency', dice_regained: 'dependency' },
  value: (c) => c.count('dice_left') + c.count('dice_regained'),
  bind: (b) => some(b, 'dice_left', 'dice_regained'),
});

/** An interruption of so many minutes ends a rest. */
const BREAKS_REST = 60;

const restart = conclude('rest-restart', 'rest_restart', {
  type: 'time',
  value: (c) => {
    const ends = c.records('interruption').filter((row) => row.integer('minutes') >= BREAKS_REST).map((row) => addMinutes(row.text('began'), BigInt(row.integer('minutes'))));
    return ends.length === 0 ? undefined : ends.sort().at(-1);
  },
  bind: (b) => {
    const end = aimText(b, 'rest_restart', () => storyTime(b, 1, 4));
    const [long, short] = [b.random.integer(61, 110), b.random.integer(11, 50)];
    return many(b, 'interruption', [{ began: minutesAfter(end, -long), minutes: long }, { began: minutesAfter(end, -400), minutes: short }, ...(b.random.chance(0.5) ? [{ began: minutesAfter(end, 90), minutes: 20 }] : [])]);
  },
});

const restEnd = conclude('rest-end', 'rest_end', {
  type: 'time',
  reads: { rest_restart: 'override' },
  value: (c) => addMinutes(c.optionalText('rest_restart') ?? c.record('rest').text('began'), BigInt(c.limit('REST_HOURS') * 60)),
  bind: (b) => {
    if (b.derived.has('rest_restart')) return [];
    const want = b.want['rest_end'] as string | undefined;
    return one(b, 'rest', { began: want === undefined ? storyTime(b, 20, 23) : minutesAfter(want, -480) });
  },
});

const LEVELS = ['march_failures', 'fasting_levels', 'thirst_levels'] as const;

const exhaustion = conclude('exhaustion-level', 'exhaustion_level', {
  reads: { march_failures: 'aggregation', fasting_levels: 'aggregation', thirst_levels: 'aggregation' },
  value: (c) => {
    const added = LEVELS.map((name) => c.optionalCount(name)).filter((count) => count !== undefined);
    return added.length === 0 ? undefined : Math.min(6, hero(c).integer('exhaustion') + added.reduce((x, y) => x + y, 0));
  },
  bind: (b) => {
    const names = LEVELS.filter((name) => b.derived.has(name));
    const used = names.length > 0 ? names : [b.random.pick(LEVELS)];
    const known = Object.fromEntries(used.map((name) => [name, knownCount(b, name)]));
    const before = wantedCount(b, 'exhaustion_level') - Object.values(known).reduce((x, y) => x + y, 0);
    return [...some(knowing(b, known), ...used), heroOf({ exhaustion: clamp(before, 0, 3) })];
  },
});

const relieved = conclude('exhaustion-after-rest', 'exhaustion_after_rest', {
  reads: { exhaustion_level: 'dependency', rest_end: 'eligibility' },
  value: (c) => (c.has('rest_end') ? positive(c.count('exhaustion_level') - 1) : undefined),
  bind: (b) => exhausted(b, 2),
});

export const RECOVERY_RULES: readonly RuleModule[] = [healing, healed, diceLeft, shortRest, after, regained, afterRest, restart, restEnd, exhaustion, relieved];
