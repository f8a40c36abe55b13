/** Scores the trials of a run and prints them by task, with what stands beside the headline. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../src/errors.ts';
import { writeJsonAtomically } from '../src/files/atomic-write.ts';
import { readFormat } from '../src/ruletrek/formats/read.ts';
import { TrialResult } from '../src/ruletrek/formats/result.ts';
import type { ScoreFile } from '../src/ruletrek/formats/score.ts';
import { TASKS } from '../src/ruletrek/formats/vocabulary.ts';
import { filesBelow } from '../src/ruletrek/instance/layout.ts';
import { instanceFolder, readInstance, type Instance } from '../src/ruletrek/instance/read.ts';
import { summariseTask } from '../src/ruletrek/score/summary.ts';
import { scoreTrial } from '../src/ruletrek/score/trial.ts';

export interface RuletrekScoreOptions {
  /** A folder `runs/<id>` with trials. */
  readonly folder: string;
  readonly bench: string;
  readonly print?: (line: string) => void;
}

/**
 * Writes score.json beside each result.json.
 * @throws UserError where there are no trials, or one is of an instance that the benchmark does not have
 */
export async function run({ folder, bench, print = console.log }: RuletrekScoreOptions): Promise<ScoreFile[]> {
  const trials = existsSync(join(folder, 'trials')) ? filesBelow(join(folder, 'trials')).filter((path) => path.endsWith('/result.json')) : [];
  if (trials.length === 0) throw UserError.of({ expected: 'a run with finished trials', got: 'none', where: { file: folder }, fix: 'run an agent first: dynarule ruletrek run' });
  const instances = new Map<string, Instance>();
  const scores: ScoreFile[] = [];
  for (const path of trials) {
    const trial = join(folder, 'trials', path, '..');
    const result = readFormat(join(trial, 'result.json'), TrialResult);
    const instance = instances.get(result.instance) ?? (await readInstance(instanceFolder(bench, result.instance)));
    instances.set(result.instance, instance);
    const answer = join(trial, 'answer.json');
    const score = scoreTrial(instance, result, existsSync(answer) ? readFileSync(answer, 'utf8') : '');
    writeJsonAtomically(join(trial, 'score.json'), score);
    scores.push(score);
  }
  for (const task of TASKS) print(summariseTask(task, scores.filter((score) => score.task === task)));
  return scores;
}
