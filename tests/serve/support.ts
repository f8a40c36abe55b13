/** A server on a free port over a random base and twelve rules, with the official client. */
import OpenAI from 'openai';
import type { Answerer } from '../../src/rulebook/answerer.ts';
import { openRuleStore, type RuleStore } from '../../src/rulebook/store.ts';
import type { Completion } from '../../src/serve/chat-response.ts';
import { DEFAULT_LIMITS, type Limits } from '../../src/serve/limits.ts';
import { startServer } from '../../src/serve/server.ts';
import { rulesFile } from '../rulebook/support.ts';

export interface TestServer {
  readonly url: string;
  readonly store: RuleStore;
  readonly path: string;
  /** Never retries, so that a test sees the first answer. */
  readonly client: OpenAI;
  close(): Promise<void>;
}

export interface TestServerOptions {
  readonly limits?: Partial<Limits>;
  readonly apiKey?: string;
  readonly path?: string;
}

export async function startTestServer(answerer: Answerer, { limits = {}, apiKey, path = rulesFile() }: TestServerOptions = {}): Promise<TestServer> {
  const store = await openRuleStore(path, answerer.encoder, () => undefined);
  const server = await startServer({
    name: 'tiny',
    answerer,
    store,
    limits: { ...DEFAULT_LIMITS, ...limits },
    host: '127.0.0.1',
    port: 0,
    apiKey: apiKey ?? null,
  });
  return {
    url: server.url,
    store,
    path,
    client: new OpenAI({ baseURL: `${server.url}/v1`, apiKey: apiKey ?? 'none', maxRetries: 0 }),
    close: async () => {
      await server.close();
      await store.close();
    },
  };
}

export const QUESTION = 'A enters bridge. What state is A in?';

export function asked(question = QUESTION, maxTokens = 12): { model: string; max_tokens: number; messages: { role: 'user'; content: string }[] } {
  return { model: 'tiny', max_tokens: maxTokens, messages: [{ role: 'user', content: question }] };
}

/** A completion with its extension, which the client's types do not know. */
export function grounded(completion: OpenAI.ChatCompletion): Completion {
  return completion as unknown as Completion;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>> & { readonly error?: Readonly<Record<string, unknown>> };
}

/** The same answerer with an encoder that can be held; `slices` are the numbers of rules that it encoded since. */
export function heldEncoder(answerer: Answerer): { answerer: Answerer; slices: number[]; hold(call?: number): () => void; reached(): Promise<void> } {
  const { encoder } = answerer;
  const slices: number[] = [];
  const [reach, gate] = [latch(), latch()];
  let heldAt = Infinity;
  const encode: typeof encoder.encode = async (texts, role) => {
    if (heldAt !== Infinity) slices.push(texts.length);
    if (slices.length === heldAt) {
      reach.open();
      await gate.opened;
    }
    return encoder.encode(texts, role);
  };
  return {
    answerer: { ...answerer, encoder: { ...encoder, encode } },
    slices,
    /** The n-th encoding from now on stands until what is returned is called. */
    hold: (call = 1) => {
      heldAt = call;
      return gate.open;
    },
    reached: () => reach.opened,
  };
}

function latch(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

/** A request with a JSON body, as written. */
export async function send(url: string, method: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const content = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(url, { method, headers: { ...content, ...headers }, ...(body === undefined ? {} : { body: text }) });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Reply['body'] };
}
