/** Scores the trials of runs and prints them in the layout of the paper's tables, with what stands beside the headline. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { UserError } from '../src/errors.ts';
import { terminalTable } from '../src/evaluation/table.ts';
import { writeJsonAtomically } from '../src/files/atomic-write.ts';
import { GoldVerify } from '../src/ruletrek/formats/gold.ts';
import type { Manifest } from '../src/ruletrek/formats/manifest.ts';
import { readFormat } from '../src/ruletrek/formats/read.ts';
import { TrialResult } from '../src/ruletrek/formats/result.ts';
import { filesBelow, LAYOUT } from '../src/ruletrek/instance/layout.ts';
import { instanceFolder, readInstance, readManifest, type Instance } from '../src/ruletrek/instance/read.ts';
import { requireSameBench } from '../src/ruletrek/run/run-folder.ts';
import { scoreTrial } from '../src/ruletrek/score/trial.ts';
import { allTables } from '../src/ruletrek/tables/all-tables.ts';
import { benchmarkTables, type InstanceSize } from '../src/ruletrek/tables/benchmark.ts';
import { writeRunSummary } from '../src/ruletrek/tables/run-summary.ts';
import type { ScoredRun, ScoredTrial } from '../src/ruletrek/tables/scored-run.ts';

export interface RuletrekScoreOptions {
  /** Folders `runs/<id>` with trials; each has its rows. */
  readonly folders: readonly string[];
  readonly bench: string;
  readonly print?: (line: string) => void;
}

/**
 * Writes score.json beside each result.json, and ruletrek.json in each run folder.
 * @throws UserError where a folder has no trials, or they are of another benchmark
 */
export async function run({ folders, bench, print = console.log }: RuletrekScoreOptions): Promise<ScoredRun[]> {
  const sizes = readManifest(bench).instances.map((one) => sizeOf(bench, one));
  const trials = folders.map(trialsOf);
  for (const folder of folders) requireSameBench(folder, bench);
  const instances = new Map<string, Instance>();
  const runs: ScoredRun[] = [];
  for (const [i, folder] of folders.entries()) {
    const scored: ScoredTrial[] = [];
    for (const trial of trials[i]!) scored.push(await scoreFolder(trial, bench, instances));
    const one = { name: nameOf(folder, folders), trials: scored };
    writeRunSummary(folder, one, sizes);
    runs.push(one);
    print(`${folder}: ${scored.length} trials on ${new Set(scored.map(({ score }) => score.instance)).size} of ${sizes.length} instances`);
  }
  for (const table of [...allTables(runs), ...benchmarkTables(sizes)]) print(`\n${terminalTable(table)}`);
  return runs;
}

/** Folders of the finished trials, sorted. */
function trialsOf(folder: string): string[] {
  const trials = join(folder, 'trials');
  const finished = existsSync(trials) ? filesBelow(trials).filter((path) => path.endsWith('/result.json')) : [];
  if (finished.length > 0) return finished.map((path) => join(trials, path, '..'));
  throw UserError.of({ expected: 'a run with finished trials', got: 'none', where: { file: folder }, fix: 'run an agent first: dynarule ruletrek run' });
}

async function scoreFolder(trial: string, bench: string, instances: Map<string, Instance>): Promise<ScoredTrial> {
  const result = readFormat(join(trial, 'result.json'), TrialResult);
  const instance = instances.get(result.instance) ?? (await readInstance(instanceFolder(bench, result.instance)));
  instances.set(result.instance, instance);
  const answer = join(trial, 'answer.json');
  const score = scoreTrial(instance, result, existsSync(answer) ? readFileSync(answer, 'utf8') : '');
  writeJsonAtomically(join(trial, 'score.json'), score);
  const { steps, wallSeconds, tokens } = result;
  return { score, domain: instance.task.domain, nodes: instance.graph.nodes.length, depth: instance.graph.depth, spent: { steps, wallSeconds, tokens } };
}

function sizeOf(bench: string, { id, domain, nodes, edges, depth }: Manifest['instances'][number]): InstanceSize {
  const { rounds } = readFormat(join(instanceFolder(bench, id), LAYOUT.goldVerify), GoldVerify);
  return { id, domain, nodes, edges, depth, rounds };
}

/** The folder's own name, or its path where another has the same. */
function nameOf(folder: string, folders: readonly string[]): string {
  const short = (path: string): string => basename(resolve(path));
  return folders.filter((other) => short(other) === short(folder)).length > 1 ? folder : short(folder);
}
