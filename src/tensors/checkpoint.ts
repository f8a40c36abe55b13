/**
 * Checkpoints of a run: `checkpoints/step-N/` with adapters.safetensors,
 * optimizer.safetensors and state.json, from which training continues exactly.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../errors.ts';
import { openSafetensors } from '../lm/files/safetensors.ts';
import { writeSafetensors } from '../lm/files/safetensors-write.ts';
import { writeFolderAtomically, writeJsonAtomically } from '../files/atomic-write.ts';
import type { NamedArray, NamedArrays } from './named.ts';

export interface Checkpoint {
  /** Updates done. */
  readonly step: number;
  /** What is trained, in 32-bit floats. */
  readonly adapters: NamedArrays;
  /** The optimizer's memory (`exportState`). */
  readonly optimizer: NamedArrays;
  /** Whatever else the stage needs for going on, as JSON. */
  readonly extra: Readonly<Record<string, unknown>>;
}

const ADAPTERS = 'adapters.safetensors';
/** Needed to go on training, and for nothing else. */
export const OPTIMIZER = 'optimizer.safetensors';
const STATE = 'state.json';
const NAME = /^step-(\d+)$/;
const LEFTOVER = /^step-\d+\.tmp-\d+$/;

const State = z.strictObject({
  schema: z.literal(1),
  step: z.int().min(0),
  extra: z.record(z.string(), z.unknown()),
});

/**
 * Writes `folder/step-N` whole or not at all, then removes all but the newest
 * `keep` checkpoints and whatever killed writers left. Returns the path.
 */
export function writeCheckpoint(folder: string, checkpoint: Checkpoint, keep: number): string {
  const path = join(folder, `step-${checkpoint.step}`);
  const { step, extra } = checkpoint;
  writeFolderAtomically(path, (temporary) => {
    writeSafetensors(join(temporary, ADAPTERS), checkpoint.adapters, { dtype: 'F32' });
    writeSafetensors(join(temporary, OPTIMIZER), checkpoint.optimizer, { dtype: 'F32' });
    writeJsonAtomically(join(temporary, STATE), { schema: 1, step, extra });
  });
  prune(folder, keep);
  return path;
}

/** Reads a checkpoint folder. Throws UserError for missing, truncated or foreign files. */
export function readCheckpoint(path: string): Checkpoint {
  const { step, extra } = readState(join(path, STATE));
  return {
    step,
    extra,
    adapters: readArrays(join(path, ADAPTERS)),
    optimizer: readArrays(join(path, OPTIMIZER)),
  };
}

/** What was trained alone, for evaluation and for the next stage. */
export function readAdapters(path: string): NamedArrays {
  return readArrays(join(path, ADAPTERS));
}

/** What the stage wrote beside the tensors. */
export function readCheckpointExtra(path: string): Readonly<Record<string, unknown>> {
  return readState(join(path, STATE)).extra;
}

/** Path of the checkpoint with the highest step under `folder`, or null. */
export function latestCheckpoint(folder: string): string | null {
  const last = checkpointSteps(folder).at(-1);
  return last === undefined ? null : join(folder, `step-${last}`);
}

/** The step that a checkpoint of a run is named after. */
export function checkpointStep(path: string): number {
  return Number(NAME.exec(basename(path))?.[1]);
}

/** Like `latestCheckpoint`, for callers that cannot go on without one. */
export function requireCheckpoint(folder: string, fix: string): string {
  const path = latestCheckpoint(folder);
  if (path !== null) return path;
  throw UserError.of({
    expected: 'a checkpoint (step-N)',
    got: existsSync(folder) ? 'a folder without one' : 'no such folder',
    where: { file: folder },
    fix,
  });
}

/** Steps in rising order. Half-written folders have another name, so they are never among them. */
function checkpointSteps(folder: string): number[] {
  if (!existsSync(folder)) return [];
  const steps = readdirSync(folder).flatMap((name) => NAME.exec(name)?.[1] ?? []);
  return steps.map(Number).toSorted((a, b) => a - b);
}

function prune(folder: string, keep: number): void {
  const old = checkpointSteps(folder).slice(0, -keep).map((step) => `step-${step}`);
  const leftovers = readdirSync(folder).filter((name) => LEFTOVER.test(name));
  for (const name of [...old, ...leftovers]) rmSync(join(folder, name), { recursive: true, force: true });
}

function readState(path: string): z.infer<typeof State> {
  const result = State.safeParse(parseJson(path));
  if (result.success) return result.data;
  throw UserError.of({
    expected: 'the state of a checkpoint, schema 1',
    got: z.prettifyError(result.error),
    where: { file: path },
    fix: 'use a checkpoint that this version wrote, or remove the folder and continue from the one before',
  });
}

function parseJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown;
  } catch (cause) {
    const got = cause instanceof Error ? cause.message : String(cause);
    const fix = 'name a checkpoint folder, such as checkpoints/tiny; where a run is damaged, remove the folder and continue from the checkpoint before';
    throw UserError.of({ expected: 'a readable JSON file', got, where: { file: path }, fix }, { cause });
  }
}

function readArrays(path: string): Map<string, NamedArray> {
  const source = openSafetensors(path);
  const arrays = source.names().map((name): [string, NamedArray] => [
    name,
    { shape: source.shape(name), data: source.read(name) },
  ]);
  source.close();
  return new Map(arrays);
}
