/** A folder appears whole or not at all, and replaces nothing that is not ours. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceFolder } from '../../../src/ruleworld/dataset/replace-folder.ts';

let parent: string;
let path: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'dynarule-replace-'));
  path = join(parent, 'out');
});
afterEach(() => rmSync(parent, { recursive: true }));

const fill = (text: string) => async (folder: string): Promise<void> => {
  expect(folder).not.toBe(path);
  writeFileSync(join(folder, 'mark'), text);
};

it('makes a folder and replaces it later', async () => {
  await replaceFolder(path, 'mark', fill('one'));
  await replaceFolder(path, 'mark', fill('two'));
  expect(readFileSync(join(path, 'mark'), 'utf8')).toBe('two');
  expect(readdirSync(parent)).toEqual(['out']);
});

it('leaves what was there when filling fails', async () => {
  await replaceFolder(path, 'mark', fill('one'));
  const failing = replaceFolder(path, 'mark', async (folder) => {
    writeFileSync(join(folder, 'half'), '');
    throw new Error('interrupted');
  });
  await expect(failing).rejects.toThrow('interrupted');
  expect(readdirSync(path)).toEqual(['mark']);
  expect(readdirSync(parent)).toEqual(['out']);
});

it('refuses a folder with other files', async () => {
  mkdirSync(path);
  writeFileSync(join(path, 'thesis.tex'), '');
  await expect(replaceFolder(path, 'mark', fill('one'))).rejects.toThrow(/got: a folder with other files/);
  expect(existsSync(join(path, 'thesis.tex'))).toBe(true);
});
