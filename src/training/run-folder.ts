/**
 * A run folder: runs/<name>/<stage>/ with config.yaml (resolved), run.json,
 * metrics.jsonl, TensorBoard events and checkpoints/.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dumpYaml } from '../config/load.ts';
import { writeJsonAtomically, writeTextAtomically } from '../files/atomic-write.ts';
import { latestCheckpoint } from '../tensors/checkpoint.ts';
import type { Contents } from './contents.ts';
import { requireSameRun, type RunIdentity } from './run-identity.ts';

export interface RunOptions {
  /** Parent of all run folders; `runs` by default. */
  readonly root?: string;
  readonly name: string;
  /** Name of the stage's folder: stage1, stage2, pretrain. */
  readonly stage: string;
  /** The resolved configuration, saved as config.yaml. */
  readonly config: object;
  /** The part of the configuration that must not change when a run continues; all of it by default. */
  readonly identity?: object;
  /** What the paths in it lead to, which must not change either. */
  readonly contents?: Contents;
  readonly seed: number;
  /** Name and version of the tensor backend. */
  readonly backend: string;
  /** Discards what the folder holds instead of continuing. */
  readonly fresh?: boolean;
}

export interface RunFolder {
  readonly path: string;
  /** Folder of the checkpoints. */
  readonly checkpoints: string;
  /** The checkpoint to continue from; null for a run that begins. */
  readonly resumeFrom: string | null;
}

/** runs/<name>/<stage> */
export function runPath(name: string, stage: string, root = 'runs'): string {
  return join(root, name, stage);
}

/** runs/<name>/<stage>/checkpoints */
export function checkpointsPath(name: string, stage: string, root = 'runs'): string {
  return join(runPath(name, stage, root), 'checkpoints');
}

/**
 * Opens the folder of a run, to begin or, where it holds a checkpoint, to continue.
 * @throws UserError where the folder holds a run of another configuration, or of other files behind its paths
 */
export function openRun(options: RunOptions): RunFolder {
  const path = runPath(options.name, options.stage, options.root);
  if (options.fresh === true) rmSync(path, { recursive: true, force: true });
  const checkpoints = checkpointsPath(options.name, options.stage, options.root);
  const resumeFrom = latestCheckpoint(checkpoints);
  if (resumeFrom !== null) requireSameRun(path, identityOf(options));
  mkdirSync(checkpoints, { recursive: true });
  writeTextAtomically(join(path, 'config.yaml'), dumpYaml(options.config));
  writeJsonAtomically(join(path, 'run.json'), describeRun(options));
  return { path, checkpoints, resumeFrom };
}

/** Everything that one needs to know to make the run again. */
function describeRun(options: RunOptions): object {
  return {
    name: options.name,
    stage: options.stage,
    seed: options.seed,
    backend: options.backend,
    versions: { ...ownVersions(), node: process.versions.node },
    commit: gitCommit(),
    argv: process.argv.slice(2),
    identity: identityOf(options),
  };
}

function identityOf(options: RunOptions): RunIdentity {
  return { seed: options.seed, config: options.identity ?? options.config, contents: options.contents ?? {} };
}

/** Versions of the package and of what computes its numbers. */
function ownVersions(): Record<string, string | undefined> {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
    dependencies: Record<string, string>;
  };
  return { dynarule: manifest.version, tfjs: manifest.dependencies['@tensorflow/tfjs'] };
}

/** Commit of the sources, marked `-dirty` where they differ from it; null outside a git clone. */
export function gitCommit(): string | null {
  const git = (...words: string[]) =>
    spawnSync('git', words, { cwd: new URL('../..', import.meta.url), encoding: 'utf8' });
  const head = git('rev-parse', 'HEAD');
  if (head.status !== 0) return null;
  const changes = git('status', '--porcelain', '--untracked-files=no');
  return head.stdout.trim() + (changes.stdout.trim() === '' ? '' : '-dirty');
}
