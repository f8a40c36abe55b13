import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { dumpYaml, loadYaml } from '../../src/config/load.ts';
import { UserError } from '../../src/errors.ts';

const Schema = z.strictObject({
  name: z.string(),
  steps: z.int().min(1).default(10),
  optimizer: z.strictObject({ rate: z.number().default(0.5), betas: z.array(z.number()).default([0.9, 0.99]) }).prefault({}),
  encoder: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('hashed'), dimensions: z.int().default(8) }),
      z.strictObject({ kind: z.literal('file'), path: z.string() }),
    ])
    .prefault({ kind: 'hashed' }),
});

const folder = mkdtempSync(join(tmpdir(), 'load-'));

function file(name: string, ...lines: string[]): string {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

function faultsOf(path: string, overrides: readonly string[] = []): string {
  try {
    loadYaml(path, Schema, overrides);
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
  throw new Error('the file was accepted');
}

describe('loadYaml', () => {
  it('fills in defaults', () => {
    expect(loadYaml(file('a.yaml', 'name: a'), Schema)).toEqual({
      name: 'a',
      steps: 10,
      optimizer: { rate: 0.5, betas: [0.9, 0.99] },
      encoder: { kind: 'hashed', dimensions: 8 },
    });
  });

  it('names every unknown and mistyped key at once, with its line', () => {
    const path = file('bad.yaml', 'name: 3', 'stepz: 4', 'optimizer:', '  rate: fast', '  # a comment', '  beta: 1');
    expect(faultsOf(path).split('\n')).toEqual([
      `${path}: 4 faults in the configuration`,
      `  ${path}:1 name: expected string, got 3`,
      `  ${path}:4 optimizer.rate: expected number, got "fast"`,
      `  ${path}:6 optimizer.beta: unknown key`,
      `  ${path}:2 stepz: unknown key`,
    ]);
  });

  it('names a missing key, and a fault inside a list by the line of the list', () => {
    const path = file('list.yaml', 'steps: 2', 'optimizer:', '  betas:', '    - 1', '    - x');
    expect(faultsOf(path)).toContain(`${path} name: missing, expected string`);
    expect(faultsOf(path)).toContain(`${path}:5 optimizer.betas.1: expected number, got "x"`);
  });

  it('lays a file over the one that it extends', () => {
    file('base.yaml', 'name: base', 'steps: 5', 'optimizer: { rate: 1, betas: [0, 0, 0] }');
    const path = file('child.yaml', 'extends: base.yaml', 'name: child', 'optimizer: { betas: [1] }');
    expect(loadYaml(path, Schema)).toMatchObject({ name: 'child', steps: 5, optimizer: { rate: 1, betas: [1] } });
  });

  it('places a fault in the file that wrote it', () => {
    const base = file('base2.yaml', 'name: base', 'steps: none');
    const path = file('child2.yaml', 'extends: base2.yaml', 'nam: child');
    expect(faultsOf(path)).toContain(`${base}:2 steps: expected number, got "none"`);
    expect(faultsOf(path)).toContain(`${path}:2 nam: unknown key`);
  });

  it('refuses a second level of extends', () => {
    file('one.yaml', 'name: one');
    file('two.yaml', 'extends: one.yaml');
    expect(faultsOf(file('three.yaml', 'extends: two.yaml'))).toContain('one level of extends');
  });

  it('replaces a mapping of another kind instead of mixing both', () => {
    file('hashed.yaml', 'name: a', 'encoder: { kind: hashed, dimensions: 4 }');
    const path = file('file.yaml', 'extends: hashed.yaml', 'encoder: { kind: file, path: b }');
    expect(loadYaml(path, Schema).encoder).toEqual({ kind: 'file', path: 'b' });
  });

  it('takes overrides, the later one winning, and keeps what they do not name', () => {
    const path = file('over.yaml', 'name: a', 'optimizer: { rate: 1 }');
    const overrides = ['optimizer.betas=[0.1, 0.2]', 'steps=3', 'steps=4', 'name=x=y'];
    expect(loadYaml(path, Schema, overrides)).toMatchObject({
      name: 'x=y',
      steps: 4,
      optimizer: { rate: 1, betas: [0.1, 0.2] },
    });
  });

  it('names the override at fault', () => {
    const path = file('over2.yaml', 'name: a');
    expect(faultsOf(path, ['optimizer.momentum=1', 'steps=0.5'])).toContain('--set optimizer.momentum=1 optimizer.momentum: unknown key');
    expect(faultsOf(path, ['optimizer.momentum=1', 'steps=0.5'])).toContain('--set steps=0.5 steps:');
    expect(faultsOf(path, ['steps'])).toContain('expected key.path=value');
    expect(faultsOf(path, ['steps=[1'])).toContain('a YAML value');
  });

  it('does not let an override reach a prototype', () => {
    const path = file('proto.yaml', 'name: a');
    expect(faultsOf(path, ['__proto__.steps=3'])).toContain('__proto__: unknown key');
    expect(({} as { steps?: number }).steps).toBeUndefined();
  });

  it('says where the YAML itself is broken or a key is given twice', () => {
    const path = file('syntax.yaml', 'name: a', 'steps: [1', 'name: b');
    expect(faultsOf(path)).toMatch(/syntax\.yaml: .* at line \d/);
    expect(faultsOf(file('twice.yaml', 'name: a', 'name: b'))).toMatch(/Map keys must be unique at line 2/);
  });

  it('refuses files that are missing, empty or no mapping', () => {
    expect(faultsOf(join(folder, 'none.yaml'))).toContain('ENOENT');
    expect(faultsOf(file('empty.yaml', '# nothing'))).toContain('an empty file');
    expect(faultsOf(file('list-only.yaml', '- 1'))).toContain('another kind of YAML value');
  });

  it('reads back what it dumps', () => {
    const path = file('dump.yaml', 'name: "1e3"', 'steps: 7', 'encoder: { kind: file, path: "a: b # c" }');
    const config = loadYaml(path, Schema, ['optimizer.rate=0.1']);
    expect(loadYaml(file('dumped.yaml', dumpYaml(config)), Schema)).toEqual(config);
  });
});
