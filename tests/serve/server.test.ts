/** The endpoint with OpenAI's own client, and by hand where that client would never send such a thing. */
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI from 'openai';
import { initBackend } from '../../src/backend/init.ts';
import { tf } from '../../src/backend/tf.ts';
import { UserError } from '../../src/errors.ts';
import { answerQuestion } from '../../src/rulebook/answer.ts';
import type { Answerer } from '../../src/rulebook/answerer.ts';
import { DEFAULT_LIMITS } from '../../src/serve/limits.ts';
import { startServer } from '../../src/serve/server.ts';
import { randomAnswerer } from '../rulebook/support.ts';
import { asked, grounded, heldEncoder, QUESTION, send, startTestServer, type Reply, type TestServer } from './support.ts';

let answerer: Answerer;
let server: TestServer;

beforeAll(async () => {
  await initBackend();
  answerer = randomAnswerer();
});
afterEach(() => server.close());

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
}

async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await sleep(2);
}

describe('a completion', () => {
  beforeEach(async () => {
    server = await startTestServer(answerer);
  });

  it('is the answer, with its grounds beside it', async () => {
    const reply = grounded(await server.client.chat.completions.create(asked()));
    const last = [...answerQuestion(answerer, server.store.snapshot(), QUESTION, { needed: 12 })].at(-1);
    if (last?.kind !== 'answer') throw new Error('no answer');
    const { text, steps, answer, promptTokens } = last.answer;
    expect(reply.choices[0]).toEqual({ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'length', logprobs: null });
    expect(reply.dynarule).toEqual({ rules_version: 0, refused: false, answer, steps: JSON.parse(JSON.stringify(steps)) as unknown });
    expect(reply.usage).toEqual({ prompt_tokens: promptTokens, completion_tokens: 12, total_tokens: promptTokens + 12 });
    expect(reply.model).toBe('tiny');
  });

  it('streams the same, rules before the text that was written with them', async () => {
    const whole = grounded(await server.client.chat.completions.create(asked()));
    const stream = await server.client.chat.completions.create({ ...asked(), stream: true, stream_options: { include_usage: true } });
    const chunks: (OpenAI.ChatCompletionChunk & { dynarule?: { step?: number; rules?: unknown[]; steps?: unknown[] } })[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')).toBe(whole.choices[0].message.content);
    expect(chunks[0]!.choices[0]!.delta.role).toBe('assistant');
    expect(chunks[1]!.dynarule).toEqual({ step: 1, rules: whole.dynarule.steps[0]!.rules });
    expect(chunks.flatMap((chunk) => chunk.dynarule?.step ?? [])).toEqual(whole.dynarule.steps.map((_, at) => at + 1));
    expect(chunks.at(-2)!.dynarule).toEqual(whole.dynarule);
    expect(chunks.at(-2)!.choices[0]!.finish_reason).toBe('length');
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: whole.usage });
    expect(chunks.length).toBeGreaterThan(6);
  });

  it('answers the last question of the user, whose content may be in parts', async () => {
    const alone = await server.client.chat.completions.create(asked());
    const long = await server.client.chat.completions.create({
      ...asked(),
      temperature: 0.7,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Something else?' },
        { role: 'assistant', content: 'No.' },
        { role: 'user', content: [{ type: 'text', text: 'A enters bridge. ' }, { type: 'text', text: 'What state is A in?' }] },
      ],
    });
    expect(long.choices[0]!.message.content).toBe(alone.choices[0]!.message.content);
  });

  it.each([
    ['no JSON', '{"model":', 400],
    ['no object', '[]', 400],
    ['no messages', { model: 'tiny' }, 400],
    ['no text', { model: 'tiny', messages: [{ role: 'user', content: 7 }] }, 400],
    ['no question', { model: 'tiny', messages: [{ role: 'system', content: 'x' }] }, 400],
    ['an image', { model: 'tiny', messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }] }, 400],
    ['tools', { ...asked(), tools: [{ type: 'function', function: { name: 'f' } }] }, 400],
    ['two answers', { ...asked(), n: 2 }, 400],
    ['no tokens', { ...asked(), max_tokens: 0 }, 400],
    ['another model', { ...asked(), model: 'gpt' }, 404],
    ['a question that fits no context', asked('word '.repeat(300)), 400],
    ['a body beyond the limit', asked('x'.repeat(70_000)), 413],
  ])('is refused for %s', async (_, body, status) => {
    const reply = await send(`${server.url}/v1/chat/completions`, 'POST', body);
    expect(reply.status).toBe(status);
    expect(reply.body.error).toMatchObject({ type: 'invalid_request_error', message: expect.stringMatching(/./) as string });
  });

  it('is refused for a body that a form could send, and for a path that is none', async () => {
    expect((await send(`${server.url}/v1/rules`, 'POST', '{"text":"If a, b"}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect(await send(`${server.url}/v1/nothing`, 'GET')).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
    await expect(server.client.chat.completions.create({ ...asked(), model: 'gpt' })).rejects.toThrow(OpenAI.NotFoundError);
  });
});

describe('rules', () => {
  beforeEach(async () => {
    server = await startTestServer(answerer);
  });
  const rules = (): string => `${server.url}/v1/rules`;

  it('are listed in pages and found by their words', async () => {
    expect((await send(`${rules()}?limit=2&offset=1`, 'GET')).body).toMatchObject({ version: 0, total: 12, found: 12, data: [{ id: '2' }, { id: '3' }] });
    expect((await send(`${rules()}?contains=ENTERS`, 'GET')).body).toMatchObject({ found: 1, data: [{ id: '5', premise: 'If A enters bridge', conclusion: 'it will become sleepy' }] });
    expect((await send(`${rules()}/5`, 'GET')).body).toMatchObject({ conclusion: 'it will become sleepy' });
    expect((await send(`${rules()}/99`, 'GET')).status).toBe(404);
    expect((await send(`${rules()}?limit=many`, 'GET')).status).toBe(400);
  });

  it('change what the next answer rests on', async () => {
    const used = async (): Promise<string[]> => {
      const { dynarule } = grounded(await server.client.chat.completions.create(asked()));
      return dynarule.steps[0]!.rules.map(({ id, conclusion }) => `${id}: ${conclusion}`);
    };
    const before = await used();
    const [first] = before[0]!.split(':');
    const changed = await send(`${rules()}/${first}`, 'PUT', { ...server.store.snapshot().rules.find(({ id }) => id === first), conclusion: 'it will become deeply dizzy' });
    expect(changed).toMatchObject({ status: 200, body: { version: 1, total: 12, rules: [{ id: first }] } });
    expect(await used()).not.toEqual(before);
    expect((await send(`${rules()}/${first}`, 'DELETE')).body).toMatchObject({ version: 2, total: 11, removed: [first] });
    expect((await used()).map((line) => line.split(':')[0])).not.toContain(first);
    expect(await send(rules(), 'POST', { text: 'If A enters forest, it will become sleepy.' })).toMatchObject({ status: 201, body: { rules: [{ id: '13' }], total: 12 } });
    expect(grounded(await server.client.chat.completions.create(asked())).dynarule.rules_version).toBe(3);
  });

  it('are refused with the rule that they conflict with, and then nothing changes', async () => {
    const conflict = await send(rules(), 'POST', { rules: [{ text: 'If A flies, it will enter cave.' }, { text: 'If A enters bridge, it will become happy.' }] });
    expect(conflict).toMatchObject({ status: 409, body: { error: { code: 'rule_conflict', conflicts_with: { id: '5', premise: 'If A enters bridge', conclusion: 'it will become sleepy' } } } });
    expect(await send(rules(), 'POST', { premise: 'If A enters bridge', conclusion: 'it will become sleepy.' })).toMatchObject({ status: 409, body: { error: { code: 'rule_duplicate' } } });
    expect(await send(`${rules()}/99`, 'PUT', { text: 'If a, b' })).toMatchObject({ status: 404, body: { error: { code: 'rule_unknown_id' } } });
    expect(await send(rules(), 'POST', { text: 'no premise' })).toMatchObject({ status: 400, body: { error: { code: 'bad_rule', message: expect.stringContaining('a rule without a premise') as string } } });
    expect(await send(rules(), 'PATCH', { change: [{ text: 'If a, b' }] })).toMatchObject({ status: 400, body: { error: { message: 'change[0]: expected the id of the rule that changes' } } });
    expect(await send(rules(), 'PATCH', { ad: [] })).toMatchObject({ status: 400 });
    expect(server.store.snapshot().version).toBe(0);
  });

  it.each([
    ['null', 'null'],
    ['a number', '7'],
    ['a text', '"If a, b"'],
    ['a list', [{ text: 'If A flies, it will enter cave.' }]],
    ['an empty list', []],
    ['no rule in a list', { rules: [] }],
    ['a text for a list', { rules: 'x' }],
    ['null for a list', { rules: null }],
    ['a number for a list', { rules: 7 }],
    ['a rule for a list', { rules: { text: 'If A flies, it will enter cave.' } }],
  ])('are not added from %s', async (_, body) => {
    const reply = await send(rules(), 'POST', body);
    expect(reply).toMatchObject({ status: 400, body: { error: { code: 'bad_request', message: expect.stringContaining('expected a rule, such as') as string } } });
    expect(server.store.snapshot().version).toBe(0);
  });

  it.each([
    ['an element that is no rule', 'POST', { rules: [null] }, 'rules[0]: expected an object or a text, got null'],
    ['an edit of nothing', 'PATCH', {}, 'expected rules to add or to change'],
    ['an edit of empty lists', 'PATCH', { add: [], change: [], remove: [] }, 'expected rules to add or to change'],
    ['a text for rules to add', 'PATCH', { add: 'x' }, 'expected array'],
  ])('do not change by %s', async (_, method, body, message) => {
    expect(await send(rules(), method, body)).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining(message) as string } } });
    expect(server.store.snapshot().version).toBe(0);
  });

  it('change together in one edit', async () => {
    const edit = { add: [{ text: 'If A flies, it will enter cave.' }], change: [{ id: '5', text: 'If A enters bridge, it will become happy.' }], remove: ['1', '2'] };
    expect((await send(rules(), 'PATCH', edit)).body).toMatchObject({ version: 1, total: 11, rules: [{ id: '5' }, { id: '13' }], removed: ['1', '2'] });
  });

  it('may all go; a question is then refused and not made up', async () => {
    await send(rules(), 'PATCH', { remove: server.store.snapshot().rules.map(({ id }) => id) });
    expect(await send(`${server.url}/v1/chat/completions`, 'POST', asked())).toMatchObject({ status: 409, body: { error: { code: 'no_rules' } } });
  });
});

describe('around it', () => {
  it('tells its model, its health and its numbers', async () => {
    server = await startTestServer(answerer);
    expect((await server.client.models.list()).data).toMatchObject([{ id: 'tiny', object: 'model' }]);
    expect(await server.client.models.retrieve('tiny')).toMatchObject({ id: 'tiny' });
    expect((await send(`${server.url}/health`, 'GET')).body).toEqual({ status: 'ok', rules: 12, rules_version: 0, waiting: 0 });
    await server.client.chat.completions.create(asked());
    expect(await metric('dynarule_rules')).toBe(12);
    expect(await metric('dynarule_tokens_total')).toBe(12);
    expect(await metric('dynarule_answer_seconds_count')).toBe(1);
    expect(await metric('dynarule_requests_total{route="/v1/chat/completions",status="200"}')).toBe(1);
    expect(await metric('dynarule_tensors')).toBe(tf.memory().numTensors);
  });

  it('asks for its key where it has one, and for none to see the page or its health', async () => {
    server = await startTestServer(answerer, { apiKey: 'secret-1' });
    expect((await server.client.models.list()).data).toHaveLength(1);
    const stranger = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'secret-2', maxRetries: 0 });
    await expect(stranger.models.list()).rejects.toThrow(OpenAI.AuthenticationError);
    for (const path of ['/v1/rules', '/v1/rules?limit=1', '/metrics', '/%761/rules', '/v1/nothing']) expect((await send(server.url + path, 'GET')).status).toBe(401);
    expect((await send(`${server.url}/v1/rules/1`, 'DELETE')).status).toBe(401);
    expect((await fetch(`${server.url}/`)).status).toBe(200);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    expect(server.store.snapshot().version).toBe(0);
  });

  it('answers to no other name than that of this machine', async () => {
    server = await startTestServer(answerer);
    const { port } = new URL(server.url);
    const status = async (host: string): Promise<number | undefined> => {
      const [response] = (await once(httpRequest({ host: '127.0.0.1', port, path: '/health', headers: { host } }).end(), 'response')) as [{ statusCode?: number; resume(): void }];
      response.resume();
      return response.statusCode;
    };
    expect(await Promise.all([`localhost:${port}`, '127.0.0.1', '[::1]', 'evil.example', `localhost.evil.example:${port}`].map(status))).toEqual([200, 200, 200, 403, 403]);
  });
});

describe('limits', () => {
  it('refuse what the queue has no room for', async () => {
    server = await startTestServer(answerer, { limits: { queue: 1 } });
    const post = (): Promise<{ status: number; headers: Headers }> => send(`${server.url}/v1/chat/completions`, 'POST', asked(QUESTION, 60));
    const replies = await Promise.all(Array.from({ length: 8 }, post));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(replies.find(({ status }) => status === 429)!.headers.get('retry-after')).toBe('1');
  });

  it('end an answer that takes too long, whole or on its way', async () => {
    server = await startTestServer(answerer, { limits: { answerMs: 1 } });
    const reply = await send(`${server.url}/v1/chat/completions`, 'POST', asked(QUESTION, 200));
    expect(reply).toMatchObject({ status: 504, body: { error: { code: 'timeout', type: 'server_error' } } });
    const reading = async (): Promise<void> => {
      for await (const chunk of await server.client.chat.completions.create({ ...asked(QUESTION, 200), stream: true })) expect(chunk.object).toBe('chat.completion.chunk');
    };
    await expect(reading()).rejects.toThrow(/took too long/);
  });

  it('end a request that never arrives', async () => {
    server = await startTestServer(answerer, { limits: { requestMs: 50 } });
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write('POST /v1/rules HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"te');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(socket, 'close');
    expect(Buffer.concat(chunks).toString()).toContain('408');
  });
});

describe('limits of edits', () => {
  const add = (n: number, many = 1): Promise<Reply> => send(`${server.url}/v1/rules`, 'POST', { rules: Array.from({ length: many }, (_, at) => ({ id: `n${n + at}`, premise: `number ${n + at}`, conclusion: 'counted' })) });
  const waitingEdits = async (): Promise<boolean> => (await metric('dynarule_waiting_edits')) === 1;

  it('refuse more rules than one request may bring, and say what to do', async () => {
    server = await startTestServer(answerer, { limits: { editRules: 3 } });
    expect(await add(1, 4)).toMatchObject({ status: 413, body: { error: { code: 'too_many_rules', message: 'expected an edit of at most 3 rules, got 4; send them in several requests' } } });
    expect((await send(`${server.url}/v1/rules`, 'PATCH', { add: [{ text: 'If a, b' }], remove: ['1', '2', '3'] })).status).toBe(413);
    expect(server.store.snapshot().version).toBe(0);
    expect((await add(1, 3)).status).toBe(201);
  });

  it('refuse what the queue has no room for, and whoever waits when the server stops', async () => {
    const held = heldEncoder(answerer);
    server = await startTestServer(held.answerer, { limits: { editQueue: 1 } });
    const release = held.hold();
    const first = add(1);
    await held.reached();
    const second = add(2);
    await until(waitingEdits);
    expect(await add(3)).toMatchObject({ status: 429, body: { error: { code: 'queue_full', message: '1 edits are waiting already; try again later' } } });
    const closed = server.close();
    expect(await second).toMatchObject({ status: 503, body: { error: { code: 'shutting_down' } } });
    release();
    expect((await first).status).toBe(201);
    await closed;
  });

  it('end an edit that takes too long, waiting or being encoded; nothing is changed then', async () => {
    const held = heldEncoder(answerer);
    server = await startTestServer(held.answerer, { limits: { editMs: 150 } });
    const release = held.hold();
    const first = add(1);
    await held.reached();
    const late = { status: 504, body: { error: { code: 'timeout', message: expect.stringContaining('nothing was changed') as string } } };
    expect(await add(2)).toMatchObject(late);
    release();
    expect(await first).toMatchObject(late);
    expect(server.store.snapshot().version).toBe(0);
    expect((await add(3)).status).toBe(201);
  });

  it('leave out an edit whose client went away before it began', async () => {
    const held = heldEncoder(answerer);
    server = await startTestServer(held.answerer);
    const release = held.hold();
    const first = add(1);
    await held.reached();
    const gone = new AbortController();
    const left = fetch(`${server.url}/v1/rules/1`, { method: 'DELETE', signal: gone.signal });
    await until(waitingEdits);
    gone.abort();
    await expect(left).rejects.toThrow();
    await until(async () => !(await waitingEdits()));
    release();
    expect((await first).status).toBe(201);
    expect((await add(2)).body).toMatchObject({ version: 2, total: 14 });
  });

  it('let answers through while many rules are encoded', async () => {
    const held = heldEncoder(answerer);
    server = await startTestServer(held.answerer);
    const release = held.hold(2);
    const edit = add(1, 70);
    await held.reached();
    const meanwhile = grounded(await server.client.chat.completions.create(asked()));
    expect(meanwhile.dynarule.rules_version).toBe(0);
    release();
    expect((await edit).body).toMatchObject({ version: 1, total: 82 });
    expect(held.slices).toEqual([32, 32, 6]);
  });
});

describe('a client that goes away', () => {
  beforeEach(async () => {
    server = await startTestServer(answerer);
  });

  it.each([true, false])('is not answered any further (streaming: %s)', async (stream) => {
    const gone = new AbortController();
    const reply = fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...asked(QUESTION, 200), stream }),
      signal: gone.signal,
    });
    if (stream) await (await reply).body!.getReader().read();
    else await until(() => tf.memory().numTensors > idle);
    gone.abort();
    await reply.catch(() => undefined);
    await until(async () => (await metric('dynarule_cancelled_total')) === 1);
    expect(tf.memory().numTensors).toBe(idle);
    expect(await metric('dynarule_tokens_total')).toBe(0);
  });

  let idle = 0;
  beforeEach(() => {
    idle = tf.memory().numTensors;
  });
});

it('says that a port is taken, and what to do', async () => {
  server = await startTestServer(answerer);
  const port = Number(new URL(server.url).port);
  const store = server.store;
  const second = startServer({ name: 'tiny', answerer, store, limits: DEFAULT_LIMITS, host: '127.0.0.1', port, apiKey: null });
  await expect(second).rejects.toThrow(UserError);
  await expect(second).rejects.toThrow(`127.0.0.1:${port}: expected an address of this machine`);
  await expect(second).rejects.toThrow('EADDRINUSE');
});

it('shuts down cleanly: the answer under way ends, one that waits is refused, nobody else comes in', async () => {
  server = await startTestServer(answerer);
  const idle = tf.memory().numTensors;
  const under = server.client.chat.completions.create(asked(QUESTION, 40));
  await until(() => tf.memory().numTensors > idle);
  const waits = send(`${server.url}/v1/chat/completions`, 'POST', asked());
  await until(async () => (await metric('dynarule_waiting')) === 1);
  const closed = server.close();
  expect((await under).choices[0]!.finish_reason).toBe('length');
  expect(await waits).toMatchObject({ status: 503, body: { error: { code: 'shutting_down' } } });
  await closed;
  await expect(fetch(`${server.url}/health`)).rejects.toThrow();
});
