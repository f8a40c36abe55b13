/** The whole evaluation on small data, with a random language model and random adapters. */
import { jest } from '@jest/globals';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run as compare } from '../../pipelines/compare.ts';
import { run as evalTables, type EvalOptions } from '../../pipelines/eval-table.ts';
import { run as generate } from '../../pipelines/generate.ts';
import { initBackend } from '../../src/backend/init.ts';
import { initialAdapters } from '../../src/dynarule/adapters.ts';
import { createEncoder } from '../../src/encoder/create.ts';
import { evaluationFiles } from '../../src/evaluation/evaluate.ts';
import { readRecords, type QuestionRecord } from '../../src/evaluation/records.ts';
import { readResults } from '../../src/evaluation/results.ts';
import { loadLm } from '../../src/lm/load.ts';
import { disposeWeights } from '../../src/lm/weights.ts';
import { writeCheckpoint } from '../../src/tensors/checkpoint.ts';
import { disposeTensors, exportTensors } from '../../src/tensors/named.ts';
import { checkpointsPath, runPath } from '../../src/training/run-folder.ts';
import { SMALL_WORLDS, subtaskCounts } from './small-data.ts';

const SUBTASK_COUNTS = subtaskCounts(2);

const DATA = `
seed: evaluate
${SMALL_WORLDS}
splits:
  original:
    test: &test { ${SUBTASK_COUNTS} }
  held-out:
    test: *test
`;

let root = '';
let experiment = '';
const quiet = { print: (): void => undefined };
const lines: string[] = [];

/** Tables 2 and 4 of the small experiment. */
const evaluate = (options: Partial<EvalOptions>): Promise<void> => evalTables({ experiment, tables: ['2', '4'], ...options });

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'dynarule-evaluate-'));
  writeFileSync(join(root, 'data.yaml'), DATA);
  await generate({ config: join(root, 'data.yaml'), overrides: [`output=${join(root, 'data')}`], workers: 1, ...quiet });
  const base = join(root, 'base');
  cpSync('tests/oracle/tiny-lms/llama', base, { recursive: true });
  // Its tokens are bytes, so questions need a longer context than it was made with.
  editJson(join(base, 'config.json'), (config) => ({ ...config, max_position_embeddings: 700 }));
  // A random model writes any of its 280 tokens, of which the tokenizer knows 270.
  editJson(join(base, 'tokenizer.json'), (tokenizer) => ({ ...tokenizer, added_tokens: [...tokenizer.added_tokens, ...spareTokens()] }));
  experiment = join(root, 'small.yaml');
  writeFileSync(
    experiment,
    `
name: small
data: { folder: ${join(root, 'data')} }
model: { base: ${base} }
encoder: { kind: hashed, dimensions: 16 }
dynarule: { topK: 4 }
evaluation: { seeds: [1], perSubtask: 1, ruleCounts: [30], batchSize: 4, maxNewTokens: 12 }
`,
  );
  await initBackend();
  await writeAdapters(base);
  await evaluate({ root: join(root, 'runs'), print: (line) => lines.push(line) });
});
afterAll(() => rmSync(root, { recursive: true }));

interface JsonFile {
  readonly added_tokens: readonly object[];
}

function editJson(file: string, edit: (json: JsonFile) => object): void {
  writeFileSync(file, JSON.stringify(edit(JSON.parse(readFileSync(file, 'utf8')) as JsonFile)));
}

function spareTokens(): object[] {
  const shape = { single_word: false, lstrip: false, rstrip: false, normalized: false, special: true };
  return Array.from({ length: 10 }, (_, index) => ({ id: 270 + index, content: `<spare-${index}>`, ...shape }));
}

/** A checkpoint of stage 2 that was never trained. */
async function writeAdapters(base: string): Promise<void> {
  const model = await loadLm(base);
  const init = { dimensions: 16, bias: false, keyInitStd: 0.05, valueInitStd: 0.02, searchFromToken: 0, seed: '1' };
  const adapters = initialAdapters(model, init);
  const attention = { topK: 4, selection: 'confidence', confidenceLayer: 1, keyNorm: 'none', priorWeight: 1, ruleOffset: 0 };
  const extra = { attention, retrieval: 'per-step', stepQuery: 'search', encoder: createEncoder({ kind: 'hashed', dimensions: 16 }).fingerprint };
  const checkpoint = { step: 1, adapters: exportTensors(adapters), optimizer: new Map(), extra };
  writeCheckpoint(checkpointsPath('small', 'stage2', join(root, 'runs')), checkpoint, 1);
  disposeTensors(adapters);
  disposeWeights(model.weights);
}

const records = (runs = 'runs') => readRecords(evaluationFiles('small', join(root, runs)).records);
const answers = (all: readonly QuestionRecord[]) => all.map(({ seconds: _, batchSize: __, ...record }) => record);

it('answers every question by every method, in both forms and repositories', () => {
  // 11 sub-tasks × 2 forms × 2 repositories × 3 methods.
  expect(records()).toHaveLength(132);
  const results = readResults(evaluationFiles('small', join(root, 'runs')).results);
  expect(results.cells).toHaveLength(132);
  expect(results.experiment).toBe('small');
});

it('asks all methods the same, and counts recall as each retrieves', () => {
  const of = (method: string) => records().filter((record) => record.method === method);
  const asked = (method: string) => of(method).map(({ questionId, seed, repository, representation }) => [questionId, seed, repository, representation]);
  expect(asked('prompting')).toEqual(asked('dynarule'));
  expect(asked('rag-bm25')).toEqual(asked('dynarule'));
  expect(of('prompting').every(({ recallAt1, retrieved }) => recallAt1 === null && retrieved.length === 0)).toBe(true);
  expect(of('rag-bm25').every(({ recallAt100, retrieved }) => recallAt100 !== null && retrieved.length === 1)).toBe(true);
  expect(of('dynarule').every(({ retrieved }) => retrieved.length >= 1 && retrieved[0]?.length === 10)).toBe(true);
  // The pool is 30 rules, so the first step's gold rule is always among the 100 best.
  expect(of('dynarule').every(({ goldSteps }) => typeof goldSteps[0]?.[0]?.rank === 'number')).toBe(true);
});

it('prints both tables for both repositories', () => {
  const printed = lines.join('\n');
  for (const title of ['Table 2: exact match', 'Table 4: step-wise recall']) {
    for (const repository of ['original', 'held-out']) expect(printed).toContain(`${title}, ${repository} repository`);
  }
});

/** Another parent of run folders with the same adapters. */
function otherRuns(name: string): string {
  const runs = join(root, name);
  cpSync(checkpointsPath('small', 'stage2', join(root, 'runs')), checkpointsPath('small', 'stage2', runs), { recursive: true });
  return runs;
}

it('gives the same answers question by question as in batches', async () => {
  otherRuns('single');
  const set = ['evaluation.batchSize=1', 'evaluation.repositories=[original]'];
  await evaluate({ set, root: join(root, 'single'), ...quiet });
  const batched = records().filter(({ repository }) => repository === 'original');
  const single = records('single');
  const comparable = (all: readonly QuestionRecord[]) =>
    answers(all).map(({ retrieved, ...record }) => ({ ...record, retrieved: retrieved.map((rules) => rules.map(({ id }) => id)) }));
  expect(comparable(single)).toEqual(comparable(batched));
});

it('gives the same records in two processes as in one', async () => {
  const set = ['evaluation.repositories=[original]'];
  await evaluate({ set, workers: 2, root: otherRuns('shared'), ...quiet });
  const timeless = (all: readonly QuestionRecord[]) => all.map(({ seconds: _, ...record }) => record);
  expect(timeless(records('shared'))).toEqual(timeless(records().filter(({ repository }) => repository === 'original')));
});

it('answers in rounds, alike in batches and question by question', async () => {
  const set = ['evaluation.methods=[ircot,react]', 'evaluation.repositories=[original]', 'evaluation.representations=[NL]'];
  await evaluate({ set, root: join(root, 'rounds'), print: (line) => lines.push(line) });
  await evaluate({ set: [...set, 'evaluation.batchSize=1'], root: join(root, 'rounds-single'), ...quiet });
  expect(answers(records('rounds-single'))).toEqual(answers(records('rounds')));
  // A random model never boxes an answer, so all four rounds are gone through; most of what it writes has no word to search for.
  expect(records('rounds')).toHaveLength(22);
  for (const { method, queries, retrieved, question, retrieval } of records('rounds')) {
    expect([queries?.length, retrieved.length, retrieval]).toEqual([4, 4, 'rounds']);
    expect(retrieved.map((rules) => rules.length > 0)).toEqual(queries?.map((query) => query !== null));
    expect(queries?.[0] === question).toBe(method === 'ircot');
  }
  expect(lines.join('\n')).toMatch(/Table 4: step-wise recall, original repository\n.*\n30 +IRCoT .*\n30 +ReAct /);
});

describe('another table', () => {
  const NL = ['evaluation.representations=[NL]', 'evaluation.methods=[dynarule,prompting]', 'evaluation.repositories=[original]'];

  /** What is printed without answering anything. */
  async function printed(options: Partial<EvalOptions>): Promise<string> {
    const said: string[] = [];
    await evaluate({ finished: true, root: join(root, 'runs'), print: (line) => said.push(line), ...options });
    return said.join('\n');
  }

  it('says what it lacks and what makes it, then shows what there is', async () => {
    const said = await printed({ tables: ['9'], set: NL });
    // Two methods at six rule counts; 30 rules, which is there, is none of the six.
    expect(said).toMatch(/^missing, 12 cells: dynarule, NL, 100 rules, original, seed 1; /);
    const [evaluation, counts] = [NL.map((override) => `--set ${override}`).join(' '), '--set evaluation.ruleCounts=[100,500,1000,2000,5000,10000]'];
    expect(said).toContain(`  make them with: dynarule eval-table --table 9 --experiment ${experiment} ${evaluation} ${counts}\n`);
    expect(said).toMatch(/Table 9: exact match of each sub-task in NL, original repository\n.*\n30 +DynaRule .*\n30 +Prompting /);
    expect(readResults(evaluationFiles('small', join(root, 'runs')).results).cells).toHaveLength(22);
  });

  it('has rows of other results beside its own', async () => {
    const other = evaluationFiles('other', root).results;
    const small = readResults(evaluationFiles('small', join(root, 'runs')).results);
    mkdirSync(join(root, 'other'));
    writeFileSync(other, JSON.stringify({ ...small, experiment: 'other' }));
    const said = await printed({ tables: ['9'], set: NL, beside: [other] });
    for (const label of ['DynaRule (small)', 'Prompting (small)', 'DynaRule (other)', 'Prompting (other)']) expect(said).toContain(label);
  });

  it('shows an evaluation that was interrupted', async () => {
    const runs = otherRuns('part');
    const [cells, part] = [evaluationFiles('small', join(root, 'runs')).cells, evaluationFiles('small', runs).cells];
    await expect(printed({ root: runs })).rejects.toThrow(/expected at least one finished cell.*\n {2}got: none\n {2}fix: leave --finished out/);
    const [cell] = readdirSync(cells).filter((name) => name.startsWith('rag-bm25-FOL-30-original'));
    cpSync(join(cells, cell ?? ''), join(part, cell ?? ''));
    const said = await printed({ root: runs, tables: ['2'] });
    // Of 3 methods × 2 forms × 2 repositories one cell is there.
    expect(said).toMatch(/^missing, 11 cells: dynarule, FOL, 30 rules, original, seed 1; /);
    expect(said).toContain('  make them with: dynarule eval-table --table 2 --experiment');
    expect(said).toMatch(/30 +RAG-bm25 +\.\d{4} /);
  });

  it('says what has rows in it, where there is none', async () => {
    const said = await printed({ tables: ['stepwise'], set: NL });
    expect(said).toContain('table stepwise: nothing to show; it has rows for DynaRule beside methods that retrieve once');
  });

  it('is refused with another version of results beside it', async () => {
    const file = join(root, 'old.json');
    writeFileSync(file, JSON.stringify({ schema: 0, commit: 'a', experiment: 'old', cells: [] }));
    await expect(printed({ beside: [file] })).rejects.toThrow(`${file}: expected results of schema 1, with at least one cell\n  got: schema 0`);
  });
});

it('an evaluation compared with itself in other batches has no difference and no flip', async () => {
  const [batched, single] = ['shared', 'single'].map((runs) => evaluationFiles('small', join(root, runs)).results);
  const said: string[] = [];
  const flips = join(root, 'flips.jsonl');
  const comparison = await compare({ first: batched ?? '', second: single ?? '', flips, print: (line) => said.push(line) });
  // 11 sub-tasks × 2 forms × 3 methods.
  expect(said[2]).toBe('66 questions in both; 0 in one alone, left out');
  expect(comparison.flips).toEqual([]);
  expect(readFileSync(flips, 'utf8')).toBe('');
  const differences = comparison.tables.flatMap(({ rows }) => rows.filter((cells) => cells[2] === 'difference').flatMap((cells) => cells.slice(3)));
  // Twelve columns and the average for three methods; six and the mean at 1 for the two that retrieve, without @100 of 30 rules.
  expect(differences.filter((cell) => cell === '+.0000')).toHaveLength(3 * 13 + 2 * 5);
  expect(differences.filter((cell) => cell !== '+.0000')).toEqual(['–', '–', '–', '–']);
});

it('says once that a training is not finished, and nothing of one that is', async () => {
  const runs = otherRuns('half');
  const said = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const set = ['evaluation.methods=[dynarule]', 'evaluation.representations=[NL]'];
  const caveats = async (steps: number): Promise<string[]> => {
    said.mockClear();
    writeFileSync(join(runPath('small', 'stage2', runs), 'config.yaml'), `stage2: { steps: ${steps} }\n`);
    await evaluate({ set, root: runs, ...quiet });
    return said.mock.calls.map(([text]) => String(text)).filter((text) => text.includes('not finished'));
  };
  try {
    expect(await caveats(3)).toEqual([`the training in ${runPath('small', 'stage2', runs)} is not finished: step 1 of 3; it is used as it is\n`]);
    expect(await caveats(1)).toEqual([]);
  } finally {
    said.mockRestore();
  }
});

it('names what trains a checkpoint that is missing, before anything is asked', async () => {
  const message = /adapters in .*stage2.*\n.*none\n.*make train-stage1 and make train-stage2/;
  await expect(evaluate({ root: join(root, 'none'), ...quiet })).rejects.toThrow(message);
});

it('refuses another encoder than the checkpoint was trained with', async () => {
  const set = ['encoder.dimensions=8'];
  const message = /expected the encoder that the adapters were trained with\n {2}got: another one/;
  await expect(evaluate({ set, root: join(root, 'runs'), ...quiet })).rejects.toThrow(message);
});

it.each([
  ['priorWeight=2', /dynarule.priorWeight: expected dynarule.priorWeight as the adapters in .* were trained with: 1\n {2}got: 2/],
  ['confidenceLayer=1', /expected dynarule.confidenceLayer as .* were trained with: 2\n {2}got: 1/],
  ['stepQuery=mean', /expected dynarule.stepQuery as .* were trained with: search\n {2}got: mean/],
])('refuses adapters that were trained with other settings than dynarule.%s', async (setting, message) => {
  await expect(evaluate({ set: [`dynarule.${setting}`], root: join(root, 'runs'), ...quiet })).rejects.toThrow(message);
});

it('says where there is no base model', async () => {
  renameSync(join(root, 'base'), join(root, 'moved'));
  const attempt = evaluate({ root: join(root, 'runs'), ...quiet });
  await expect(attempt).rejects.toThrow(/expected model files\n.*nothing there\n.*make pretrain/);
  renameSync(join(root, 'moved'), join(root, 'base'));
});
