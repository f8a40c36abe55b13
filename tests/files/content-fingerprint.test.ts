/** Fingerprints of contents, small and large. */
import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentFingerprint } from '../../src/files/content-fingerprint.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dynarule-contents-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** A file of so many MiB of zeros, which takes no room, with one byte that is not. */
function sparse(name: string, mebibytes: number, marked: number): string {
  const path = file(name, '');
  truncateSync(path, mebibytes * 2 ** 20);
  const descriptor = openSync(path, 'r+');
  writeSync(descriptor, 'x', marked);
  closeSync(descriptor);
  return path;
}

it('goes by contents, not by names', () => {
  const [one, other] = [file('a', 'text'), file('b', 'text')];
  expect(contentFingerprint([one])).toMatch(/^[0-9a-f]{16}$/);
  expect(contentFingerprint([other])).toBe(contentFingerprint([one]));
  expect(contentFingerprint([file('b', 'texT')])).not.toBe(contentFingerprint([one]));
});

it('keeps files apart', () => {
  const split = (first: string, second: string): string => contentFingerprint([file('a', first), file('b', second)]);
  expect(split('ab', 'c')).not.toBe(split('a', 'bc'));
  expect(split('', 'abc')).not.toBe(split('abc', ''));
});

it('reads every byte of what is not large', () => {
  const middle = 3 * 2 ** 20 + 17;
  expect(contentFingerprint([sparse('a', 6, middle)])).not.toBe(contentFingerprint([sparse('b', 6, middle + 1)]));
});

it('reads pieces of what is large, the first and the last byte among them', () => {
  const large = 513;
  const unmarked = contentFingerprint([sparse('a', large, 2 ** 20)]); // behind the first piece, before the second
  const marked = [0, large * 2 ** 20 - 1].map((at) => contentFingerprint([sparse('a', large, at)]));
  expect(new Set([unmarked, ...marked]).size).toBe(3);
  expect(contentFingerprint([sparse('a', large + 1, 0)])).not.toBe(marked[0]);
});
