/** Tables of a comparison: accuracy on test by what was learnt from, and differences from the selection by rules. */
import { formatCount, formatPoints, formatSignedPoints, type Table } from '../../evaluation/table.ts';
import { groupBy, summarise, type Summary } from '../../statistics/spread.ts';
import { JUDGE_TITLES, JUDGES, type JudgeName } from '../tables/judges.ts';
import type { ArmResult, ComparisonResults } from './results.ts';

/** Who learns from the questions, so that answers differ: rules alone do not. */
export const LEARNERS = ['neural', 'nesys'] as const satisfies readonly JudgeName[];

/** Arms that differ in their seed alone, in the order in which they first come. */
export function groupArms(arms: readonly ArmResult[]): ArmResult[][] {
  return groupBy(arms, ({ selection, share }) => `${selection}/${share}`);
}

/** Percent of right test answers over seeds. */
export function accuracyOf(arms: readonly ArmResult[], judge: JudgeName, { questions }: Pick<ComparisonResults, 'questions'>): Summary {
  return summarise(arms.map(({ right }) => (100 * right.test[judge]) / questions.test));
}

/** One row for each selection and share; means over seeds, with 95 % intervals of the last. */
export function armTable(results: ComparisonResults): Table {
  const rows = groupArms(results.arms).map((group) => {
    const summaries = JUDGES.map((judge) => accuracyOf(group, judge, results));
    return [armTitle(group[0]!), questionsText(group), String(group.length), ...summaries.map(({ mean }) => formatPoints(mean)), formatPoints(summaries.at(-1)!.ci95)];
  });
  const more = results.induction === null ? [] : [inductionRow(results.induction, results)];
  return { title: `${results.model} on ${formatCount(results.questions.test)} test questions`, labels: 1, columns: ['learnt from', 'questions', 'seeds', ...JUDGES.map((judge) => `${JUDGE_TITLES[judge]} %`), '± 95 %'], rows: [...rows, ...more] };
}

export function armTitle({ selection, share }: Pick<ArmResult, 'selection' | 'share'>): string {
  if (selection === 'none') return 'nothing';
  return selection === 'all' ? 'all' : `${Math.round(100 * share)} % ${selection}`;
}

/** Selections of one share may differ in size where no rule answers more questions than the share. */
function questionsText(group: readonly ArmResult[]): string {
  const sizes = group.map(({ questions }) => questions);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  return least === most ? formatCount(least) : `${formatCount(least)}–${formatCount(most)}`;
}

function inductionRow({ arm, before, after, right }: NonNullable<ComparisonResults['induction']>, { questions }: ComparisonResults): string[] {
  const cells = JUDGES.map((judge) => formatPoints((100 * right.test[judge]) / questions.test));
  return [`${arm}, rules induced again (${before} → ${after})`, '', '1', ...cells, '–'];
}

/** Points by which the selection by rules is above all questions and above an even draw of the same size, seed by seed. */
export function differenceTable(results: ComparisonResults): Table {
  const groups = groupArms(results.arms);
  const rows = groups
    .filter(([first]) => first?.selection === 'by rules')
    .flatMap((guided) => {
      const others = groups.filter(([first]) => first?.selection === 'all' || (first?.selection === 'evenly' && first.share === guided[0]!.share));
      return others.map((other) => [armTitle(guided[0]!), armTitle(other[0]!), ...LEARNERS.flatMap((judge) => differenceCells(guided, other, judge, results))]);
    });
  return { title: 'Points above, seed by seed', labels: 2, columns: ['learnt from', 'beside', ...LEARNERS.flatMap((judge) => [JUDGE_TITLES[judge], '± 95 %'])], rows };
}

function differenceCells(guided: readonly ArmResult[], other: readonly ArmResult[], judge: JudgeName, { questions }: ComparisonResults): string[] {
  const differences = guided.flatMap(({ seed, right }) => {
    const same = other.find((arm) => arm.seed === seed);
    return same === undefined ? [] : [(100 * (right.test[judge] - same.right.test[judge])) / questions.test];
  });
  const { mean, ci95 } = summarise(differences);
  return [formatSignedPoints(mean), formatPoints(ci95)];
}
