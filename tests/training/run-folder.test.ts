import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { writeCheckpoint } from '../../src/tensors/checkpoint.ts';
import { openRun, type RunFolder, type RunOptions } from '../../src/training/run-folder.ts';

function options(changes: Partial<RunOptions> = {}): RunOptions {
  return {
    root: mkdtempSync(join(tmpdir(), 'runs-')),
    name: 'tiny',
    stage: 'stage1',
    config: { steps: 3, model: { base: 'a' }, seeds: [1] },
    seed: 5,
    backend: 'cpu',
    ...changes,
  };
}

function save(run: RunFolder, step: number): void {
  writeCheckpoint(run.checkpoints, { step, adapters: new Map(), optimizer: new Map(), extra: {} }, 2);
}

describe('openRun', () => {
  it('begins with the resolved configuration and where it comes from', () => {
    const given = options();
    const run = openRun(given);
    expect(run.resumeFrom).toBeNull();
    expect(run.path).toBe(join(given.root!, 'tiny', 'stage1'));
    expect(readdirSync(run.path).toSorted()).toEqual(['checkpoints', 'config.yaml', 'run.json']);
    expect(parse(readFileSync(join(run.path, 'config.yaml'), 'utf8'))).toEqual(given.config);
    const about = JSON.parse(readFileSync(join(run.path, 'run.json'), 'utf8')) as Record<string, unknown>;
    expect(about).toMatchObject({ name: 'tiny', stage: 'stage1', seed: 5, backend: 'cpu', versions: { node: process.versions.node, tfjs: '4.22.0' } });
    expect(about).toHaveProperty('commit');
    expect(about).toHaveProperty('argv');
  });

  it('continues from the last checkpoint of the same configuration', () => {
    const given = options();
    const run = openRun(given);
    save(run, 1);
    save(run, 2);
    expect(openRun(given).resumeFrom).toBe(join(run.checkpoints, 'step-2'));
  });

  it('refuses to continue a run of another configuration, and names the keys', () => {
    const given = options();
    save(openRun(given), 1);
    const changed = { ...given, config: { steps: 4, model: { base: 'b' }, seeds: [1] } };
    expect(() => openRun(changed)).toThrow('config.steps, config.model.base');
    expect(() => openRun({ ...given, seed: 6 })).toThrow('values: seed');
  });

  it('refuses to continue where other files are behind a path, and names it', () => {
    const given = options({ contents: { 'model.base': 'one', 'data.folder': 'same' } });
    save(openRun(given), 1);
    const changed = { ...given, contents: { 'model.base': 'another', 'data.folder': 'same' } };
    expect(() => openRun(changed)).toThrow(/got: one with other values: model.base \(other contents\)\n.*fix: bring back the files/);
    expect(openRun(given).resumeFrom).not.toBeNull();
  });

  it('continues a run that knows nothing of contents, and holds it to those of now', () => {
    const given = options();
    const run = openRun(given);
    save(run, 1);
    const file = join(run.path, 'run.json');
    const about = JSON.parse(readFileSync(file, 'utf8')) as { identity: { seed: number; config: object } };
    const { seed, config } = about.identity;
    writeFileSync(file, JSON.stringify({ ...about, identity: { seed, config } }));
    expect(openRun({ ...given, contents: { 'model.base': 'one' } }).resumeFrom).not.toBeNull();
    expect(() => openRun({ ...given, contents: { 'model.base': 'another' } })).toThrow('model.base (other contents)');
  });

  it('lets keys outside its identity change', () => {
    const given = options({ identity: { steps: 3 } });
    save(openRun(given), 1);
    expect(openRun({ ...given, config: { steps: 3, other: 1 } }).resumeFrom).not.toBeNull();
  });

  it('takes another configuration where there is no checkpoint yet', () => {
    const given = options();
    openRun(given);
    expect(openRun({ ...given, config: { steps: 4 } }).resumeFrom).toBeNull();
  });

  it('starts over when asked to', () => {
    const given = options();
    const run = openRun(given);
    save(run, 1);
    expect(openRun({ ...given, config: { steps: 4 }, fresh: true }).resumeFrom).toBeNull();
    expect(readdirSync(run.checkpoints)).toEqual([]);
  });
});
