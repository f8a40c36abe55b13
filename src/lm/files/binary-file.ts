/**
 * Positioned reads from a file of any size. One read call carries at most 2 GiB, and
 * one tensor may be larger than that, so long reads go in pieces.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { UserError } from '../../errors.ts';

const PIECE = 4 * 1024 * 1024;

export interface BinaryFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Fills `target` with the bytes from `position` on. @throws UserError where the file ends before */
  readInto(target: Uint8Array, position: number): void;
  /** Hands `length` bytes from `position` on to `use`, in pieces of whole `unit`s. */
  readPieces(position: number, length: number, unit: number, use: (piece: Buffer, offset: number) => void): void;
  close(): void;
}

/** @throws UserError where the file cannot be opened */
export function openBinaryFile(path: string): BinaryFile {
  const descriptor = open(path);
  const stat = fstatSync(descriptor);
  const readInto = (target: Uint8Array, position: number): void => {
    for (let done = 0; done < target.length; ) {
      const got = readSync(descriptor, target, done, Math.min(PIECE, target.length - done), position + done);
      if (got === 0) throw truncated(path, position + target.length, stat.size);
      done += got;
    }
  };
  return {
    path,
    size: stat.size,
    readInto,
    readPieces: (position, length, unit, use) => {
      const step = Math.max(unit, PIECE - (PIECE % unit));
      for (let offset = 0; offset < length; offset += step) {
        const piece = Buffer.alloc(Math.min(step, length - offset));
        readInto(piece, position + offset);
        use(piece, offset);
      }
    },
    close: () => { closeSync(descriptor); },
  };
}

function open(path: string): number {
  try {
    const descriptor = openSync(path, 'r');
    if (fstatSync(descriptor).isFile()) return descriptor;
    closeSync(descriptor);
  } catch (cause) {
    throw UserError.of({ expected: 'a readable file', got: (cause as Error).message, where: { file: path }, fix: 'check the path' }, { cause });
  }
  throw UserError.of({ expected: 'a file', got: 'something else', where: { file: path }, fix: 'check the path' });
}

/** @param key the tensor whose bytes are missing */
export function truncated(path: string, needed: number, size: number, key?: string): UserError {
  return UserError.of({
    expected: `at least ${needed} bytes`,
    got: `${size} bytes`,
    where: { file: path, ...(key === undefined ? {} : { key }) },
    fix: 'the file is cut short; copy or download it again',
  });
}
