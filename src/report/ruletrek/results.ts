/** What RuleTrek has left below the run folders: scored runs, each with its folder. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readRunSummary, type RunSummary } from '../../ruletrek/tables/run-summary.ts';

export interface RuletrekRun {
  readonly folder: string;
  readonly summary: RunSummary;
}

/** Of these folders, in their order; those that were not scored are passed over. @throws UserError for a damaged file */
export function readRuletrekRuns(folders: readonly string[]): RuletrekRun[] {
  return folders.flatMap((folder) => {
    const summary = readRunSummary(folder);
    return summary === null ? [] : [{ folder, summary }];
  });
}

/** Of all runs below a root, in order of their names; empty where there are none. */
export function readAllRuletrekRuns(root: string): RuletrekRun[] {
  return readRuletrekRuns(existsSync(root) ? readdirSync(root).toSorted().map((run) => join(root, run)) : []);
}
