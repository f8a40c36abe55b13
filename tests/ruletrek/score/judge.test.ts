/** The optional judge at a stand-in endpoint: what it is asked, what becomes of its replies, and that no score knows of it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run as judge } from '../../../pipelines/ruletrek-judge.ts';
import { UserError } from '../../../src/errors.ts';
import { JudgeFile } from '../../../src/ruletrek/formats/judgement.ts';
import { readFormat } from '../../../src/ruletrek/formats/read.ts';
import { trialFolder } from '../../../src/ruletrek/run/trial.ts';
import { JUDGE_PROMPT_SHA256, readVerdict } from '../../../src/ruletrek/score/judge.ts';
import { judgeTable } from '../../../src/ruletrek/tables/judge.ts';
import { NOT_COMPARABLE } from '../../../src/ruletrek/tables/paper.ts';
import { writeRunSummary } from '../../../src/ruletrek/tables/run-summary.ts';
import { completion, startFakeServer, status, type FakeAnswer, type FakeServer } from '../../endpoint/fake-server.ts';
import { INSTANCE, SOLVED, writeSmallBench } from '../run/small-bench.ts';
import { trialOf } from '../tables/trials.ts';

const root = mkdtempSync(join(tmpdir(), 'judge-'));
const [bench, folder] = [join(root, 'bench'), join(root, 'chat')];
let server: FakeServer;

/** The gold of the small benchmark in full. */
function writeGold(): void {
  const node = { id: 'fee', path: 'guide/fees.md', locator: 'L3', anchor: 'The fee', sha256: '0'.repeat(64), scope: 'orders', version: '2025', condition: 'there is a price', consequence: 'the fee is 3 percent', text: 'The fee is 3 percent of the price.' };
  const files = {
    'gold/graph.json': { format: 1, nodes: [node], edges: [], depth: 0 },
    'gold/answer.json': { format: 1, fields: { fee: '3.00' } },
    'gold/trace.json': { format: 1, steps: [{ rule: 'fee', name: 'fee', type: 'money', value: '3.00', reads: ['order-1.price'] }] },
    'gold/evidence.json': { format: 1, facts: [] },
    'gold/stages.json': { format: 1, stages: [{ step: 0, added: 'fee', nodes: ['fee'], edges: [], depth: 0, facts: {}, answer: { fee: '3.00' } }] },
  };
  for (const [path, value] of Object.entries(files)) writeFileSync(join(bench, 'instances', INSTANCE, path), JSON.stringify(value));
}

const trials = [trialOf(INSTANCE, 'E2E', 75), trialOf(INSTANCE, 'RD', 100), trialOf(INSTANCE, 'RI', 50), trialOf(INSTANCE, 'E2E', 0, { status: 'no_answer' })].map((trial, i) => ({ ...trial, score: { ...trial.score, trial: i + 1 } }));

beforeAll(() => {
  writeSmallBench(bench);
  writeGold();
  for (const { score } of trials) {
    const file = join(trialFolder(folder, score), 'answer.json');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, SOLVED);
  }
  writeRunSummary(folder, { name: 'chat', trials }, [{ id: INSTANCE, domain: 'tax', nodes: 1, edges: 0, depth: 0, rounds: 1 }]);
});
afterEach(() => server.close());
afterAll(() => rmSync(root, { recursive: true }));

const ask = (...replies: readonly FakeAnswer[]) => async (key: string | null = null) => {
  server = await startFakeServer(...replies);
  const lines: string[] = [];
  const runs = await judge({ folders: [folder], bench, endpoint: { baseUrl: server.baseUrl, model: 'large', apiKeyVariable: key }, print: (line) => lines.push(line) });
  return { runs, text: lines.join('\n') };
};
const judgement = (at: number): JudgeFile => readFormat(join(trialFolder(folder, trials[at]!.score), 'judge.json'), JudgeFile);

it('asks about readable answers of RD and E2E at temperature 0, with gold and answer, and keeps what came', async () => {
  const { text } = await ask(completion('I think so. {"answer": 1, "reasoning": 80}'), completion('no idea'))();
  expect(server.requests).toHaveLength(2);
  const { body } = server.requests[0]!;
  expect(body['temperature']).toBe(0);
  for (const part of ['How high is the fee?', '{"fee":"3.00"}', 'fee (guide/fees.md): if there is a price, then the fee is 3 percent', SOLVED]) expect(body.messages[1]!.content).toContain(part);
  expect(judgement(0)).toMatchObject({ verdict: { answer: 1, reasoning: 80 }, by: { model: 'large', promptSha256: JUDGE_PROMPT_SHA256 } });
  expect(judgement(1)).toMatchObject({ verdict: null, reply: 'no idea' });
  expect(text).toContain('unjudged: the reply is no verdict');
});

it('asks again about what is unjudged alone, and about an answer that has changed', async () => {
  const address = judgement(0).by.baseUrl;
  // The endpoint has another port each time: the judgement is moved there.
  server = await startFakeServer(completion('{"answer": false, "reasoning": 20}'));
  for (const at of [0, 1]) {
    const file = join(trialFolder(folder, trials[at]!.score), 'judge.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(address, server.baseUrl));
  }
  const again = () => judge({ folders: [folder], bench, endpoint: { baseUrl: server.baseUrl, model: 'large', apiKeyVariable: null }, print: () => undefined });
  await again();
  expect(server.requests).toHaveLength(1);
  expect(judgement(1).verdict).toEqual({ answer: 0, reasoning: 20 });
  writeFileSync(join(trialFolder(folder, trials[0]!.score), 'answer.json'), `${SOLVED}\n`);
  await again();
  expect(server.requests).toHaveLength(2);
});

it('fails where the endpoint does, with nothing written in the place of a verdict', async () => {
  const before = judgement(0);
  await expect(ask(status(401, 'no key'))()).rejects.toThrow(UserError);
  expect(judgement(0)).toEqual(before);
});

it('refuses a folder that was not scored, and a broken address', async () => {
  server = await startFakeServer(completion(''));
  const endpoint = { baseUrl: server.baseUrl, model: 'large', apiKeyVariable: null };
  await expect(judge({ folders: [root], bench, endpoint })).rejects.toThrow('no ruletrek.json');
  await expect(judge({ folders: [folder], bench, endpoint: { ...endpoint, baseUrl: 'large' } })).rejects.toThrow('baseUrl: expected an http');
});

it.each([
  ['{"answer": 1, "reasoning": 55.5}', { answer: 1, reasoning: 55.5 }],
  ['```json\n{"answer": true, "reasoning": 0}\n```', { answer: 1, reasoning: 0 }],
  ['{"answer": 0, "reasoning": 10} or rather {"answer": 1, "reasoning": 90}', { answer: 1, reasoning: 90 }],
  ['{"answer": 1, "reasoning": 101}', null],
  ['{"answer": 2, "reasoning": 50}', null],
  ['', null],
])('reads %j', (reply, verdict) => {
  expect(readVerdict(reply)).toEqual(verdict);
});

it('stands beside the scores, with rank correlation, marked', () => {
  const run = [[90, 1, 80], [60, 1, 50], [0, 0, 90], [30, 1, 60]].map(([score, answer, reasoning], i) => ({ score: trialOf(`tax-00${i}`, 'E2E', score!).score, verdict: { answer: answer as 0 | 1, reasoning: reasoning! } }));
  const { title, rows } = judgeTable([{ name: 'chat', trials: [...run, { ...run[0]!, verdict: null }] }], 'large');
  // Judge 80 50 0 60, mean 47.5, ranks 4 2 1 3; score 90 60 0 30, mean 45, ranks 4 3 1 2: 1 − 6 · 2 / (4 · 15) = .8.
  expect(rows[0]!.slice(0, 7)).toEqual(['chat', 'E2E', '4', '1', '47.50', '45.00', '100.0 %']);
  expect(rows[0]![7]).toMatch(/^\.80 \[/);
  expect(rows.at(-1)!.at(-1)).toBe('0.822 to 0.857');
  expect(title).toContain(NOT_COMPARABLE);
});
