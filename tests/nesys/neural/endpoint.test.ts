import { likelihoodsFromEndpoint } from '../../../src/nesys/neural/endpoint.ts';
import { transitionText } from '../../../src/nesys/neural/prompt.ts';
import type { ChoiceQuestion } from '../../../src/nesys/question.ts';
import { startFakeServer, status, type FakeAnswer, type FakeServer } from '../../endpoint/fake-server.ts';

const QUESTION: ChoiceQuestion = { id: 'q', environment: 'webshop', label: 'search', state: 'a 🪚', action: 'search[x]', choices: ['yes', 'no 🪛!'], correct: 0 };

/** Every character is a token of log-prob −1 in the prompt and −.5 · its place in the choice; one more token is made. */
const echo: FakeAnswer = (response, { body }) => {
  const text = [...String(body['prompt'])];
  const prompt = [...transitionText(QUESTION)].length;
  const logProbs = text.map((_, i) => (i === 0 ? null : i < prompt ? -1 : -0.5 * (i - prompt + 1)));
  const logprobs = { token_logprobs: [...logProbs, -9], text_offset: [...text.map((_, i) => i), text.length] };
  response.writeHead(200).end(JSON.stringify({ choices: [{ text: '', logprobs }] }));
};

let server: FakeServer;
const open = async (...answers: FakeAnswer[]): Promise<ReturnType<typeof likelihoodsFromEndpoint>> => {
  server = await startFakeServer(...answers);
  const settings = { baseUrl: `${server.baseUrl}/`, model: 'm', apiKey: null, timeout: 5000, retries: 1, maxConcurrent: 2 };
  return likelihoodsFromEndpoint(settings, { random: () => 0, sleep: () => Promise.resolve(), report: () => undefined });
};
afterEach(() => server.close());

it('sums the log-probs of the tokens of each choice alone', async () => {
  const source = await open(echo);
  // yes: −.5·(1 + 2 + 3) = −3. 'no 🪛!' has five characters: −.5·15 = −7.5.
  expect(await source.logProbs([QUESTION])).toEqual([[-3, -7.5]]);
  expect(server.requests.map(({ path }) => path)).toEqual(['/v1/completions', '/v1/completions']);
  expect(server.requests[0]!.body).toMatchObject({ model: 'm', echo: true, logprobs: 1, prompt: `${transitionText(QUESTION)}yes` });
});

it('asks again after a passing failure', async () => {
  const source = await open(status(503, 'busy'), echo);
  expect(await source.logProbs([{ ...QUESTION, choices: ['yes'] }])).toEqual([[-3]]);
});

it('refuses a server that gives no log-probs of the text', async () => {
  const source = await open(status(200, JSON.stringify({ choices: [{ text: 'x', logprobs: null }] })));
  await expect(source.logProbs([QUESTION])).rejects.toThrow('expected a completion with the log-probs of its prompt');
  await server.close();
  const short = await open(status(200, JSON.stringify({ choices: [{ logprobs: { token_logprobs: [-1], text_offset: [0] } }] })));
  await expect(short.logProbs([QUESTION])).rejects.toThrow('log-probs of its prompt');
});
