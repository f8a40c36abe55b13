/** Files that a test needs broken in one particular way. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that is removed when the test file ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dynarule-test-'));
  afterAll(() => { rmSync(folder, { recursive: true, force: true }); });
  return folder;
}

/** A safetensors file with this header text and so many zero bytes of data. */
export function rawSafetensors(path: string, header: string, dataBytes: number): string {
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(Buffer.byteLength(header)));
  writeFileSync(path, Buffer.concat([length, Buffer.from(header), Buffer.alloc(dataBytes)]));
  return path;
}

export const ORACLE = join(import.meta.dirname, '../../oracle');
export const TINY = join(ORACLE, 'tiny-lms');
