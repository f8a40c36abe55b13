/** An agent's own copy of an instance's files: made for one trial, compared with the originals, and thrown away. */
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, lstatSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { UserError } from '../../errors.ts';
import { taskFiles, type MountedFile } from '../instance/layout.ts';
import type { Task } from '../formats/vocabulary.ts';
import { giveToSandbox } from '../sandbox/account.ts';

export interface Workspace {
  readonly folder: string;
  /** Given files that were edited, replaced or deleted since. */
  changed(): string[];
  remove(): void;
}

/**
 * Where copies lie. Not in the run folder: the account that sandboxed commands run as must reach it, and may not reach that.
 * The same run always takes the same folder, so that a run that goes on clears away what a killed one has left.
 */
export function workspaceFolder(runFolder: string): string {
  const address = createHash('sha256').update(resolve(runFolder)).digest('hex').slice(0, 16);
  return join(tmpdir(), `ruletrek-${process.getuid?.() ?? 0}-${address}`);
}

/**
 * Makes that folder.
 * @throws UserError where it belongs to someone else, who could put links in it
 */
export function openWorkspaceFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const stats = lstatSync(folder);
  if (stats.isDirectory() && stats.uid === (process.getuid?.() ?? stats.uid)) return;
  throw UserError.of({ expected: 'a folder of your own', got: 'a link, or one of another account', where: { file: folder }, fix: 'remove it, or set TMPDIR to another folder' });
}

/** Copies the files of a task to `folder`, which is emptied first. */
export function makeWorkspace(instanceFolder: string, task: Task, folder: string): Workspace {
  const files = taskFiles(instanceFolder, task);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { from, to } of files) {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    copyFileSync(from, join(folder, to));
  }
  chmodSync(folder, 0o755);
  giveToSandbox(folder);
  return {
    folder,
    changed: () => files.filter((file) => !isUnchanged(file, folder)).map(({ to }) => to),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A link in the place of a file is a change, wherever it leads: it is never followed. */
function isUnchanged({ from, to }: MountedFile, folder: string): boolean {
  const path = join(folder, to);
  const parents = to.split('/').slice(0, -1).map((_, depth, parts) => join(folder, ...parts.slice(0, depth + 1)));
  const real = parents.every((parent) => lstatSync(parent, { throwIfNoEntry: false })?.isDirectory() === true);
  if (!real) return false;
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() !== true || stats.size !== lstatSync(from).size) return false;
  return readFileSync(path).equals(readFileSync(from));
}
