/** Training on one's own rules from the shipped adapters: a few steps, to the tables, in a run folder of its own. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run as ask } from '../../pipelines/ask.ts';
import { run as train } from '../../pipelines/train.ts';
import { trainedSettings } from '../../src/dynarule/checkpoint.ts';
import { readRefusal } from '../../src/dynarule/refusal.ts';
import type { OwnQuestion } from '../../src/rulebook/questions/own-question.ts';

const root = mkdtempSync(join(tmpdir(), 'train-'));
const rules = join(root, 'rules.csv');
writeFileSync(
  rules,
  'id,premise,conclusion\nparcel,If a customer returns a parcel,the full price is refunded\ninvoice,If a customer pays by invoice,a fee of 4 euros applies\nhours,the opening time of the library,half past 8\n',
);
const folder = join(root, 'own', 'own-rules');
const checkpoint = join(folder, 'checkpoints', 'step-2');
const short = ['name=own', 'stage2.steps=2', 'stage2.batchSize=2', 'stage2.optimizer.warmup=0', 'stage2.validationQuestions=2', 'ownRules.trainQuestions=3'];

let replies: Server;
let asked = 0;

/** A chat model that knows two questions, one of which gives the answer away. */
beforeAll(async () => {
  replies = createServer((_, response) => {
    asked += 1;
    const content = 'Is the full price refunded if a customer returns a parcel?\n1. What about a customer who returns a parcel?\n2. A parcel is what a customer returns, and now?';
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ choices: [{ message: { content } }] }));
  }).listen(0, '127.0.0.1');
  await once(replies, 'listening');
});
afterAll(async () => {
  await new Promise((closed) => replies.close(closed));
  rmSync(root, { recursive: true });
});

async function trained(overrides: readonly string[] = [], rulesFile = rules): Promise<string> {
  const printed: string[] = [];
  const finished = await train({ config: 'experiments/own-rules.yaml', overrides: [...short, `ownRules.rules=${rulesFile}`, ...overrides], root, print: (text) => printed.push(text) });
  expect(finished).toBe(true);
  return printed.join('');
}

it('makes questions, trains on them, and counts answers before and after', async () => {
  const printed = await trained();
  expect(printed).toMatch(/^Questions that were not trained on, 3 rules\n.*exact.*\nbefore: checkpoints\/tiny +trained template +3 .*\nbefore: checkpoints\/tiny +template +3 .*\nafter 2 steps +trained template +3 /);
  expect(printed).toMatch(/\nRefusal: [^]*precision[^]*the adapters are in .*step-2\n$/);
  const questions = readFileSync(join(folder, 'questions.jsonl'), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as OwnQuestion);
  // 3 to train on, 3 that choose the threshold, and one of each kind that is tested
  expect(questions).toHaveLength(3 * (3 + 3 + 1 + 1));
  expect(readFileSync(join(folder, 'tables.md'), 'utf8')).toContain('| before: checkpoints/tiny | template | 3 |');
  const results = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as { before: unknown[]; after: { gold: string }[] };
  expect(results.before).toHaveLength(6);
  const each = ['a fee of 4 euros applies', 'half past 8', 'the full price is refunded'];
  expect(results.after.map(({ gold }) => gold).sort()).toEqual([...each, ...each].sort());
});

it('leaves adapters that quote rules, and refuse', async () => {
  expect(trainedSettings(checkpoint)).toMatchObject({ answers: 'quoted', contextWeights: { others: 0.1 }, attention: { topK: 16, confidenceLayer: 2, readingLayer: 5 } });
  expect(readRefusal(checkpoint)).not.toBeNull();
  const pieces: string[] = [];
  await ask({ rules, model: 'checkpoints/tiny-base', adapters: checkpoint, refusal: false, question: 'What happens if a customer returns a parcel?', json: true, write: (text) => pieces.push(text) });
  const answer = JSON.parse(pieces.join('')) as { answer: string; refused: boolean };
  expect(answer.refused).toBe(false);
  expect(answer.answer).toMatch(/the full price is refunded|a fee of 4 euros applies|half past 8/);
});

it('goes on where it was, and does not train what is trained', async () => {
  const before = readFileSync(join(checkpoint, 'adapters.safetensors'));
  const metrics = readFileSync(join(folder, 'metrics.jsonl'), 'utf8');
  rmSync(join(folder, 'results.json'));
  expect(await trained()).toContain('after 2 steps');
  expect(readFileSync(join(checkpoint, 'adapters.safetensors')).equals(before)).toBe(true);
  expect(readFileSync(join(folder, 'metrics.jsonl'), 'utf8')).toBe(metrics);
  expect(existsSync(join(folder, 'results.json'))).toBe(true);
});

it('chooses no threshold of refusal where no question can be asked without its rules, and says so', async () => {
  const lonely = join(root, 'lonely.jsonl');
  writeFileSync(lonely, '{"text": "If it rains, the game is off."}\n');
  const printed = await trained(['name=lonely'], lonely);
  expect(printed).toContain('no threshold of refusal was chosen, and these adapters refuse nothing');
  expect(printed).not.toContain('Refusal:');
  expect(readRefusal(join(root, 'lonely', 'own-rules', 'checkpoints', 'step-2'))).toBeNull();
});

it('refuses a run folder that belongs to other rules', async () => {
  const other = join(root, 'other.jsonl');
  writeFileSync(other, '{"text": "If it rains, the game is off."}\n');
  await expect(trained([], other)).rejects.toThrow(/got: one with other values: config\.rules/);
});

it('refuses a layer that would choose after others have read', async () => {
  await expect(trained(['name=late', 'dynarule.confidenceLayer=7'])).rejects.toThrow(/before they are read, 1 to 6\s+got: 7/);
});

it('asks an endpoint for questions too, once, and keeps those that can be used', async () => {
  const { port } = replies.address() as AddressInfo;
  const endpoint = [`evaluation.endpoint={baseUrl: "http://127.0.0.1:${port}/v1", model: helper}`, 'name=asked'];
  expect(await trained(endpoint)).toMatch(/after 2 steps +endpoint +1 /);
  expect(asked).toBe(3);
  const questions = readFileSync(join(root, 'asked', 'own-rules', 'questions.jsonl'), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as OwnQuestion);
  expect(questions.filter(({ by }) => by === 'endpoint').map(({ split, text, rules: gold }) => [split, text, ...gold])).toEqual([
    ['train', 'What about a customer who returns a parcel?', 'parcel'],
    ['test', 'A parcel is what a customer returns, and now?', 'parcel'],
  ]);
  await trained(endpoint);
  expect(asked).toBe(3);
});
