/** The paper's configurations, walked to the end with random models of their families. */
import { existsSync } from 'node:fs';
import { run as dryRun } from '../../pipelines/dry-run.ts';
import { initBackend } from '../../src/backend/init.ts';
import { tf } from '../../src/backend/tf.ts';
import { loadExperiment } from '../../src/config/experiment.ts';
import { readJson } from '../../src/lm/files/json-file.ts';

const PAPER = ['qwen2.5-7b', 'qwen2.5-3b', 'qwen2.5-1.5b', 'llama-3-8b'];
/** Enough to go through every part. */
const SMALL = ['evaluation.representations=[NL]', 'evaluation.repositories=[original]', 'evaluation.methods=[dynarule,rag-dense]'];
const config = (name: string): string => `experiments/${name}.yaml`;

describe('the configurations of the paper', () => {
  it.each([
    ['qwen2.5-7b', 23],
    ['llama-3-8b', 30],
    ['qwen2.5-1.5b', 17],
    ['qwen2.5-3b', 36],
  ])('%s has its confidence layer, counted from 1, and its reading of open choices', (name, layer) => {
    const { dynarule, stage1, stage2, encoder } = loadExperiment(config(name));
    expect(dynarule).toMatchObject({ confidenceLayer: layer, topK: 100, selection: 'per-layer', priorWeight: 0, ruleOffset: 0, stepQuery: 'mean', valueInit: 'normal' });
    expect([stage1.ruleCount, stage2.ruleCount, stage2.negatives, encoder.kind]).toEqual([100, 1000, 'pool', 'qwen3-embedding']);
    expect(stage1.mix).toEqual({ single: 0.3, parallel: 0.4, hop: 0.3 });
  });

  it('name confidence layers of the models as the paper does', () => {
    const shared = '../shared/paper/dynarule-tables.json';
    // The paper's figures are not part of the project: without them the numbers above stand alone.
    if (!existsSync(shared)) return expect(existsSync(shared)).toBe(false);
    const { text } = readJson(shared) as { text: { confidenceLayer: Record<string, number> } };
    const layers = PAPER.map((name) => loadExperiment(config(name)).dynarule.confidenceLayer);
    const models = ['Qwen2.5-7B', 'Qwen2.5-3B', 'Qwen2.5-1.5B', 'Llama-3-8B'];
    return expect(layers).toEqual(models.map((model) => text.confidenceLayer[`${model}-Instruct+Qwen3-Embedding-8B`]));
  });
});

it.each([
  ['qwen2.5-7b', []],
  ['llama-3-8b', ['encoder.kind=bge-m3', 'encoder.folder=models/bge-m3']],
])('%s runs from end to end in miniature', async (name, overrides) => {
  const lines: string[] = [];
  await initBackend();
  // Encoders live as long as the process does.
  tf.engine().startScope();
  await dryRun({ config: config(name), overrides: [...overrides, ...SMALL], until: 'evaluation', print: (line) => lines.push(line) });
  tf.engine().endScope();
  const printed = lines.join('\n');
  expect(printed).toContain(`dry run of ${name}: a random ${name.startsWith('llama') ? 'llama' : 'qwen2'} base`);
  expect(printed).toContain('Table 2: exact match, original repository');
  expect(printed).toContain(`${name} runs to the end of evaluation`);
  expect(existsSync(`runs/${name}`)).toBe(false);
});
