/** Prompting and RAG on a model behind an endpoint: a server of this test, which knows every answer. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run as evaluate } from '../../pipelines/eval-table.ts';
import { run as generate } from '../../pipelines/generate.ts';
import { openTestData } from '../../src/evaluation/data.ts';
import { evaluationFiles } from '../../src/evaluation/evaluate.ts';
import { eachRecord, type QuestionRecord } from '../../src/evaluation/records.ts';
import { boxed } from '../../src/ruleworld/prompt.ts';
import { SUBTASKS } from '../../src/ruleworld/types.ts';
import { completion, startFakeServer, status, type FakeServer } from '../endpoint/fake-server.ts';

const SPLIT = `{ ${SUBTASKS.map((subtask) => `${subtask}: 1`).join(', ')} }`;
const DATA = `
seed: endpoint
worlds:
  original: &world
    counts: { Entity2Attr: 300, AttrChange2Attr: 60, Action2Env: 40, Action2Attr: 60, Action2State: 60, Env2State: 40, State2Attr: 300 }
  held-out: *world
splits:
  original:
    test: ${SPLIT}
  held-out:
    test: ${SPLIT}
`;

let root = '';
let server: FakeServer;
/** Requests that the server still answers; then it refuses all. */
let patience = Infinity;
const answers = new Map<string, string>();

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'dynarule-endpoint-'));
  const data = join(root, 'data');
  writeFileSync(join(root, 'data.yaml'), DATA);
  await generate({ config: join(root, 'data.yaml'), overrides: [`output=${data}`], workers: 1, print: () => undefined });
  server = await startFakeServer((response, received) => {
    if (patience === 0) return status(400, '{"error": "no more"}')(response, received);
    patience -= 1;
    const question = /\nQuestion: (.*)$/.exec(received.body.messages[0]?.content ?? '')?.[1] ?? '';
    completion(`[Step] so it is ${boxed(answers.get(question) ?? 'nothing')}`)(response, received);
  });
  const { questions } = openTestData(data, 'original', 'test');
  for (const subtask of SUBTASKS) {
    for (const row of questions.rowsOf(subtask)) answers.set(questions.question(row).question.NL, questions.question(row).answer);
  }
  writeFileSync(
    join(root, 'chat.yaml'),
    `
name: chat
data: { folder: ${data} }
model: { base: ${join(root, 'no-local-model')} }
evaluation:
  seeds: [1]
  perSubtask: 1
  ruleCounts: [40]
  representations: [NL]
  repositories: [original]
  methods: [prompting, rag-bm25]
  batchSize: 4
  maxNewTokens: 100
  endpoint: { baseUrl: "${server.baseUrl}", model: m, retries: 0, maxConcurrent: 2, apiKeyVariable: DYNARULE_TEST_KEY }
`,
  );
  process.env['DYNARULE_TEST_KEY'] = 'secret';
});
afterAll(async () => {
  delete process.env['DYNARULE_TEST_KEY'];
  await server.close();
  rmSync(root, { recursive: true });
});

const lines: string[] = [];
const run = (...set: string[]) =>
  evaluate({ experiment: join(root, 'chat.yaml'), set, tables: ['2'], backend: 'cpu', root: join(root, 'runs'), print: (line) => lines.push(line) });
const records = (): QuestionRecord[] => [...eachRecord(evaluationFiles('chat', join(root, 'runs')).records)];

it('says which variable must hold the key, before anything is asked', async () => {
  delete process.env['DYNARULE_TEST_KEY'];
  await expect(run()).rejects.toThrow(/the API key in the environment variable DYNARULE_TEST_KEY\n {2}got: the variable is not set/);
  process.env['DYNARULE_TEST_KEY'] = 'secret';
  expect(server.requests).toHaveLength(0);
});

it('asks nothing twice after a run that failed half-way', async () => {
  patience = 6;
  await expect(run()).rejects.toThrow(/status 400: \{"error": "no more"\}\n.*replies that came are kept/);
  const refused = server.requests.length - 6;
  patience = Infinity;
  await run();
  // 11 sub-tasks, each by prompting and by RAG.
  expect(server.requests.length - refused).toBe(22);
  expect(server.requests.every(({ headers }) => headers.authorization === 'Bearer secret')).toBe(true);
});

it('records what was asked and answered, with estimated tokens, and scores it', () => {
  expect(records()).toHaveLength(22);
  expect(records().every(({ exactMatch, promptTokensEstimated, promptCut }) => exactMatch === 1 && promptTokensEstimated && promptCut === 0)).toBe(true);
  const [first] = records();
  expect(first?.prompt).toMatch(/^Answer the question with the help of the rules below\.\n[^]*\nRules:\n(.+\n){40}\nQuestion: /);
  expect(first?.text).toBe(`[Step] so it is ${boxed(first?.gold ?? '')}`);
  expect(lines.join('\n')).toContain('Table 2: exact match, original repository');
});

it('cuts rules where the stated context is full, which is another cell', async () => {
  const before = records()[0]?.methodFingerprint;
  await run('evaluation.endpoint.contextLength=900', 'evaluation.methods=[prompting]');
  expect(records()).toHaveLength(11);
  expect(records().every(({ promptCut, promptTokens }) => promptCut > 0 && promptTokens <= 900 - 64 - 100)).toBe(true);
  expect(records()[0]?.methodFingerprint).not.toBe(before);
});

it('is asked in rounds, too', async () => {
  await run('evaluation.methods=[ircot,react]');
  expect(records()).toHaveLength(22);
  expect(records().every(({ exactMatch }) => exactMatch === 1)).toBe(true);
  const of = (method: string) => records().filter((record) => record.method === method);
  // IRCoT searches with the question; the server's step, "so it is", has no word to search for, and ends in a box.
  expect(of('ircot').every(({ queries, question }) => queries?.length === 1 && queries[0] === question)).toBe(true);
  // To a request for an action the server's answer is malformed, four times.
  expect(of('react').every(({ queries }) => queries?.length === 4 && queries.every((query) => query === null))).toBe(true);
});
