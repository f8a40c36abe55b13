/** The baselines from training to the tables, on small data and a random language model. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { run as evaluate } from '../../pipelines/eval-table.ts';
import { run as generate } from '../../pipelines/generate.ts';
import { run as trainBaselines } from '../../pipelines/train-baselines.ts';
import { run as trainStage2 } from '../../pipelines/train-stage2.ts';
import { loadExperiment } from '../../src/config/experiment.ts';
import { trainedSettings } from '../../src/dynarule/checkpoint.ts';
import { evaluationFiles } from '../../src/evaluation/evaluate.ts';
import { paperRow, titlesOf } from '../../src/evaluation/paper.ts';
import { readRecords, type QuestionRecord } from '../../src/evaluation/records.ts';
import { checkpointsPath, runPath } from '../../src/training/run-folder.ts';
import { SMALL_WORLDS, subtaskCounts } from './small-data.ts';

const SUBTASK_COUNTS = subtaskCounts(1);

const DATA = `
seed: baselines
output: data
${SMALL_WORLDS}
splits:
  original: { train: &hops { single-rule: 20, multi-hop-2: 4, multi-hop-3: 4, multi-hop-4: 4 }, validation: *hops, test: &test { ${SUBTASK_COUNTS} } }
  held-out: { test: *test }
`;

const stage = '{ steps: 2, batchSize: 1, ruleCount: 30, mix: { parallel: 0 }, optimizer: { warmup: 0 }, validationQuestions: 2 }';
const MAIN = `
name: tiny
data: { folder: data, worlds: { refreshed: 0 } }
model: { base: base }
encoder: { kind: hashed, dimensions: 16 }
dynarule: { topK: 4, confidenceInit: ridge }
stage1: ${stage}
stage2: ${stage}
evaluation: { seeds: [1], perSubtask: 1, ruleCounts: [30], representations: [NL], repositories: [original], maxNewTokens: 4, methods: [kblam, kblam-scaled, sr-ki, sr-ki-strong] }
`;

const EXPERIMENTS: Readonly<Record<string, string>> = {
  tiny: MAIN,
  kblam: 'extends: tiny.yaml\nname: kblam\nstage1: { steps: 4 }\n',
  'sr-ki':
    'extends: tiny.yaml\nname: sr-ki\ndynarule: { retrieval: once, topK: 12, stepQuery: sequence, priorWeight: 0, confidenceInit: stage1 }\nstage2: { from: tiny }\n',
  'sr-ki-strong': 'extends: tiny.yaml\nname: sr-ki-strong\ndynarule: { retrieval: once, topK: 12, stepQuery: mean }\nstage2: { from: tiny, negatives: repository }\n',
};

const repository = resolve('.');
const experiment = 'experiments/tiny.yaml';
const quiet = { print: (): void => undefined };
let root = '';

/** Pipelines find experiments, data and runs from the working folder. */
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'dynarule-baselines-'));
  mkdirSync(join(root, 'experiments'));
  for (const [name, text] of Object.entries(EXPERIMENTS)) writeFileSync(join(root, 'experiments', `${name}.yaml`), text);
  writeFileSync(join(root, 'data.yaml'), DATA);
  cpSync('tests/oracle/tiny-lms/llama', join(root, 'base'), { recursive: true });
  // Its tokens are bytes, so questions need a longer context than it was made with.
  const config = join(root, 'base', 'config.json');
  writeFileSync(config, JSON.stringify({ ...(JSON.parse(readFileSync(config, 'utf8')) as object), max_position_embeddings: 900 }));
  process.chdir(root);
  await generate({ config: 'data.yaml', workers: 1, ...quiet });
});
afterAll(() => {
  process.chdir(repository);
  rmSync(root, { recursive: true });
});

/** The last checkpoint of each training. */
const ENDS = [
  join(checkpointsPath('tiny', 'stage1'), 'step-2'),
  join(checkpointsPath('kblam', 'stage1'), 'step-4'),
  join(checkpointsPath('sr-ki', 'stage2'), 'step-2'),
  join(checkpointsPath('sr-ki-strong', 'stage2'), 'step-2'),
];

it('asks for the stage 1 that SR-KI goes on from', async () => {
  await expect(trainStage2({ config: 'experiments/sr-ki.yaml' })).rejects.toThrow(/fix: run stage 1 of tiny first/);
  expect(existsSync(runPath('sr-ki', 'stage2'))).toBe(false);
});

it('names the command that trains them, before anything is asked', async () => {
  const message = /adapters in runs\/kblam\/stage1\/checkpoints\n.*none\n.*make train-baselines \(experiments\/kblam.yaml\)/;
  await expect(evaluate({ experiment, tables: ['2'], ...quiet })).rejects.toThrow(message);
});

it('refuses one name for all trainings', async () => {
  const message = /experiments\/kblam.yaml name: expected a run folder for each training\n {2}got: stage 1 and kblam in runs\/same\/stage1\n {2}fix: leave --set name/;
  await expect(trainBaselines({ config: experiment, overrides: ['name=same'] })).rejects.toThrow(message);
  expect(existsSync(runPath('same', 'stage1'))).toBe(false);
});

it('refuses overrides that one of the trainings cannot have, before any has begun', async () => {
  const overrides = ['dynarule.topK=many'];
  await expect(trainBaselines({ config: experiment, overrides })).rejects.toThrow(/dynarule.topK/);
  expect(existsSync(runPath('tiny', 'stage1'))).toBe(false);
});

it('trains stage 1 once, and every baseline to its end', async () => {
  expect(await trainBaselines({ config: experiment })).toBe(true);
  expect(ENDS.filter((path) => !existsSync(path))).toEqual([]);
  expect(existsSync(runPath('sr-ki', 'stage1'))).toBe(false);
  const [asPublished, strong] = ['sr-ki', 'sr-ki-strong'].map((name) => trainedSettings(join(checkpointsPath(name, 'stage2'), 'step-2')));
  expect(asPublished).toMatchObject({ retrieval: 'once', stepQuery: 'sequence', attention: { topK: 12, priorWeight: 0 } });
  expect(strong).toMatchObject({ retrieval: 'once', stepQuery: 'mean', attention: { topK: 12, priorWeight: 1 } });
});

it('gives overrides to every training', async () => {
  const overrides = ['seed=7', 'stage1.validationQuestions=0', 'stage2.validationQuestions=0'];
  expect(await trainBaselines({ config: experiment, overrides, root: 'other-runs' })).toBe(true);
  const seeds = ENDS.map((path) => loadExperiment(join(path.replace('runs', 'other-runs'), '../../config.yaml')).seed);
  expect(seeds).toEqual([7, 7, 7, 7]);
});

it('does nothing twice', async () => {
  const times = (): number[] => ENDS.map((path) => statSync(join(path, 'adapters.safetensors')).mtimeMs);
  const before = times();
  expect(await trainBaselines({ config: experiment })).toBe(true);
  expect(times()).toEqual(before);
});

it('does not go on over another base, nor from another stage 1', async () => {
  const again = (file: string, message: RegExp): Promise<void> => {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, `${text} `);
    return expect(trainStage2({ config: 'experiments/sr-ki.yaml' })).rejects.toThrow(message).finally(() => writeFileSync(file, text));
  };
  await again(join('base', 'config.json'), /got: one with other values: model.base \(other contents\)\n/);
  await again(join(ENDS[0] as string, 'state.json'), /runs\/sr-ki\/stage2: .*\n {2}got: one with other values: stage 1 \(other contents\)\n/);
});

describe('evaluated', () => {
  const lines: string[] = [];
  let records: QuestionRecord[] = [];
  const of = (method: string): QuestionRecord[] => records.filter((record) => record.method === method);

  beforeAll(async () => {
    await evaluate({ experiment, tables: ['2', '4'], print: (line) => lines.push(line) });
    records = readRecords(evaluationFiles('tiny').records);
  });

  it('they answer every question, with what was retrieved once', () => {
    for (const method of ['kblam', 'kblam-scaled', 'sr-ki', 'sr-ki-strong']) {
      expect(of(method)).toHaveLength(11);
      for (const { retrieved, recallAt1, text } of of(method)) {
        expect(retrieved).toHaveLength(1);
        expect(recallAt1).not.toBeNull();
        expect(text).not.toContain('<search>');
      }
    }
  });

  it('KBLaM has seen every rule of the pool, SR-KI its best', () => {
    const outcomes = (method: string): Set<string> => new Set(of(method).map(({ outcome }) => outcome));
    expect([...outcomes('kblam')]).toEqual(['retrieved-but-wrong']);
    expect([...outcomes('sr-ki')]).toContain('not-retrieved');
    // The ranking is that of the prompt, and the same rules in sight weigh otherwise.
    const ranks = (method: string): unknown => of(method).map(({ retrieved }) => retrieved.map((rules) => rules.map(({ id }) => id)));
    expect(ranks('sr-ki')).not.toEqual(ranks('sr-ki-strong'));
  });

  it('they stand in the tables by their names', () => {
    const printed = lines.join('\n');
    for (const title of ['KBLaM', 'KBLaM (log M)', 'SR-KI', 'SR-KI (strong)']) expect(printed).toContain(` ${title} `);
    // Beside the paper's rows, of which KBLaM's is 0 at 10,000 rules.
    expect(paperRow(2, titlesOf('kblam').answers, 10_000)?.values['average']).toBe(0);
    expect(paperRow(4, titlesOf('sr-ki').retrieval, 10_000)).not.toBeNull();
  });

  it('KBLaM without the end of its training is refused', async () => {
    const file = join(runPath('kblam', 'stage1'), 'confidence.json');
    renameSync(file, `${file}.away`);
    const again = evaluate({ experiment, tables: ['2'], ...quiet });
    await expect(again).rejects.toThrow(/confidence.json: expected the confidence layer .*\n.*no such file\n.*make train-baselines/);
    renameSync(`${file}.away`, file);
  });
});
