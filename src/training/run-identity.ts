/** What must not change while a run continues: seed, configuration, and what its paths lead to. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { UserError } from '../errors.ts';
import { changedContents, type Contents } from './contents.ts';

export interface RunIdentity {
  readonly seed: number;
  /** The part of the configuration that decides the run. */
  readonly config: object;
  /** Empty for a run that was begun before contents were kept. */
  readonly contents: Contents;
}

/** As a run folder's `run.json` has it; of a folder without one, nothing is known. */
export function savedIdentity(path: string): Partial<RunIdentity> {
  const file = join(path, 'run.json');
  if (!existsSync(file)) return {};
  return (JSON.parse(readFileSync(file, 'utf8')) as { identity?: Partial<RunIdentity> }).identity ?? {};
}

/** @throws UserError where the folder holds a run of another identity, with the keys that differ */
export function requireSameRun(path: string, { contents, ...wanted }: RunIdentity): void {
  const { contents: before, ...saved } = savedIdentity(path);
  const keys = differences(saved, JSON.parse(JSON.stringify(wanted)));
  const files = changedContents(before ?? {}, contents);
  if (keys.length + files.length === 0) return;
  throw UserError.of({
    expected: 'the run folder of this configuration',
    got: `one with other values: ${[...keys, ...files.map(otherContents)].join(', ')}`,
    where: { file: path },
    fix: `${files.length === 0 ? '' : 'bring back the files that it began with, '}give this run another name (--set name=…), or discard the old one with --fresh`,
  });
}

/** How a message names files that changed under their path. */
export function otherContents(key: string): string {
  return `${key} (other contents)`;
}

/** Key paths where two plain values differ. */
export function differences(left: unknown, right: unknown, path = ''): string[] {
  if (isDeepStrictEqual(left, right)) return [];
  if (!isPlainObject(left) || !isPlainObject(right)) return [path === '' ? 'everything' : path];
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].flatMap((key) => differences(left[key], right[key], path === '' ? key : `${path}.${key}`));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
