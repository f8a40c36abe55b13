/** Progress of a run: a line for each finished trial, and a count of states at the end. */
import type { TrialResult } from '../formats/result.ts';
import { STATUSES } from '../formats/vocabulary.ts';

/** "12/720 | tax-003 E2E 1 | ok | 34 steps | 121.0 s". */
export function trialLine({ instance, task, trial, status, detail, steps, wallSeconds }: TrialResult, done: number, total: number): string {
  const cause = detail === '' ? '' : ` | ${detail.split('\n', 1)[0]}`;
  return `${done}/${total} | ${instance} ${task} ${trial} | ${status} | ${steps} steps | ${wallSeconds.toFixed(1)} s${cause}`;
}

/** Every planned trial in one state; those without a result are counted too. */
export function statusLines(results: readonly TrialResult[], planned: number): string[] {
  const lines = STATUSES.flatMap((status) => {
    const count = results.filter((result) => result.status === status).length;
    return count === 0 ? [] : [`${String(count).padStart(6)}  ${status}`];
  });
  const missing = planned - results.length;
  return [...lines, ...(missing === 0 ? [] : [`${String(missing).padStart(6)}  not run`]), `${String(planned).padStart(6)}  trials in all`];
}
