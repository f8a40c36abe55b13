/** Refusal as tables: the ways of scoring on validation questions, and the one that was chosen, by repository and rule count. */
import type { Repository } from '../../config/sections.ts';
import type { Refusal } from '../../dynarule/refusal.ts';
import { groupBy, summarise } from '../../statistics/spread.ts';
import { formatCount, formatFraction, type Table } from '../table.ts';
import { refusalRates, type RatedRefusal, type RefusalCase, type RefusalRates } from './threshold.ts';

/** Cases of one cell. */
export interface RefusalCell {
  readonly repository: Repository;
  readonly ruleCount: number;
  readonly seed: number;
  readonly cases: readonly RefusalCase[];
}

/** Titles of `rateCells`. */
export const RATES = ['precision', 'recall', 'F1', 'refused wrongly'] as const;

export function waysTable(ways: readonly RatedRefusal[]): Table {
  return {
    title: 'What tells that no rule applies: thresholds of best F1 on validation questions',
    labels: 2,
    columns: ['score', 'steps', 'threshold', ...RATES],
    rows: ways.map(({ refusal, rates }) => [refusal.score, refusal.steps, refusal.threshold.toFixed(3), ...rateCells(rates)]),
  };
}

/** F1 has its 95 % interval over seeds, where there are several; the other figures are of all questions together. */
export function refusalTable(refusal: Refusal, cells: readonly RefusalCell[]): Table {
  const groups = groupBy(cells, ({ repository, ruleCount }) => `${repository} ${ruleCount}`);
  return {
    title: `Refusal: ${refusal.score} of ${refusal.steps === 'first' ? 'the first step' : 'every step'} below ${refusal.threshold.toFixed(3)}, test questions`,
    labels: 1,
    columns: ['repository', 'rules', 'questions', ...RATES, '± 95 % of F1'],
    rows: groups.map((group) => groupRow(refusal, group)),
  };
}

function groupRow(refusal: Refusal, group: readonly RefusalCell[]): string[] {
  const [{ repository, ruleCount }] = group as readonly [RefusalCell, ...RefusalCell[]];
  const cases = group.flatMap((cell) => cell.cases);
  const bySeed = groupBy(group, ({ seed }) => String(seed)).map((own) => refusalRates(refusal, own.flatMap((cell) => cell.cases)).f1);
  const rates = rateCells(refusalRates(refusal, cases));
  return [repository, formatCount(ruleCount), formatCount(cases.length), ...rates, formatFraction(summarise(bySeed).ci95)];
}

export function rateCells({ precision, recall, f1, refusedWrongly }: RefusalRates): string[] {
  return [precision, recall, f1, refusedWrongly].map(formatFraction);
}
