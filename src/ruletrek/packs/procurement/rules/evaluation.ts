/** Scores on a scale of 10,000: price, quality, delivery, environment, experience, and their sum. */
import { least, TO_CENT } from '../../../core/money.ts';
import type { Binder, RecordView, RuleContext, RuleModule } from '../../../core/rule.ts';
import type { Facts } from '../../../core/facts.ts';
import { dollars, given, hasRows } from '../../draw.ts';
import { addDays } from '../calendar.ts';
import { bidderRows, categoryOf, closingOf, EVALUATORS, known, moreRows, offerOf, ownBidderRows, processOf } from '../draw.ts';
import { category } from './value.ts';
import { closingGiven } from './time-limits.ts';

const priceScore: RuleModule = {
  id: 'procurement.price-score',
  emits: { price_score: 'integer' },
  reads: { lowest_price: 'dependency', evaluated_price: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.has('lowest_price') && c.money('evaluated_price') > 0n,
  then: (c) => {
    const weight = BigInt(c.limit('PRICE_WEIGHT', category(c)));
    return { price_score: Number(least(weight, c.round(weight * c.money('lowest_price'), c.money('evaluated_price')))) };
  },
  bind: (b) => {
    const own = known(b, 'evaluated_price', () => dollars(b, 150_000, 480_000));
    return [...categoryOf(b).process, ...given(b, { evaluated_price: own, lowest_price: (own * BigInt(b.random.integer(70, 99))) / 100n })];
  },
};

/** Marks by evaluators who declared an interest. */
function recusedMarks(c: RuleContext): RecordView[] {
  const declared = new Set(c.records('declaration').map((row) => row.text('evaluator')));
  return c.records('mark').filter((row) => declared.has(row.text('evaluator')));
}

function marks(b: Binder): Facts {
  return hasRows(b, 'mark') ? [] : ownBidderRows(b, 'mark', EVALUATORS.slice(0, b.random.integer(4, 5)).map((evaluator) => ({ evaluator, points: b.random.integer(42, 97) })));
}

const recusal: RuleModule = {
  id: 'procurement.recusal',
  emits: { recused_points: 'integer', recused_marks: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => recusedMarks(c).length > 0,
  then: (c) => ({ recused_points: sumPoints(recusedMarks(c)), recused_marks: recusedMarks(c).length }),
  bind: (b) => [...marks(b), ...(hasRows(b, 'declaration') ? [] : moreRows(b, 'declaration', [{ evaluator: b.random.pick(EVALUATORS.slice(0, 4)) }]))],
};

function sumPoints(rows: readonly RecordView[]): number {
  return rows.reduce((sum, row) => sum + row.integer('points'), 0);
}

const qualityMark: RuleModule = {
  id: 'procurement.quality-mark',
  emits: { quality_mark: 'integer' },
  reads: { recused_points: 'exception', recused_marks: 'exception' },
  rounding: TO_CENT,
  when: (c) => c.records('mark').length > (c.optionalCount('recused_marks') ?? 0),
  then: (c) => {
    const count = c.records('mark').length - (c.optionalCount('recused_marks') ?? 0);
    const points = sumPoints(c.records('mark')) - (c.optionalCount('recused_points') ?? 0);
    return { quality_mark: Number(c.round(BigInt(points * 100), BigInt(count))) };
  },
  bind: (b) => marks(b),
};

const qualityScore: RuleModule = {
  id: 'procurement.quality-score',
  emits: { quality_score: 'integer' },
  reads: { quality_mark: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.has('quality_mark'),
  then: (c) => ({ quality_score: Number(c.round(BigInt(c.limit('QUALITY_WEIGHT', category(c)) * c.count('quality_mark')), 10_000n)) }),
  bind: (b) => [...categoryOf(b).process, ...given(b, { quality_mark: b.random.integer(4200, 9700) })],
};

const delivery: RuleModule = {
  id: 'procurement.delivery-score',
  emits: { delivery_score: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.record('offer').integer('delivery_days') < c.record('process').integer('delivery_limit'),
  then: (c) => {
    const limit = c.record('process').integer('delivery_limit');
    const saved = limit - c.record('offer').integer('delivery_days');
    return { delivery_score: Number(c.round(BigInt(c.limit('DELIVERY_WEIGHT') * saved), BigInt(limit))) };
  },
  bind: (b) => {
    const limit = b.random.integer(40, 90);
    return [processOf({ delivery_limit: limit }), ...offerOf(b, { delivery_days: limit - b.random.integer(8, 30) })];
  },
};

const green: RuleModule = {
  id: 'procurement.environment-bonus',
  emits: { environment_bonus: 'integer' },
  reads: { closing_date: 'temporal' },
  rounding: TO_CENT,
  when: (c) => c.records('certificate').some((row) => row.text('valid_until') >= c.text('closing_date')),
  then: (c) => ({ environment_bonus: c.limit('GREEN_BONUS') }),
  bind: (b) => [...closingGiven(b), ...bidderRows(b, 'certificate', [{ valid_until: addDays(closingOf(b), b.random.integer(0, 300)) }])],
};

const SCORES = ['price_score', 'quality_score', 'delivery_score', 'environment_bonus', 'experience_score'] as const;

const totalScore: RuleModule = {
  id: 'procurement.total-score',
  emits: { total_score: 'integer' },
  reads: { price_score: 'aggregation', quality_score: 'aggregation', delivery_score: 'aggregation', environment_bonus: 'aggregation', experience_score: 'aggregation' },
  rounding: TO_CENT,
  when: (c) => c.has('price_score'),
  then: (c) => ({ total_score: SCORES.reduce((sum, name) => sum + (c.optionalCount(name) ?? 0), 0) }),
  bind: (b) => given(b, { price_score: b.random.integer(2800, 5900), quality_score: b.random.integer(900, 3600) }),
};

export const EVALUATION_RULES: readonly RuleModule[] = [priceScore, recusal, qualityMark, qualityScore, delivery, green, totalScore];
