/** The client against a real server of this test; only its waits are not real. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChatRequest } from '../../src/endpoint/chat.ts';
import { createChatClient, type ChatClient, type ClientSettings } from '../../src/endpoint/client.ts';
import { openReplyCache } from '../../src/endpoint/reply-cache.ts';
import { UserError } from '../../src/errors.ts';
import { completion, cutOff, silence, startFakeServer, status, type FakeAnswer, type FakeServer } from './fake-server.ts';

const request: ChatRequest = { messages: [{ role: 'user', content: 'Who?' }], temperature: 0, maxTokens: 5 };
const saying = (content: string): ChatRequest => ({ ...request, messages: [{ role: 'user', content }] });

let server: FakeServer;
let folder = '';
let sleeps: number[] = [];
let reports: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'endpoint-'));
  sleeps = [];
  reports = [];
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

async function serve(...answers: readonly FakeAnswer[]): Promise<void> {
  server = await startFakeServer(...answers);
}

/** Every draw of its jitter is a half, so that waits are three quarters of 1, 2, 4 … seconds. */
function client(changes: Partial<ClientSettings> = {}, cached = false): ChatClient {
  const settings = { baseUrl: server.baseUrl, model: 'm', apiKey: null, timeout: 5000, retries: 2, maxConcurrent: 2, ...changes };
  return createChatClient(settings, {
    random: () => 0.5,
    sleep: async (milliseconds) => sleeps.push(milliseconds),
    now: () => Date.UTC(2026, 0, 1),
    report: (line) => reports.push(line),
    ...(cached ? { cache: openReplyCache(folder) } : {}),
  });
}

async function errorOf(promise: Promise<unknown>): Promise<UserError> {
  const error = await promise.then(() => null, (reason: unknown) => reason);
  expect(error).toBeInstanceOf(UserError);
  return error as UserError;
}

describe('a request', () => {
  it('carries what was asked for, and the key', async () => {
    await serve(completion('A.'));
    expect(await client({ apiKey: 'secret' }).ask({ ...request, stop: ['\n'] })).toBe('A.');
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({ method: 'POST', path: '/v1/chat/completions', headers: { authorization: 'Bearer secret', 'content-type': 'application/json' } });
    expect(server.requests[0]?.body).toEqual({ model: 'm', messages: [{ role: 'user', content: 'Who?' }], temperature: 0, max_tokens: 5, stop: ['\n'] });
  });

  it('carries no key where there is none, and no limit that was not asked for', async () => {
    await serve(completion('A.'));
    await client({ baseUrl: `${server.baseUrl}/` }).ask({ messages: [], temperature: 0.6 });
    expect(server.requests[0]?.path).toBe('/v1/chat/completions');
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(server.requests[0]?.body).toEqual({ model: 'm', messages: [], temperature: 0.6 });
  });

  it('may be answered without a text', async () => {
    await serve(completion(null));
    expect(await client().ask(request)).toBe('');
  });
});

describe('another attempt', () => {
  it('comes no earlier than the server asks', async () => {
    await serve(status(429, 'slow down', { 'retry-after': '7' }), status(503, '', { 'retry-after': 'Thu, 01 Jan 2026 00:00:09 GMT' }), completion('A.'));
    expect(await client().ask(request)).toBe('A.');
    expect(sleeps).toEqual([7000, 9000]);
    expect(reports).toEqual([
      `${server.baseUrl}/chat/completions: status 429: slow down; attempt 2 of 3 in 7.0 s`,
      `${server.baseUrl}/chat/completions: status 503: (empty body); attempt 3 of 3 in 9.0 s`,
    ]);
  });

  it('waits twice as long each time, until the limit', async () => {
    await serve(status(500, 'out of memory'));
    const { message } = await errorOf(client().ask(request));
    expect(server.requests).toHaveLength(3);
    expect(sleeps).toEqual([750, 1500]);
    expect(message).toContain(`${server.baseUrl}/chat/completions: expected a chat completion`);
    expect(message).toContain('got: status 500: out of memory, in the last of 3 attempts');
    expect(message).toContain('fix: see what the endpoint itself reports');
  });

  it('is not made where the server asks for an hour', async () => {
    await serve(status(429, 'quota', { 'retry-after': '3600' }));
    const { message } = await errorOf(client().ask(request));
    expect([server.requests.length, sleeps]).toEqual([1, []]);
    expect(message).toContain('got: status 429: quota (it asks to wait 3600 s)\n');
  });

  it('follows a timeout', async () => {
    await serve(silence, completion('A.'));
    // Many attempts, since on a busy machine a real answer may take longer than this timeout.
    expect(await client({ timeout: 50, retries: 50 }).ask(request)).toBe('A.');
    expect(reports[0]).toContain('no reply: nothing more within 0.05 s; attempt 2 of 51');
  });

  it('follows a body that broke off', async () => {
    await serve(cutOff('{"choices": [{"mess'), completion('A.'));
    expect(await client().ask(request)).toBe('A.');
    expect(server.requests).toHaveLength(2);
  });

  it('follows a connection that was refused', async () => {
    await serve();
    await server.close();
    const { message } = await errorOf(client().ask(request));
    expect(sleeps).toHaveLength(2);
    expect(message).toMatch(/got: no reply: TypeError: fetch failed \(ECONNREFUSED\), in the last of 3 attempts\n.*fix: see whether the endpoint runs/s);
  });
});

describe('an error', () => {
  it('names a timeout', async () => {
    await serve(silence);
    const { message } = await errorOf(client({ timeout: 20, retries: 0 }).ask(request));
    expect(message).toContain('got: no reply: nothing more within 0.02 s\n  fix: see whether the endpoint is overloaded, or allow it more time');
  });

  it('shows what came of a body that broke off', async () => {
    await serve(cutOff('{"choices": [{"mess'));
    const { message } = await errorOf(client({ retries: 1 }).ask(request));
    expect(message).toMatch(/got: a reply that broke off after 19 characters, status 200: \{"choices": \[\{"mess: TypeError: terminated .*, in the last of 2 attempts/);
  });

  it.each([
    ['no JSON', status(200, `<html>${'x'.repeat(300)}`), `status 200: <html>${'x'.repeat(194)}\n`],
    ['JSON that stops half-way', status(200, '{"choices": [{"message": {"cont'), 'status 200: {"choices": [{"message": {"cont\n'],
    ['another schema', status(200, '{"choices": []}'), 'status 200: {"choices": []}\n'],
    ['a refusal', status(400, '{\n  "error": "too long"\n}\n'), 'status 400: { "error": "too long" }\n'],
    ['an unknown model', status(404, 'no such model'), 'status 404: no such model\n'],
  ])('comes at once with %s', async (_, answer, got) => {
    await serve(answer);
    const { message } = await errorOf(client().ask(request));
    expect(server.requests).toHaveLength(1);
    expect(message).toContain(`${server.baseUrl}/chat/completions`);
    expect(message).toContain(`got: ${got}`);
  });

  it('never shows the key', async () => {
    await serve(status(401, 'bad key secret'));
    const { message } = await errorOf(client({ apiKey: 'secret' }).ask(request));
    expect(message).toContain('got: status 401: bad key [key]\n  fix: check the API key');
  });
});

describe('the cache', () => {
  it('asks nothing twice, in this process or the next', async () => {
    await serve(completion('A.'));
    const first = client({}, true);
    expect([await first.ask(request), await first.ask(request), await client({}, true).ask(request)]).toEqual(['A.', 'A.', 'A.']);
    expect(server.requests).toHaveLength(1);
  });

  it('asks again where anything that decides the reply differs', async () => {
    await serve(completion('A.'));
    const variants: ChatRequest[] = [request, saying('Where?'), { ...request, temperature: 0.6 }, { ...request, maxTokens: 6 }, { ...request, stop: ['.'] }];
    for (const variant of variants) await client({}, true).ask(variant);
    await client({ model: 'other' }, true).ask(request);
    expect(server.requests).toHaveLength(6);
  });

  it('keeps what was answered before an error, and says so', async () => {
    await serve(completion('A.'), status(400, 'no'), completion('C.'));
    await client({}, true).ask(saying('a'));
    expect((await errorOf(client({}, true).ask(saying('b')))).message).toContain('replies that came are kept');
    const again = client({}, true);
    expect([await again.ask(saying('a')), await again.ask(saying('b'))]).toEqual(['A.', 'C.']);
    expect(server.requests).toHaveLength(3);
  });
});

it('has no more requests in flight than it may', async () => {
  const held: (() => void)[] = [];
  let holding = true;
  let arrived = (): void => undefined;
  const twoArrived = new Promise<void>((resolve) => (arrived = resolve));
  await serve((response, received) => {
    const answer = (): void => completion(received.body.messages[0]?.content ?? '')(response, received);
    if (!holding) return answer();
    held.push(answer);
    if (held.length === 2) arrived();
  });
  const one = client();
  const texts = ['a', 'b', 'c', 'd', 'e'];
  const replies = Promise.all(texts.map((text) => one.ask(saying(text))));
  await twoArrived;
  expect(server.requests).toHaveLength(2);
  holding = false;
  for (const answer of held) answer();
  expect(await replies).toEqual(texts);
});
