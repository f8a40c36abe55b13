/** What NeSyS has left below the run folders: summaries of published numbers, and comparisons of phase 2. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readComparison, type ComparisonResults } from '../../nesys/comparison/results.ts';
import { readSummary, type SavedSummary } from '../../nesys/tables/summary-file.ts';

export interface NesysResults {
  readonly summaries: readonly SavedSummary[];
  readonly comparisons: readonly ComparisonResults[];
}

/** Of all runs, in order of their names; empty where there are none. @throws UserError for a file that another version wrote */
export function readNesysResults(root: string): NesysResults {
  const named = (file: string): string[] => runsOf(root).map((run) => join(root, run, file)).filter(existsSync);
  return { summaries: named('nesys.json').map(readSummary), comparisons: named('phase2.json').map(readComparison) };
}

function runsOf(root: string): string[] {
  return existsSync(root) ? readdirSync(root).toSorted() : [];
}
