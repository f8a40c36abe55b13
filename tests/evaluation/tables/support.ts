/** Result cells whose figures are known by heart. */
import type { ResultCell, Results } from '../../../src/evaluation/results.ts';
import type { Table } from '../../../src/evaluation/table.ts';
import { REPRESENTATIONS, SUBTASKS, type Subtask } from '../../../src/ruleworld/types.ts';

/** The same score for every sub-task of a family, in both forms; NL is .1 less. */
const FOL_SCORES: Readonly<Record<Subtask, number>> = {
  'single-rule': 1,
  'multi-rule-2': 0.9,
  'multi-rule-3': 0.8,
  'multi-rule-4': 0.7,
  'multi-rule-5': 0.7,
  'multi-rule-6': 0.6,
  'multi-rule-7': 0.5,
  'multi-rule-8': 0.4,
  'multi-hop-2': 0.6,
  'multi-hop-3': 0.5,
  'multi-hop-4': 0.4,
};

interface CellChoice {
  readonly seed: number;
  /** Added to every score. */
  readonly shift: number;
  readonly method?: string;
  readonly ruleCount?: number;
  readonly recall?: number | null;
}

/** All 22 cells of one seed. */
export function seedCells({ seed, shift, method = 'dynarule', ruleCount = 1000, recall = 0.9 }: CellChoice): ResultCell[] {
  return REPRESENTATIONS.flatMap((representation) =>
    SUBTASKS.map((subtask) => ({
      method,
      representation,
      ruleCount,
      repository: 'original' as const,
      seed,
      subtask,
      n: 10,
      exactMatch: FOL_SCORES[subtask] + shift - (representation === 'NL' ? 0.1 : 0),
      recallAt1: recall,
      recallAt10: recall,
      recallAt100: recall,
    })),
  );
}

/** Results with these cells. */
export const results = (cells: readonly ResultCell[], experiment = 'tiny'): Results => ({ schema: 1, commit: 'abc', experiment, cells: [...cells] });

/** A row by the titles of its columns; of columns with the same title the last. */
export const row = (table: Table, index: number): Record<string, string> =>
  Object.fromEntries(table.columns.map((column, at) => [column, table.rows[index]?.[at] ?? '']));
