/** Phase 2 from end to end with a random model of a few thousand weights: what is written, and that nothing is done twice. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run as finetune } from '../../pipelines/nesys-finetune.ts';
import { run as likelihoods } from '../../pipelines/nesys-likelihoods.ts';
import { run as phase2 } from '../../pipelines/nesys-phase2.ts';
import { run as select } from '../../pipelines/nesys-select.ts';
import { run as workshop } from '../../pipelines/nesys-workshop.ts';
import { initBackend } from '../../src/backend/init.ts';
import { readComparison, type ComparisonResults } from '../../src/nesys/comparison/results.ts';
import { readEvaluationSet } from '../../src/nesys/data/read-set.ts';
import { readNesysResults } from '../../src/report/nesys/results.ts';
import { nesysFigures, nesysMarkdown, nesysSections } from '../../src/report/nesys/section.ts';
import { ORACLE } from '../lm/files/support.ts';
import { silentStream } from '../nesys/symbolic/silent-stream.ts';

const root = mkdtempSync(join(tmpdir(), 'nesys-phase2-'));
const experiment = join(root, 'small.yaml');
const printed: string[] = [];
const common = { experiment, root, print: (line: string): void => void printed.push(line) };

beforeAll(async () => {
  await initBackend();
  const model = join(root, 'model');
  cpSync(join(ORACLE, 'tiny-lms/llama'), model, { recursive: true });
  const config = JSON.parse(readFileSync(join(model, 'config.json'), 'utf8')) as object;
  writeFileSync(join(model, 'config.json'), JSON.stringify({ ...config, max_position_embeddings: 1024 }));
  const lines = [
    'name: small',
    `workshop: { folder: ${root}/questions, train: 24, dev: 50, test: 12 }`,
    `questions: { train: ${root}/questions/train.jsonl, dev: ${root}/questions/dev.jsonl, test: ${root}/questions/test.jsonl }`,
    'rules: workshop',
    `neural: { model: ${model}, prompt: bare }`,
    'fineTuning: { lora: { rank: 2 }, steps: 2, batchTokens: 1000, optimizer: { warmup: 1 } }',
    'comparison: { shares: [0.5], seeds: [1] }',
    'clustering: { features: tfidf }',
    'induction: { cleaning: discard, proposer: { kind: recorded, file: experiments/nesys-phase2-replies.jsonl }, rounds: 1, clusters: 2, reflections: 0 }',
  ];
  writeFileSync(experiment, lines.join('\n'));
  await workshop(common);
});

const ARMS = ['all-seed-1', 'by-rules-0.5-seed-1', 'evenly-0.5-seed-1', 'none'];
const checkpoints = (): number[] => ARMS.slice(0, 3).map((arm) => statSync(join(root, 'small/phase2', arm, 'checkpoints/step-2/adapters.safetensors')).mtimeMs);

describe('nesys phase2', () => {
  let results: ComparisonResults | null = null;
  beforeAll(async () => {
    results = await phase2({ ...common, stream: silentStream() });
  });

  it('compares the base with what it learns from selections, and induces rules again', () => {
    expect(results?.arms.map(({ selection, questions }) => [selection, questions])).toEqual([['none', 0], ['by rules', expect.any(Number)], ['evenly', results?.arms[1]?.questions], ['all', 24]]);
    expect(results?.arms[1]?.questions).toBeGreaterThanOrEqual(12);
    expect(results?.induction).toMatchObject({ arm: 'by-rules-0.5-seed-1', before: 9 });
    expect(existsSync(join(root, 'small/rules.py'))).toBe(true);
    expect(readComparison(join(root, 'small/phase2.json'))).toEqual(results);
    expect(readdirSync(join(root, 'small/figures')).toSorted()).toEqual(['csv', 'png', 'svg'].map((kind) => `nesys-figure-4-small.${kind}`));
    expect(readdirSync(join(root, 'small/phase2')).toSorted()).toEqual(ARMS);
  });

  it('does nothing twice', async () => {
    const before = checkpoints();
    const again = await phase2({ ...common, set: ['induction.proposer=null'], stream: silentStream() });
    expect([again?.arms, again?.induction]).toEqual([results?.arms, null]);
    expect(checkpoints()).toEqual(before);
    await expect(phase2({ ...common, set: ['fineTuning.lora.rank=3'], stream: silentStream() })).rejects.toThrow('fineTuning.lora.rank');
  });

  it('has a section of the report, in HTML and in Markdown', () => {
    const found = readNesysResults(root);
    expect([found.summaries.length, found.comparisons.length]).toEqual([0, 1]);
    const figures = nesysFigures(found);
    expect(figures.map(({ name }) => name)).toEqual(['nesys-figure-4-small', 'small-accuracy-workshop-small']);
    const [section, ...others] = nesysSections(found, new Map(figures.map(({ name }) => [name, `<svg id="${name}"/>`])));
    expect(others).toEqual([]);
    for (const part of ['NeSyS, phase 2: small', '<svg id="nesys-figure-4-small"/>', '50 % by rules', 'conservation', '<h3>Flips</h3>']) expect(section?.body).toContain(part);
    expect(nesysMarkdown(found).tables.length).toBe(2 + 2 * 2);
    expect(nesysSections({ summaries: [], comparisons: [] }, new Map())).toEqual([]);
  });
});

describe('nesys finetune', () => {
  it('learns from what was selected, and writes adapters by which nesys likelihoods judges', async () => {
    await select({ ...common, set: ['name=tuned'] });
    await finetune({ ...common, set: ['name=tuned', 'fineTuning.optimizer.learningRate=0.05'] });
    const ask = { questions: join(root, 'questions/test.jsonl'), model: join(root, 'model'), prompt: 'bare' as const, first: 4, print: (): undefined => undefined };
    const [base, tuned] = [join(root, 'base.jsonl'), join(root, 'tuned.jsonl')];
    await likelihoods({ ...ask, output: base });
    await likelihoods({ ...ask, adapters: join(root, 'tuned/adapters'), output: tuned });
    const sumOf = (file: string): number => readEvaluationSet(file).questions.reduce((sum, { logProbs, correct }) => sum + logProbs[correct]!, 0);
    // Two steps suffice to make any text of the workshop likelier.
    expect(sumOf(tuned)).toBeGreaterThan(sumOf(base) + 1);
    await expect(likelihoods({ ...ask, output: tuned })).rejects.toThrow('the unfinished log-probs of this model');
  });

  it('is another one with other questions, as many of them', async () => {
    const file = join(root, 'tuned/selected.jsonl');
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    const tuned = { ...common, set: ['name=tuned', 'fineTuning.optimizer.learningRate=0.05'] };
    const copy = join(root, 'copy.jsonl');
    cpSync(file, copy);
    await finetune({ ...tuned, questions: copy });
    writeFileSync(copy, [lines[0]!.replace('"state":"', '"state":"New. '), ...lines.slice(1)].join('\n'));
    await expect(finetune({ ...tuned, questions: copy })).rejects.toThrow('questions (other contents)');
  });

  it('goes on with more questions where fewer were asked first', async () => {
    const said: string[] = [];
    const output = join(root, 'base.jsonl');
    await likelihoods({ questions: join(root, 'questions/test.jsonl'), model: join(root, 'model'), prompt: 'bare', output, print: (line) => said.push(line) });
    expect(said[0]).toBe('4 of 12 questions are done already');
    expect(readEvaluationSet(output).questions).toHaveLength(12);
    expect(existsSync(`${output}.part`)).toBe(false);
  });

  it('asks for questions that are there', async () => {
    await expect(finetune({ ...common, set: ['name=nothing'] })).rejects.toThrow('nothing/selected.jsonl');
  });
});
