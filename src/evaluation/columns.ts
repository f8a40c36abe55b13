/**
 * Columns of the paper's tables. A column of exact match is the mean over its
 * sub-tasks; one of recall is the mean over the questions of all sub-tasks. An
 * average is the mean of columns.
 */
import { QUESTION_SUBTASKS, REPRESENTATIONS, SUBTASKS, type Representation, type QuestionSubtask } from '../ruleworld/types.ts';
import type { ResultCell } from './results.ts';
import { meanOrNull } from '../statistics/spread.ts';

/** Scores of cells and of single questions. */
export type ScoreName = 'exactMatch' | 'recallAt1' | 'recallAt10' | 'recallAt100';

/** What stands in a column, for the cells or the questions of one method, pool size and seed. */
export interface Column {
  /** As in the paper's data: `FOL.PM(2-4)`. */
  readonly key: string;
  readonly title: string;
  readonly representation: Representation;
  readonly subtasks: readonly QuestionSubtask[];
  readonly score: ScoreName;
  /** What counts alike in the mean. */
  readonly weighs: 'sub-tasks' | 'questions';
}

/** Sub-tasks of each of Table 2's columns. */
export const TASK_COLUMNS: Readonly<Record<string, readonly QuestionSubtask[]>> = {
  single: ['single-rule'],
  'PM(2-4)': ['multi-rule-2', 'multi-rule-3', 'multi-rule-4'],
  'PM(5-8)': ['multi-rule-5', 'multi-rule-6', 'multi-rule-7', 'multi-rule-8'],
  'MH-2': ['multi-hop-2'],
  'MH-3': ['multi-hop-3'],
  'MH-4': ['multi-hop-4'],
};

/** Sub-tasks of each of Table 3's columns. */
const FAMILY_COLUMNS: Readonly<Record<string, readonly QuestionSubtask[]>> = {
  'S-Rule': ['single-rule'],
  'PM-Rule': SUBTASKS.filter((subtask) => subtask.startsWith('multi-rule-')),
  'MH-Rule': SUBTASKS.filter((subtask) => subtask.startsWith('multi-hop-')),
};

/** Exact match, FOL then NL. */
export const TABLE2_COLUMNS: readonly Column[] = groupColumns(TASK_COLUMNS);

/** Exact match of the three families of sub-tasks, FOL then NL. */
export const TABLE3_COLUMNS: readonly Column[] = groupColumns(FAMILY_COLUMNS);

/** Exact match of each sub-task in one form (Tables 8, 9 and 13). */
export function subtaskColumns(representation: Representation): Column[] {
  return SUBTASKS.map((subtask) => ({ ...exactMatchColumn(representation, subtask, [subtask]), title: subtask }));
}

function groupColumns(groups: Readonly<Record<string, readonly QuestionSubtask[]>>): Column[] {
  return REPRESENTATIONS.flatMap((representation) =>
    Object.entries(groups).map(([task, subtasks]) => exactMatchColumn(representation, task, subtasks)),
  );
}

/** The column of a group of sub-tasks in one form. */
export function exactMatchColumn(representation: Representation, task: string, subtasks: readonly QuestionSubtask[]): Column {
  const key = `${representation}.${task}`;
  return { key, title: `${representation} ${task}`, representation, subtasks, score: 'exactMatch', weighs: 'sub-tasks' };
}

const RECALLS = { 'recall@100': 'recallAt100', 'recall@10': 'recallAt10', 'recall@1': 'recallAt1' } as const;

/** Step-wise recall, FOL then NL (Tables 4 and 10). */
export const TABLE4_COLUMNS: readonly Column[] = REPRESENTATIONS.flatMap((representation) =>
  Object.entries(RECALLS).map(([name, score]): Column => ({
    key: `${representation}.${name}`,
    title: `${representation} ${name.replace('recall', '')}`,
    representation,
    subtasks: QUESTION_SUBTASKS,
    score,
    weighs: 'questions',
  })),
);

/** Recall at the end of a row of Table 4: the mean of FOL and NL at 1. */
export const RECALL_AT_1: readonly Column[] = TABLE4_COLUMNS.filter(({ score }) => score === 'recallAt1');

/** Accuracy on outside data, FOL then NL: its questions count alike, whatever sub-task they are of. */
export const OUTSIDE_ACCURACY: readonly Column[] = REPRESENTATIONS.map((representation) => ({
  ...exactMatchColumn(representation, 'accuracy', QUESTION_SUBTASKS),
  weighs: 'questions',
}));

/** Accuracy, then recall at 10 and at 1, form by form. */
export const OUTSIDE_COLUMNS: readonly Column[] = OUTSIDE_ACCURACY.flatMap((accuracy) => [
  accuracy,
  ...TABLE4_COLUMNS.filter(({ representation, score }) => representation === accuracy.representation && score !== 'recallAt100'),
]);

/** The recall columns that say something of a pool: the hundred best of a hundred rules are all of them. */
export function recallColumns(ruleCount: number): Column[] {
  return TABLE4_COLUMNS.filter(({ score }) => ruleCount > 100 || score !== 'recallAt100');
}

/** Value of a column for the cells of one method, pool size and seed; null where cells are missing. */
export function columnValue(column: Column, cells: readonly ResultCell[]): number | null {
  const here = cells.filter(({ representation }) => representation === column.representation);
  if (column.weighs === 'questions') {
    return meanOrNull(here.flatMap((cell) => Array.from({ length: cell.n }, () => cell[column.score])));
  }
  const valueOf = (subtask: QuestionSubtask): number | null => here.find((cell) => cell.subtask === subtask)?.[column.score] ?? null;
  return meanOrNull(column.subtasks.map(valueOf));
}
