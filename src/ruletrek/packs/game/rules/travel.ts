/** Weight, speed and movement, jumps, journeys and forced marches. */
import { addMinutes } from '../../../core/dates.ts';
import type { RuleContext, RuleModule } from '../../../core/rule.ts';
import { positive } from '../../conclude.ts';
import { given } from '../../draw.ts';
import { clamp, heroOf, knowing, knownCount, many, minutesAfter, one, settled, some, storyTime, wantedCount } from '../draw.ts';
import { numberOf } from '../parameters.ts';
import { conclude, hero, keyed, numbered, sumField } from './conclude.ts';

/** Coins that weigh a pound. */
const COINS_A_POUND = 50;

const weight = conclude('carried-weight', 'carried_weight', {
  value: (c) => {
    const items = c.records('item').reduce((sum, row) => sum + row.integer('quantity') * row.integer('weight'), 0);
    return items === 0 ? undefined : items + Math.floor(sumField(c, 'coin', 'count') / COINS_A_POUND);
  },
  bind: (b) => {
    const quantity = b.random.integer(2, 4);
    const rest = Math.max(20, wantedCount(b, 'carried_weight'));
    const single = b.random.integer(3, 8);
    return many(b, 'item', [{ quantity, weight: single }, { quantity: 1, weight: Math.max(5, Math.floor((rest - quantity * single) / 3)) }, { quantity: 1, weight: Math.max(5, Math.ceil(((rest - quantity * single) * 2) / 3)) }].map((row) => ({ state: 'packed', ...row })));
  },
});

/** Above ten times the score, above five times. */
const penalty = conclude('weight-penalty', 'weight_penalty', {
  reads: { carried_weight: 'dependency', strength_score: 'dependency' },
  value: (c) => {
    const [load, score] = [c.count('carried_weight'), c.count('strength_score')];
    return load > 10 * score ? 20 : load > 5 * score ? 10 : undefined;
  },
  bind: (b) => some(b, 'carried_weight', 'strength_score'),
});

const excess = conclude('weight-excess', 'weight_excess', {
  reads: { carried_weight: 'dependency', carrying_capacity: 'dependency' },
  value: (c) => positive(c.count('carried_weight') - c.count('carrying_capacity')),
  bind: (b) => {
    const [load, bound] = [b.values.get('carried_weight') as number | undefined, b.values.get('carrying_capacity') as number | undefined];
    const over = wantedCount(b, 'weight_excess');
    const most = bound ?? Math.max(40, (load ?? 240) - over);
    return given(b, { carried_weight: load ?? most + over, carrying_capacity: most });
  },
});

const speed = conclude('walking-speed', 'walking_speed', {
  reads: { weight_penalty: 'exception', exhaustion_level: 'exception' },
  value: (c) => {
    const slowed = hero(c).integer('speed') - (c.optionalCount('weight_penalty') ?? 0);
    const exhaustion = c.optionalCount('exhaustion_level') ?? 0;
    return exhaustion >= 5 ? undefined : positive(exhaustion >= 2 ? Math.floor(slowed / 2) : slowed);
  },
  bind: (b) => [heroOf({ speed: b.random.pick([30, 35, 40]) }), ...(b.derived.has('exhaustion_level') ? [] : some(b, 'weight_penalty'))],
});

function stepCost(difficult: boolean, mode: string): number {
  return 1 + (difficult ? 1 : 0) + (['climb', 'swim', 'crawl'].includes(mode) ? 1 : 0);
}

/** Standing up takes half of the speed. */
function standing(c: RuleContext): number {
  const turn = c.records('turn').find((row) => row.has('prone'));
  return turn?.flag('prone') === true ? Math.floor(c.count('walking_speed') / 2) : 0;
}

const cost = conclude('movement-cost', 'movement_cost', {
  reads: { walking_speed: 'aggregation' },
  value: (c) => (c.records('path').length === 0 ? undefined : positive(c.records('path').reduce((sum, row) => sum + row.integer('feet') * stepCost(row.flag('difficult'), row.text('mode')), 0) + standing(c))),
  bind: (b) => {
    const prone = b.derived.has('walking_speed') || b.random.chance(0.3);
    const path = [{ feet: b.random.integer(2, 4), difficult: true, mode: b.random.pick(['climb', 'crawl']) }, { feet: b.random.integer(1, 4), difficult: false, mode: b.random.pick(['swim', 'walk']) }];
    return [...many(b, 'path', path), ...(prone ? [...one(b, 'turn', { prone }), ...some(b, 'walking_speed')] : [])];
  },
});

const left = conclude('movement-left', 'movement_left', {
  reads: { walking_speed: 'dependency', movement_cost: 'dependency' },
  value: (c) => positive(c.count('walking_speed') * (c.record('turn').flag('dash') ? 2 : 1) - c.count('movement_cost')),
  bind: (b) => [...some(b, 'walking_speed', 'movement_cost'), ...one(b, 'turn', { dash: b.random.chance(0.6) })],
});

/** Who carries too much walks a mile an hour less. */
const travel = conclude('travel-time', 'travel_minutes', {
  reads: { weight_penalty: 'exception' },
  value: (c) => {
    const pace = keyed(c, 'PACE', c.record('journey').text('pace'));
    if (pace === undefined || c.records('leg').length === 0) return undefined;
    const minutes = c.records('leg').reduce((sum, row) => sum + row.integer('miles') * 60 * (row.flag('difficult') ? 2 : 1), 0);
    return positive(Math.floor(minutes / (c.has('weight_penalty') ? pace - 1 : pace)));
  },
  bind: (b) => {
    const pace = b.random.pick(['fast', 'normal', 'slow']);
    const miles = Math.max(6, Math.floor((wantedCount(b, 'travel_minutes') * (numberOf('PACE', pace)! - (b.values.has('weight_penalty') ? 1 : 0))) / 60));
    const rough = b.random.integer(1, Math.floor(miles / 3));
    return [...one(b, 'journey', { pace }), ...many(b, 'leg', [{ miles: rough, difficult: true }, { miles: miles - 2 * rough, difficult: false }].map((row) => ({ state: 'walked', ...row })))];
  },
});

const hours = conclude('march-hours', 'march_hours', {
  reads: { travel_minutes: 'dependency', amended_march: 'temporal' },
  value: (c) => positive(Math.ceil((c.count('travel_minutes') - 60 * (c.optionalCount('amended_march') ?? c.limit('MARCH_HOURS'))) / 60)),
  bind: (b) => {
    const want = b.want['march_hours'] as number | undefined;
    return want === undefined ? some(b, 'travel_minutes') : given(b, { travel_minutes: 480 + 60 * want - b.random.integer(3, 50) });
  },
});

/** A save at the end of each further hour, against 10 and one more for each. */
const failures = conclude('march-failures', 'march_failures', {
  reads: { march_hours: 'dependency', constitution_save: 'dependency' },
  value: (c) => {
    const dice = numbered(c, 'march_die');
    const count = c.count('march_hours');
    return dice.length < count ? undefined : positive(dice.slice(0, count).filter((row, i) => row.integer('result') + c.count('constitution_save') < 11 + i).length);
  },
  bind: settled(['march_hours', 'constitution_save'], (b) => {
    const [count, save] = [knownCount(b, 'march_hours'), knownCount(b, 'constitution_save')];
    const failing = clamp(wantedCount(b, 'march_failures'), 1, count);
    const totals = Array.from({ length: count + 2 }, (_, i) => (i >= count - failing && i < count ? 10 + i - b.random.integer(0, 2) : 11 + i + b.random.integer(0, 3)));
    return [...some(b, 'march_hours', 'constitution_save'), ...many(b, 'march_die', totals.map((total) => ({ result: clamp(total - save, 1, 20) })))];
  }),
});

const arrival = conclude('arrival', 'arrival', {
  type: 'time',
  reads: { travel_minutes: 'dependency', rest_end: 'override' },
  value: (c) => addMinutes(c.optionalText('rest_end') ?? c.record('journey').text('departed'), BigInt(c.count('travel_minutes'))),
  bind: (b) => {
    const minutes = knownCount(b, 'travel_minutes');
    const want = b.want['arrival'] as string | undefined;
    return [...some(knowing(b, { travel_minutes: minutes }), 'travel_minutes'), ...(b.derived.has('rest_end') ? [] : one(b, 'journey', { departed: want === undefined ? storyTime(b, 8, 11) : minutesAfter(want, -minutes) }))];
  },
});

export const TRAVEL_RULES: readonly RuleModule[] = [weight, penalty, excess, speed, cost, left, travel, hours, failures, arrival];
