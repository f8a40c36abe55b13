/** Accuracy of who answers. */
import { percentOf } from '../../nesys/tables/accuracy.ts';
import type { JudgeName } from '../../nesys/tables/judges.ts';
import type { ColumnSummary } from '../../nesys/tables/set-summary.ts';

/** Null where the column has no questions, or the files do not give this judge. */
export function percent({ right, questions }: ColumnSummary, judge: JudgeName): number | null {
  const count = right[judge];
  return count === null ? null : percentOf({ right: count, total: questions });
}
