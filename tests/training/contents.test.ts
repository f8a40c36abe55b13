/** What is behind the paths of a configuration. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ExperimentConfig } from '../../src/config/experiment.ts';
import { arrowContents, changedContents, modelContents } from '../../src/training/contents.ts';
import { experimentContents } from '../../src/training/dynarule/experiment-contents.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dynarule-contents-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(name: string, text: string): string {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

it('of a model are its weights and settings, and of a file the file', () => {
  const folder = dirname(write('base/model.safetensors', 'weights'));
  write('base/config.json', '{}');
  const before = modelContents('model.base', folder);
  write('base/README.md', 'words');
  write('base/optimizer.safetensors', 'moments');
  expect(modelContents('model.base', folder)).toEqual(before);
  write('base/config.json', '{ }');
  expect(changedContents(before, modelContents('model.base', folder))).toEqual(['model.base']);
  expect(Object.keys(modelContents('base', write('one.gguf', 'weights')))).toEqual(['base']);
});

it('of nothing are nothing', () => {
  expect(modelContents('model.base', join(root, 'nowhere'))).toEqual({});
  expect(arrowContents('data.folder', [join(root, 'nowhere')])).toEqual({});
});

it('are compared where both sides know them', () => {
  expect(changedContents({}, { a: '1' })).toEqual([]);
  expect(changedContents({ a: '1', b: '2' }, { a: '1', b: '3' })).toEqual(['b']);
  expect(changedContents({ a: '1' }, {})).toEqual([]);
});

describe('of an experiment', () => {
  const experiment = (): ExperimentConfig =>
    ExperimentConfig.parse({ name: 'any', data: { folder: join(root, 'data') }, model: { base: join(root, 'base') }, encoder: { kind: 'lexical', base: join(root, 'encoder') } });

  it.each([
    ['base/model.safetensors', ['model.base']],
    ['encoder/tokenizer.json', ['encoder']],
    ['data/rules-held-out/data-00000-of-00001.arrow', ['data.folder']],
    ['data/questions-original/train/data-00000-of-00001.arrow', ['data.folder']],
    ['data/questions-original/test/data-00000-of-00001.arrow', []],
    ['data/rules-original/embeddings/hashed-NL.arrow', []],
  ])('change with what training reads: %s', (name, expected) => {
    for (const file of ['base/model.safetensors', 'encoder/tokenizer.json', 'data/rules-original/data-00000-of-00001.arrow', name]) write(file, 'before');
    const before = experimentContents(experiment());
    expect(Object.keys(before)).toEqual(['model.base', 'encoder', 'data.folder']);
    write(name, 'after');
    expect(changedContents(before, experimentContents(experiment()))).toEqual(expected);
  });
});
