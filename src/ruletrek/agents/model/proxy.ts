/**
 * The only way out of a sandbox: a Unix socket behind which this process asks the configured model. The key is added here,
 * the model's name is set here, and every request is counted here, so that none of it can be changed from within.
 */
import { chmodSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { completionsUrl, type ChatModel } from '../../../endpoint/chat.ts';
import { parseJson } from '../../../files/parse-json.ts';
import { usageReader, type Usage } from './usage.ts';

export interface ProxySettings extends ChatModel {
  readonly apiKey: string | null;
  /** Overrides what a request asks for; null leaves it. */
  readonly temperature: number | null;
  /** Milliseconds before a request is given up. */
  readonly timeout: number;
  /** Requests that are passed on; further ones are refused, and `onRefused` is told. */
  readonly maxRequests: number;
}

export interface ProxyEvents {
  /** Before a request is passed on; they count from 1. */
  onRequest?(request: number): void;
  onTokens(usage: Usage): void;
  onRefused?(): void;
}

export interface ModelProxy {
  /** Why the last request failed; null where it did not. */
  failure(): string | null;
  close(): Promise<void>;
}

/** Bytes of the longest request. */
const MAX_REQUEST = 32 << 20;

/** Listens on a socket file, which any account may use: the sandbox has one of its own. */
export async function startModelProxy(socket: string, settings: ProxySettings, events: ProxyEvents): Promise<ModelProxy> {
  const state = { requests: 0, failure: null as string | null };
  const server = createServer((request, response) => {
    answer(request, response, settings, events, state).catch((error: unknown) => fail(response, state, `no reply: ${reasonOf(error)}`));
  });
  await new Promise<void>((ready, refuse) => server.once('error', refuse).listen(socket, ready));
  chmodSync(socket, 0o666);
  return { failure: () => state.failure, close: () => closeServer(server) };
}

interface ProxyState {
  requests: number;
  failure: string | null;
}

async function answer(request: IncomingMessage, response: ServerResponse, settings: ProxySettings, events: ProxyEvents, state: ProxyState): Promise<void> {
  if (request.method !== 'POST' || request.url?.endsWith('/chat/completions') !== true) return refuse(response, 404, 'only POST /v1/chat/completions is passed on');
  const body = parseJson(await readBody(request));
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return refuse(response, 400, 'the body is no JSON object');
  if (state.requests >= settings.maxRequests) {
    events.onRefused?.();
    return refuse(response, 403, 'all steps are used');
  }
  state.requests += 1;
  events.onRequest?.(state.requests);
  await passOn(body, response, settings, events, state);
}

async function passOn(body: object, response: ServerResponse, settings: ProxySettings, events: ProxyEvents, state: ProxyState): Promise<void> {
  const { apiKey, timeout } = settings;
  const headers = { 'content-type': 'application/json', ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }) };
  const reply = await fetch(completionsUrl(settings.baseUrl), { method: 'POST', headers, body: JSON.stringify(ownBody(body, settings)), signal: AbortSignal.timeout(timeout) });
  const usage = usageReader();
  response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? 'application/json' });
  for await (const piece of reply.body ?? []) {
    usage.push(piece as Uint8Array);
    response.write(piece);
  }
  response.end();
  state.failure = reply.ok ? null : `status ${reply.status}`;
  const counted = usage.end();
  if (counted !== null) events.onTokens(counted);
}

function ownBody(body: object, { model, temperature }: ProxySettings): object {
  const streams = (body as { stream?: unknown }).stream === true;
  return { ...body, model, ...(temperature === null ? {} : { temperature }), ...(streams ? { stream_options: { include_usage: true } } : {}) };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request) {
    bytes += (piece as Buffer).length;
    if (bytes > MAX_REQUEST) throw new RangeError(`a request of more than ${MAX_REQUEST} bytes`);
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** `fetch` says "fetch failed"; the reason is in its cause. */
function reasonOf(error: unknown): string {
  const cause = (error as { cause?: { code?: string } }).cause?.code;
  return `${String(error)}${cause === undefined ? '' : ` (${cause})`}`;
}

function fail(response: ServerResponse, state: ProxyState, reason: string): void {
  state.failure = reason;
  if (response.headersSent) response.destroy();
  else refuse(response, 502, reason);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }));
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((closed) => server.close(() => closed()));
}
