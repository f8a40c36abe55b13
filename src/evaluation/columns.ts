/**
 * The columns of the paper's Tables 2 and 4. In Table 2 a column is the mean over
 * its sub-tasks, and the average is the mean of the twelve columns.
 */
import { REPRESENTATIONS, type Representation, type Subtask } from '../ruleworld/types.ts';
import type { ResultCell } from './results.ts';
import { meanOrNull } from './statistics.ts';

/** Sub-tasks of each of Table 2's columns. */
export const TASK_COLUMNS: Readonly<Record<string, readonly Subtask[]>> = {
  single: ['single-rule'],
  'PM(2-4)': ['multi-rule-2', 'multi-rule-3', 'multi-rule-4'],
  'PM(5-8)': ['multi-rule-5', 'multi-rule-6', 'multi-rule-7', 'multi-rule-8'],
  'MH-2': ['multi-hop-2'],
  'MH-3': ['multi-hop-3'],
  'MH-4': ['multi-hop-4'],
};

/** A column: its key in the paper's data, and its value for the cells of one method, pool size and seed. */
export interface Column {
  readonly key: string;
  readonly title: string;
  /** Null where cells are missing. */
  value(cells: readonly ResultCell[]): number | null;
}

/** Exact match, FOL then NL. */
export const TABLE2_COLUMNS: readonly Column[] = REPRESENTATIONS.flatMap((representation) =>
  Object.entries(TASK_COLUMNS).map(([task, subtasks]) => taskColumn(representation, task, subtasks)),
);

function taskColumn(representation: Representation, task: string, subtasks: readonly Subtask[]): Column {
  const valueOf = (cells: readonly ResultCell[], subtask: Subtask): number | null =>
    cells.find((cell) => cell.representation === representation && cell.subtask === subtask)?.exactMatch ?? null;
  return {
    key: `${representation}.${task}`,
    title: `${representation} ${task}`,
    value: (cells) => meanOrNull(subtasks.map((subtask) => valueOf(cells, subtask))),
  };
}

const RECALLS = { 'recall@100': 'recallAt100', 'recall@10': 'recallAt10', 'recall@1': 'recallAt1' } as const;

/** Step-wise recall, FOL then NL: the mean over the questions of all sub-tasks. */
export const TABLE4_COLUMNS: readonly Column[] = REPRESENTATIONS.flatMap((representation) =>
  Object.entries(RECALLS).map(([name, field]) => ({
    key: `${representation}.${name}`,
    title: `${representation} ${name.replace('recall', '')}`,
    value: (cells) => questionMean(cells.filter((cell) => cell.representation === representation), field),
  })),
);

function questionMean(cells: readonly ResultCell[], field: (typeof RECALLS)[keyof typeof RECALLS]): number | null {
  return meanOrNull(cells.flatMap((cell) => Array.from({ length: cell.n }, () => cell[field])));
}
