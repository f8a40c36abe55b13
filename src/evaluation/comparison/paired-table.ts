/** DynaRule beside every other method of an experiment, on the same questions. */
import type { Repository } from '../../config/sections.ts';
import { RECALL_AT_1, TABLE2_COLUMNS, type Column } from '../columns.ts';
import { titlesOf } from '../paper.ts';
import type { QuestionScore } from '../records.ts';
import { groupBy } from '../../statistics/spread.ts';
import { formatCount, formatDifference, formatFraction, formatProbability, type Table } from '../table.ts';
import type { Estimate } from './clustered-mean.ts';
import { differenceOf } from './difference.ts';
import { pairQuestions, type Pair } from './pairs.ts';
import { signTest } from './sign-test.ts';

/** The method that the others are measured against. */
export const REFERENCE = 'dynarule';

const COLUMNS = ['rules', 'method', 'questions', 'difference', '± 95 %', 'above zero', 'ahead', 'behind', 'p', 'recall @1', '± 95 %', 'above zero'];

/**
 * DynaRule minus each method, rule count by rule count: the difference of the mean of
 * `answers`, Table 2's average by default, and of mean recall at 1. "Ahead" and "behind" count questions that
 * DynaRule answers better or worse, both forms and all seeds of a question
 * together; p is of the exact sign test on these.
 */
export function pairedTable(scores: readonly QuestionScore[], repository: Repository, answers: readonly Column[] = TABLE2_COLUMNS): Table {
  const rows = byRuleCount(scores, repository).flatMap((ofCount) => {
    const reference = ofCount.filter(({ method }) => method === REFERENCE);
    const others = groupBy(ofCount.filter(({ method }) => method !== REFERENCE), ({ method }) => method);
    return others.flatMap((other) => pairedRow(pairQuestions(other, reference).pairs, answers));
  });
  return { title: `Paired: DynaRule minus each method on the same questions, ${repository} repository`, labels: 2, columns: COLUMNS, rows };
}

/** Scores on one repository in groups of a rule count each, smaller ones first. */
export function byRuleCount(scores: readonly QuestionScore[], repository: Repository): QuestionScore[][] {
  const here = scores.filter((score) => score.repository === repository);
  const groups = groupBy(here, ({ ruleCount }) => String(ruleCount));
  return groups.sort((a, b) => (a[0]?.ruleCount ?? 0) - (b[0]?.ruleCount ?? 0));
}

/** None where the two share no question. */
function pairedRow(pairs: readonly Pair[], answers: readonly Column[]): string[][] {
  const [first] = pairs;
  if (first === undefined) return [];
  const { ruleCount, method } = first.first;
  const { questions, ahead, behind } = countSigns(pairs);
  return [[
    formatCount(ruleCount),
    titlesOf(method).answers,
    formatCount(questions),
    ...differenceCells(differenceOf(answers, pairs)),
    formatCount(ahead),
    formatCount(behind),
    formatProbability(signTest(ahead, behind)),
    ...differenceCells(differenceOf(RECALL_AT_1, pairs)),
  ]];
}

/** Difference, half the width of its interval, and whether all of the interval is above zero. */
function differenceCells(estimate: Estimate | null): string[] {
  if (estimate === null) return ['–', '–', '–'];
  const { mean, ci95 } = estimate;
  return [formatDifference(mean), formatFraction(ci95), ci95 === null ? '–' : aboveZero(mean, ci95)];
}

function aboveZero(mean: number, ci95: number): string {
  if (mean - ci95 > 0) return 'yes';
  return mean + ci95 < 0 ? 'no, below' : 'no';
}

/** Sums of fractions such as 1/3 differ in their last digits. */
const TIE = 1e-9;

/** Questions on which the second of a pair scores higher and lower, over all pairs of a question. */
function countSigns(pairs: readonly Pair[]): { questions: number; ahead: number; behind: number } {
  const questions = groupBy(pairs, ({ first }) => first.questionId);
  const sums = questions.map((ofQuestion) => ofQuestion.reduce((sum, { first, second }) => sum + second.exactMatch - first.exactMatch, 0));
  return {
    questions: questions.length,
    ahead: sums.filter((sum) => sum > TIE).length,
    behind: sums.filter((sum) => sum < -TIE).length,
  };
}
