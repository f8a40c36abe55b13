/** The load script, small: dozens of clients for a moment. */
import { initBackend } from '../../src/backend/init.ts';
import { tf } from '../../src/backend/tf.ts';
import { runLoad } from '../../bench/serve/load.ts';
import { isWhole, type Pair } from '../../bench/serve/pair.ts';
import type { Answerer } from '../../src/rulebook/answerer.ts';
import { randomAnswerer } from '../rulebook/support.ts';
import { send, startTestServer, type TestServer } from './support.ts';

/** Milliseconds; on a machine that does other work, the clients' last answers take their time. */
const PATIENCE = 600_000;

let answerer: Answerer;
let server: TestServer | null = null;

beforeAll(async () => {
  await initBackend();
  answerer = randomAnswerer();
});
// Also where a test has failed: an open server would keep the process alive.
afterEach(() => server?.close());

// Rules 1 and 11 of the tiny world, and the same with one more.
const of = (more: number): Pair['states'][0] => [
  { id: '1', premise: 'If A is a tiny cat', conclusion: `it has ${4 + more} strong horns` },
  { id: '11', premise: 'If A is an old dog', conclusion: `it has ${5 + more} long wings` },
];
const PAIR: Pair = { states: [of(0), of(1)] };

it('stands dozens of clients, bad requests and edits, and leaves nothing behind', async () => {
  server = await startTestServer(answerer, { limits: { queue: 20 } });
  const before = tf.memory().numTensors;
  const questions = ['A is a tiny cat. How many strong horns does A have?', 'A is an old dog. How many long wings does A have?', 'A chases B. Where is B?'];
  const { counts, faults } = await runLoad({ url: server.url, model: 'tiny', clients: 36, seconds: 3, questions, maxTokens: 4, pair: PAIR });
  expect(faults).toEqual([]);
  for (const kind of ['chat 200', 'stream 200', 'rules 200', 'edit 200', 'conflict 409', 'malformed 400']) expect(counts).toHaveProperty([kind]);
  expect(Object.keys(counts).filter((kind) => / 5\d\d$/.test(kind))).toEqual([]);
  const health = await send(`${server.url}/health`, 'GET');
  expect(health.body).toMatchObject({ status: 'ok', rules: 12, waiting: 0 });
  await server.close();
  expect(tf.memory().numTensors).toBe(before);
}, PATIENCE);

it('would notice half an edit', () => {
  const [first, second] = of(1);
  expect(isWhole(PAIR, 3, [first, second])).toBe(true);
  expect(isWhole(PAIR, 3, [first, of(0)[1]])).toBe(false);
  expect(isWhole(PAIR, 2, [first])).toBe(false);
});
