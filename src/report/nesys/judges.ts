/** Who answers, as tables and figures call them. */
import { percentOf } from '../../nesys/tables/accuracy.ts';
import type { JudgeName } from '../../nesys/tables/paper.ts';
import type { ColumnSummary } from '../../nesys/tables/set-summary.ts';

export const JUDGES = ['neural', 'rules', 'nesys'] as const satisfies readonly JudgeName[];
export const JUDGE_TITLES: Readonly<Record<JudgeName, string>> = { neural: 'neural alone', rules: 'rules alone', nesys: 'NeSyS' };

/** Null where the column has no questions, or the files do not give this judge. */
export function percent({ right, questions }: ColumnSummary, judge: JudgeName): number | null {
  const count = right[judge];
  return count === null ? null : percentOf({ right: count, total: questions });
}
