/** The demo from end to end, on small data and a random language model: its stages, its order, going on where it was. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { run as analyse } from '../../pipelines/analyse.ts';
import { run as demo, stageAnnouncer } from '../../pipelines/demo.ts';
import { run as figures } from '../../pipelines/figures.ts';
import { ANALYSIS_NAMES } from '../../src/analysis/names.ts';
import { CONFIDENCE_FILE } from '../../src/training/dynarule/confidence-file.ts';
import { runPath } from '../../src/training/run-folder.ts';
import { SMALL_WORLDS, subtaskCounts } from './small-data.ts';

const SUBTASK_COUNTS = subtaskCounts(1);

const DATA = `
seed: demo
output: data
${SMALL_WORLDS}
splits:
  original: { train: { single-rule: 40 }, validation: { single-rule: 2 }, test: &test { ${SUBTASK_COUNTS} } }
  held-out: { test: *test }
`;

const stage = '{ steps: 2, batchSize: 1, ruleCount: 40, mix: { parallel: 0, hop: 0 }, optimizer: { warmup: 0 }, validationQuestions: 2 }';

const FULL = `
name: tiny
data: { folder: data, worlds: { refreshed: 0 } }
model: { base: base, adapters: runs/quick/stage2/checkpoints/step-2 }
encoder: { kind: hashed, dimensions: 16 }
dynarule: { topK: 4 }
stage1: ${stage}
stage2: ${stage}
evaluation: { seeds: [1], perSubtask: 1, ruleCounts: [30], maxNewTokens: 4, methods: [dynarule] }
`;

const SHORT = `
extends: tiny.yaml
name: quick
evaluation: { repositories: [original] }
`;

const repository = resolve('.');
let root = '';
let said: string[] = [];
const log = console.log.bind(console);

/** Pipelines find experiments, data and runs from the working folder. */
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'dynarule-demo-'));
  mkdirSync(join(root, 'experiments'));
  writeFileSync(join(root, 'experiments', 'ruleworld.yaml'), DATA);
  writeFileSync(join(root, 'experiments', 'tiny.yaml'), FULL);
  writeFileSync(join(root, 'experiments', 'quick.yaml'), SHORT);
  cpSync('tests/oracle/tiny-lms/llama', join(root, 'base'), { recursive: true });
  // Its tokens are bytes, so questions need a longer context than it was made with.
  const config = join(root, 'base', 'config.json');
  const json = JSON.parse(readFileSync(config, 'utf8')) as object;
  writeFileSync(config, JSON.stringify({ ...json, max_position_embeddings: 900 }));
  addSpareTokens(join(root, 'base', 'tokenizer.json'));
  process.chdir(root);
  console.log = (line: string): void => void said.push(line);
});
afterAll(() => {
  console.log = log;
  process.chdir(repository);
  rmSync(root, { recursive: true });
});

/** A random model writes any of its 280 tokens, of which the tokenizer knows 270. */
function addSpareTokens(file: string): void {
  const tokenizer = JSON.parse(readFileSync(file, 'utf8')) as { added_tokens: object[] };
  const shape = { single_word: false, lstrip: false, rstrip: false, normalized: false, special: true };
  const spare = Array.from({ length: 10 }, (_, index) => ({ id: 270 + index, content: `<spare-${index}>`, ...shape }));
  writeFileSync(file, JSON.stringify({ ...tokenizer, added_tokens: [...tokenizer.added_tokens, ...spare] }));
}

const titles = () => said.filter((line) => line.startsWith('\n== '));

it('goes from nothing to a report, and says each stage', async () => {
  await demo({});
  expect(titles().map((line) => /== (\d\/7) at \d+:\d\d min: /.exec(line)?.[1])).toEqual(['1/7', '2/7', '3/7', '4/7', '5/7', '6/7', '7/7']);
  expect(existsSync(join(runPath('quick', 'stage1'), CONFIDENCE_FILE))).toBe(true);
  for (const path of ['runs/quick/results.json', 'runs/tiny/results.json', 'runs/tiny/report.html']) expect(existsSync(path)).toBe(true);
  expect(said.join('\n')).toContain('Table 2: exact match, original repository');
  expect(said.filter((line) => line.includes('missing'))).toEqual([]);
});

it('leaves run folders that hold what docs/architecture.md says, and nothing else', () => {
  const documented = readFileSync(join(repository, 'docs', 'architecture.md'), 'utf8');
  const section = documented.split(/^## /m).find((part) => part.startsWith('A run folder')) ?? '';
  const names = [...section.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => (match[1] as string).replace('/step-N/', ''));
  const found = (name: string) => readdirSync(runPath('quick', name)).map((file) => file.replace(/^(events\.out\.tfevents\.).*/, '$1*'));
  expect(found('stage1').sort()).toEqual(names.sort());
  expect(found('stage2').sort()).toEqual(names.filter((name) => name !== CONFIDENCE_FILE));
});

it('leaves a model that every analysis can be made of, and with them every figure that one repository has', async () => {
  const short = { experiment: 'experiments/quick.yaml' };
  for (const what of ANALYSIS_NAMES) await analyse({ ...short, what });
  said = [];
  await figures(short);
  // Two methods were not evaluated, and the held-out repository was not.
  expect(said.filter((line) => line.startsWith('not drawn')).map((line) => /\(Figure (\w+)\)/.exec(line)?.[1])).toEqual(['5a', '5b', '5c']);
  const drawn = readdirSync('runs/quick/figures').filter((name) => name.endsWith('.svg')).map((name) => name.replace('.svg', ''));
  expect(drawn).toEqual(expect.arrayContaining(['figure-3a-attention-entropy', 'figure-3b-retention', 'figure-4c-attention-by-step', 'figure-6a-removed-rules', 'figure-6b-cost']));
});

it('does nothing twice', async () => {
  const files = ['data/generation.json', 'runs/quick/stage2/checkpoints/step-2/adapters.safetensors'];
  const before = files.map((file) => statSync(file).mtimeMs);
  said = [];
  await demo({});
  expect(files.map((file) => statSync(file).mtimeMs)).toEqual(before);
  expect(said).toContain('data is there and current');
  expect(titles()).toHaveLength(7);
});

it('tells the time since it began', () => {
  const lines: string[] = [];
  const now = performance.now.bind(performance);
  let clock = 5_000;
  performance.now = () => clock;
  const announce = stageAnnouncer(2, (line) => lines.push(line));
  announce('first');
  clock += 65_900;
  announce('second');
  performance.now = now;
  expect(lines).toEqual(['\n== 1/2 at 0:00 min: first', '\n== 2/2 at 1:05 min: second']);
});
