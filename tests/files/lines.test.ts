import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linesOf } from '../../src/files/lines.ts';

let file = '';
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dynarule-lines-'));
  file = join(folder, 'text');
});
afterAll(() => rmSync(folder, { recursive: true }));

function linesIn(text: string): string[] {
  writeFileSync(file, text);
  return [...linesOf(file)];
}

it('gives whole lines, empty ones too', () => {
  expect(linesIn('a\n\nb\n')).toEqual(['a', '', 'b']);
  expect(linesIn('a\nb cut of')).toEqual(['a']);
  expect(linesIn('')).toEqual([]);
});

it('joins lines and characters that lie across chunks', () => {
  // Two bytes a letter behind one of a single byte: a chunk of 1 MiB ends within a letter.
  const long = `x${'é'.repeat(1 << 20)}`;
  expect(linesIn(`${long}\nshort\n`)).toEqual([long, 'short']);
});
