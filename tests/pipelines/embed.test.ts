/** Embedding the rules of an experiment, from its YAML to the files. */
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run as embed } from '../../pipelines/embed.ts';
import { run as generate } from '../../pipelines/generate.ts';
import { createHashedEncoder } from '../../src/encoder/hashed.ts';
import { ruleEmbeddings } from '../../src/encoder/rule-embeddings.ts';
import { readRules } from '../../src/ruleworld/dataset/rules.ts';

const DATA = `
seed: embed
worlds:
  original: &world
    counts: { Entity2Attr: 120, AttrChange2Attr: 20, Action2Env: 20, Action2Attr: 30, Action2State: 30, Env2State: 20, State2Attr: 60 }
  held-out: *world
splits:
  original:
    train: { single-rule: 2 }
    validation: { single-rule: 1 }
    test: { single-rule: 1 }
  held-out:
    test: { single-rule: 1 }
`;

let root: string;
let config: string;
let data: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'dynarule-embed-'));
  const generation = join(root, 'data.yaml');
  writeFileSync(generation, DATA);
  data = join(root, 'data');
  await generate({ config: generation, overrides: [`output=${data}`], workers: 1, print: () => undefined });
  config = join(root, 'experiment.yaml');
  writeFileSync(config, `name: embed\ndata: { folder: ${data} }\nencoder: { kind: hashed, dimensions: 16 }\n`);
});
afterAll(() => rmSync(root, { recursive: true }));

describe('embed', () => {
  it('embeds both repositories in both forms, and keeps what is current', async () => {
    const lines: string[] = [];
    await embed({ config, backend: 'cpu', print: (line) => lines.push(line) });
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/rules-original.embeddings.hashed-16-FOL\.arrow: 300 rules/);
    const folder = join(data, 'rules-held-out', 'embeddings');
    expect(readdirSync(folder).sort()).toEqual(['hashed-16-FOL.arrow', 'hashed-16-NL.arrow']);
    const written = statSync(join(folder, 'hashed-16-NL.arrow')).mtimeMs;
    await embed({ config, backend: 'cpu', print: () => undefined });
    expect(statSync(join(folder, 'hashed-16-NL.arrow')).mtimeMs).toBe(written);
  });

  it('gives the vector of rule i in row i', async () => {
    const rules = readRules(join(data, 'rules-original'));
    const encoder = createHashedEncoder({ dimensions: 16 });
    const all = await ruleEmbeddings(encoder, rules, 'NL');
    expect(all).toHaveLength(300 * 16);
    expect(all.subarray(7 * 16, 8 * 16)).toEqual(await encoder.encode([rules.text(7, 'NL')]));
  });

  it('says what is missing', async () => {
    const overrides = [`data.folder=${join(root, 'nowhere')}`];
    await expect(embed({ config, overrides, backend: 'cpu' })).rejects.toThrow(/data\.folder.*rules-original or rules-held-out/);
  });
});
