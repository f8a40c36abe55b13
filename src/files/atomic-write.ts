/** Whole files or none: a killed process never leaves half a file under its final name. */
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A name beside `path` that is on the same file system, and tells which process left it there. */
export function temporaryPath(path: string): string {
  return `${path}.tmp-${process.pid}`;
}

/** Writes text beside the target and renames it into place; makes the folder where it is missing. */
export function writeTextAtomically(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = temporaryPath(path);
  writeFileSync(temporary, text);
  renameSync(temporary, path);
}

/** The same for a text that is too long to be held at once; where making a part fails, nothing is left behind. */
export function writePartsAtomically(path: string, parts: Iterable<string>): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = temporaryPath(path);
  const file = openSync(temporary, 'w');
  try {
    for (const part of parts) writeFileSync(file, part);
  } catch (error) {
    rmSync(temporary);
    throw error;
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}

/** Writes JSON with two spaces of indentation and a last newline. */
export function writeJsonAtomically(path: string, value: unknown): void {
  writeTextAtomically(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** Fills a folder beside the target and renames it into place; an older one stands until then. */
export function writeFolderAtomically(path: string, fill: (folder: string) => void): void {
  const fresh = freshFolder(path);
  try {
    fill(fresh);
    putInPlace(fresh, path);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** The same where filling takes its time. */
export async function writeFolderInTime<T>(path: string, fill: (folder: string) => Promise<T>): Promise<T> {
  const fresh = freshFolder(path);
  try {
    const result = await fill(fresh);
    putInPlace(fresh, path);
    return result;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** An empty folder beside `path`. */
function freshFolder(path: string): string {
  const fresh = temporaryPath(path);
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  return fresh;
}

/** A folder cannot be renamed over a full one, so the old one steps aside first. */
function putInPlace(fresh: string, path: string): void {
  const old = `${path}.old-${process.pid}`;
  const replaced = existsSync(path);
  if (replaced) renameSync(path, old);
  renameSync(fresh, path);
  if (replaced) rmSync(old, { recursive: true });
}
