/** On which questions retrieval at every step wins: DynaRule minus each method that retrieves once, by hops and rules. */
import type { Repository } from '../../config/sections.ts';
import { READING_ALL } from '../../methods/method.ts';
import { REPRESENTATIONS, type QuestionSubtask } from '../../ruleworld/types.ts';
import { exactMatchColumn, TASK_COLUMNS, type Column, type ScoreName } from '../columns.ts';
import { titlesOf } from '../paper.ts';
import type { QuestionScore } from '../records.ts';
import { formatCount, formatDifference, formatFraction, type Table } from '../table.ts';
import { differenceOf } from './difference.ts';
import { byRuleCount, REFERENCE } from './paired-table.ts';
import { pairQuestions, type Pair } from './pairs.ts';

/** What the differences are of, and how a title says it. */
export const STEPWISE_SCORES = { exactMatch: 'exact match', recallAt1: 'recall @1' } as const;

/** Groups of sub-tasks as in Table 2, in both forms where both were asked; intervals as in `pairedTable`. */
export function stepwiseTable(
  scores: readonly QuestionScore[],
  repository: Repository,
  score: keyof typeof STEPWISE_SCORES,
): Table {
  const once = [...new Set(scores.filter(retrievesOnce).map(({ method }) => method))];
  const rows = byRuleCount(scores, repository).flatMap((ofCount) => {
    const pairings = once.map((method) => pairsWith(method, ofCount));
    if (pairings.every((pairs) => pairs.length === 0)) return [];
    const groups = Object.entries(TASK_COLUMNS);
    return groups.map(([task, subtasks]) => groupRow(task, subtasks, pairings, score));
  });
  const titles = once.flatMap((method) => [`DynaRule - ${titlesOf(method).answers}`, '± 95 %']);
  const title = `Step-wise retrieval against retrieving once: ${STEPWISE_SCORES[score]}, ${repository} repository`;
  return { title, labels: 2, columns: ['rules', 'questions of', 'number', ...titles], rows };
}

function retrievesOnce({ method, retrieval }: QuestionScore): boolean {
  return retrieval === 'once' && !READING_ALL.some((name) => name === method);
}

function pairsWith(method: string, scores: readonly QuestionScore[]): readonly Pair[] {
  const of = (name: string): QuestionScore[] => scores.filter((score) => score.method === name);
  return pairQuestions(of(method), of(REFERENCE)).pairs;
}

function groupRow(task: string, subtasks: readonly QuestionSubtask[], pairings: readonly (readonly Pair[])[], score: ScoreName): string[] {
  const ofGroup = pairings.map((pairs) => pairs.filter(({ first }) => subtasks.includes(first.subtask)));
  const [ruleCount] = pairings.flatMap(([pair]) => pair?.first.ruleCount ?? []);
  const questions = new Set(ofGroup.flat().map(({ first }) => first.questionId)).size;
  const differences = ofGroup.flatMap((pairs) => {
    const estimate = differenceOf(groupColumns(task, subtasks, pairs, score), pairs);
    return [formatDifference(estimate?.mean ?? null), formatFraction(estimate?.ci95 ?? null)];
  });
  return [formatCount(ruleCount ?? 0), task, formatCount(questions), ...differences];
}

/** The group's column in each form that was asked. */
function groupColumns(task: string, subtasks: readonly QuestionSubtask[], pairs: readonly Pair[], score: ScoreName): Column[] {
  const asked = REPRESENTATIONS.filter((form) => pairs.some(({ first }) => first.representation === form));
  return asked.map((form) => ({ ...exactMatchColumn(form, task, subtasks), score }));
}
