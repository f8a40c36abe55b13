/** Accuracy by column of a table. */
import { countRight, type Count } from '../energy.ts';
import type { Column } from '../environments/columns.ts';
import type { ScoredQuestion } from '../question.ts';

/** Right answers of each column, by title, and under `average` of all questions (micro average). */
export type ColumnCounts = ReadonlyMap<string, Count>;

/** Title of the paper's last column. */
export const AVERAGE = 'average';

export function countColumns(questions: readonly ScoredQuestion[], rights: readonly boolean[], columns: readonly Column[]): ColumnCounts {
  const counts = columns.map(({ title, labels }): [string, Count] => [
    title,
    countRight(rights.filter((_, i) => labels.includes(questions[i]?.label ?? ''))),
  ]);
  return new Map([...counts, [AVERAGE, countRight(rights)]]);
}

/** Percent; null for a column without questions. */
export function percentOf({ right, total }: Count): number | null {
  return total === 0 ? null : (100 * right) / total;
}

/** Whether a count rounds to a figure with one decimal, whichever way halves are rounded. */
export function roundsTo(count: Count | undefined, figure: number): boolean {
  const percent = count === undefined ? null : percentOf(count);
  return percent !== null && Math.abs(percent - figure) <= 0.05 + 1e-9;
}
