import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePartsAtomically, writeTextAtomically } from '../../src/files/atomic-write.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dynarule-atomic-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('writes part after part', () => {
  const file = join(folder, 'new', 'text');
  writePartsAtomically(file, ['a\n', 'b\n']);
  expect(readFileSync(file, 'utf8')).toBe('a\nb\n');
  expect(readdirSync(join(folder, 'new'))).toEqual(['text']);
});

it('keeps the old file, and nothing else, where a part cannot be made', () => {
  const file = join(folder, 'text');
  writeTextAtomically(file, 'old');
  function* parts(): Generator<string> {
    yield 'new';
    throw new Error('no more');
  }
  expect(() => writePartsAtomically(file, parts())).toThrow('no more');
  expect(readFileSync(file, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['text']);
});
