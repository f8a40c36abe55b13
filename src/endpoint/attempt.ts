/** One attempt at one request: the reply, or why there is none and whether another attempt may help. */
import { parseJson } from '../files/parse-json.ts';
import { retryAfter } from './backoff.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A failed attempt. */
export interface Failure {
  readonly kind: 'failure';
  /** What came instead of a reply, the first characters of the body among it. */
  readonly got: string;
  readonly fix: string;
  /** Whether the same request may succeed later. */
  readonly passing: boolean;
  /** Milliseconds that the server asks to wait, or null. */
  readonly retryAfter: number | null;
}

export type Outcome<Reply> = Failure | { readonly kind: 'reply'; readonly reply: Reply };

export interface Attempt<Reply> {
  readonly fetch: Fetch;
  readonly url: string;
  readonly apiKey: string | null;
  /** Sent as JSON. */
  readonly body: object;
  /** Milliseconds for the whole attempt. */
  readonly timeout: number;
  /** Milliseconds since 1970, to read a date by. */
  readonly now: () => number;
  /** What the reply says; null for a body that is no reply. */
  readonly read: (body: unknown) => Reply | null;
  /** Gives the attempt up. */
  readonly signal?: AbortSignal | undefined;
}

/** Characters of a body that a message shows. */
const SHOWN = 200;

/** Posts the request once. */
export async function attempt<Reply>(one: Attempt<Reply>): Promise<Outcome<Reply>> {
  let response: Response;
  try {
    response = await one.fetch(one.url, initOf(one));
  } catch (error) {
    return connectionFailure(one, 'no reply', error);
  }
  const { text, broken } = await readBody(response);
  const shown = `status ${response.status}: ${shownPart(text, one.apiKey)}`;
  if (broken !== null) return connectionFailure(one, `a reply that broke off after ${text.length} characters, ${shown}`, broken.error);
  if (!response.ok) return statusFailure(response, shown, one.now());
  const reply = one.read(parseJson(text));
  if (reply !== null) return { kind: 'reply', reply };
  const fix = 'check that the base URL is that of an OpenAI-compatible endpoint, version included (…/v1), and what stands between';
  return { kind: 'failure', got: shown, fix, passing: false, retryAfter: null };
}

function initOf({ apiKey, body, timeout, signal }: Attempt<unknown>): RequestInit {
  const end = AbortSignal.timeout(timeout);
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }) },
    body: JSON.stringify(body),
    signal: signal === undefined ? end : AbortSignal.any([end, signal]),
  };
}

interface Body {
  readonly text: string;
  /** What ended the body too early, or null where it is complete. */
  readonly broken: { readonly error: unknown } | null;
}

/** Reads a body piece by piece, so that what came of a broken one can be shown. */
async function readBody(response: Response): Promise<Body> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const piece of response.body ?? []) text += decoder.decode(piece as Uint8Array, { stream: true });
  } catch (error) {
    return { text, broken: { error } };
  }
  return { text: text + decoder.decode(), broken: null };
}

function connectionFailure({ timeout }: Attempt<unknown>, what: string, error: unknown): Failure {
  const timedOut = (error as Error).name === 'TimeoutError';
  return {
    kind: 'failure',
    got: `${what}: ${timedOut ? `nothing more within ${timeout / 1000} s` : describe(error)}`,
    fix: timedOut ? 'see whether the endpoint is overloaded, or allow it more time (timeout)' : 'see whether the endpoint runs at this address and is reachable',
    passing: true,
    retryAfter: null,
  };
}

/** `fetch` says "fetch failed"; the reason is in its cause. */
function describe(error: unknown): string {
  const { cause } = error as { readonly cause?: { readonly code?: string; readonly message?: string } };
  const reason = cause?.code ?? cause?.message;
  return reason === undefined ? String(error) : `${String(error)} (${reason})`;
}

function statusFailure({ status, headers }: Response, got: string, now: number): Failure {
  const passing = status === 429 || status >= 500;
  const wait = passing ? retryAfter(headers.get('retry-after'), now) : null;
  return { kind: 'failure', got, fix: statusFix(status), passing, retryAfter: wait };
}

function statusFix(status: number): string {
  if (status === 401 || status === 403) return 'check the API key, and the name of the environment variable that holds it (apiKeyVariable)';
  if (status === 404) return 'check the base URL, version included (…/v1), and the name of the model';
  if (status === 429) return 'lower maxConcurrent, raise retries, or go on later';
  if (status >= 500) return 'see what the endpoint itself reports, and go on when it is well';
  return "check the name of the model, and that contextLength and maxNewTokens are within the model's limits";
}

/** First characters of a body on one line; a key that the server repeats is taken out. */
function shownPart(body: string, apiKey: string | null): string {
  const safe = apiKey === null ? body : body.replaceAll(apiKey, '[key]');
  const line = safe.replace(/\s+/g, ' ').trim();
  return line === '' ? '(empty body)' : line.slice(0, SHOWN);
}
