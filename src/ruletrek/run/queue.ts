/** All trials of a run, some at a time. Which worker runs a trial decides nothing about it. */
import { UserError } from '../../errors.ts';
import type { TrialResult } from '../formats/result.ts';
import { TASKS, type Task } from '../formats/vocabulary.ts';
import { finishedResult, runTrial, type TrialPlace, type TrialSetting } from './trial.ts';

/** Faults of model or sandbox in a row after which the rest is not tried. */
const MOST_FAULTS = 5;

/** Every trial, whole repetitions first, so that a run that is stopped has been everywhere as often. */
export function planTrials(instances: readonly string[], tasks: readonly Task[], repetitions: number): TrialPlace[] {
  const ordered = TASKS.filter((task) => tasks.includes(task));
  const counts = Array.from({ length: repetitions }, (_, index) => index + 1);
  return counts.flatMap((trial) => instances.flatMap((instance) => ordered.map((task) => ({ instance, task, trial }))));
}

/** Told of each result, those of earlier runs first. */
export type Told = (result: TrialResult) => void;

/**
 * Runs what has no result yet.
 *
 * @returns whether all trials have a result now; false where the run was stopped
 * @throws UserError after MOST_FAULTS faults of model or sandbox in a row
 */
export async function runQueue(setting: TrialSetting, places: readonly TrialPlace[], workers: number, told: Told): Promise<boolean> {
  const open = places.filter((place) => {
    const known = finishedResult(setting.run, place);
    if (known !== null) told(known);
    return known === null;
  });
  const faults = faultCounter();
  const work = async (): Promise<void> => {
    for (let place = open.shift(); place !== undefined && !setting.stop.aborted; place = open.shift()) {
      const result = await runTrial(setting, place);
      if (result === null) return;
      told(result);
      faults(result);
    }
  };
  await allOf(Array.from({ length: workers }, work), () => open.splice(0));
  return !setting.stop.aborted;
}

/** The first error, once nothing runs any more; what is running then comes to its end, and nothing new begins. */
async function allOf(workers: readonly Promise<void>[], clear: () => void): Promise<void> {
  await Promise.allSettled(workers.map((worker) => worker.catch(clear)));
  await Promise.all(workers);
}

function faultCounter(): (result: TrialResult) => void {
  let inARow = 0;
  return ({ status, detail }) => {
    inARow = status === 'infra_error' || status === 'sandbox_error' ? inARow + 1 : 0;
    if (inARow < MOST_FAULTS) return;
    throw UserError.of({
      expected: 'a model and a sandbox that work',
      got: `${inARow} trials in a row that ended with ${status}; the last: ${detail}`,
      fix: 'mend the cause and run the same command again: what is finished is kept, and these trials are run again',
    });
  };
}
