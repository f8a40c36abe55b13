/** A short name for the contents of files of any size, cheap enough to be made whenever a command begins. */
import { createHash, type Hash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';

const PIECE = 2 ** 20;
/** Files of no more bytes in all are read whole: half a second. */
const WHOLE = 512 * PIECE;
/** Of more, so many pieces in all: shares by size, evenly spaced in each file, its beginning and its end among them. */
const SAMPLED = 256;

/**
 * Fingerprint of the files' sizes and contents in this order: 16 hexadecimal digits. Names decide nothing. Beyond 512 MiB a
 * change of a few bytes may be missed; files that were trained or made anew differ everywhere.
 *
 * @param paths of files that are there
 */
export function contentFingerprint(paths: readonly string[]): string {
  const total = paths.reduce((sum, path) => sum + statSync(path).size, 0);
  const hash = createHash('sha256');
  for (const path of paths) addFile(hash, path, total);
  return hash.digest('hex').slice(0, 16);
}

function addFile(hash: Hash, path: string, total: number): void {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    hash.update(`${size}\n`);
    const buffer = Buffer.allocUnsafe(PIECE);
    for (const offset of pieces(size, total)) hash.update(buffer.subarray(0, readSync(file, buffer, 0, PIECE, offset)));
  } finally {
    closeSync(file);
  }
}

/** Offsets of the pieces that are read of a file of this size. */
function pieces(size: number, total: number): number[] {
  const all = Math.ceil(size / PIECE);
  const share = Math.max(2, Math.ceil((SAMPLED * size) / total));
  if (total <= WHOLE || all <= share) return Array.from({ length: all }, (_, index) => index * PIECE);
  return Array.from({ length: share }, (_, index) => Math.round((index * (size - PIECE)) / (share - 1)));
}
