/** Reads a binary header from its beginning on, never past the end of the file and never more at a time than it needs. */
import { truncated, type BinaryFile } from './binary-file.ts';

/** Bytes that are read ahead. */
const WINDOW = 1024 * 1024;

export interface ByteCursor {
  /** Bytes read so far. */
  readonly position: number;
  /** Bytes that the file still has. */
  readonly left: number;
  /** The next bytes; valid until the next call. @throws UserError where the file ends before */
  take(length: number): Buffer;
}

export function byteCursor(file: BinaryFile): ByteCursor {
  let window = Buffer.alloc(0);
  let windowStart = 0;
  let position = 0;
  const refill = (length: number): void => {
    window = Buffer.alloc(Math.min(Math.max(length, WINDOW), file.size - position));
    windowStart = position;
    file.readInto(window, position);
  };
  return {
    get position() {
      return position;
    },
    get left() {
      return file.size - position;
    },
    take: (length) => {
      if (length > file.size - position) throw truncated(file.path, position + length, file.size);
      if (position + length > windowStart + window.length) refill(length);
      const start = position - windowStart;
      position += length;
      return window.subarray(start, start + length);
    },
  };
}
