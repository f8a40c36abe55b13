/**
 * A client for chat models behind an OpenAI-compatible endpoint
 * (`POST {baseUrl}/chat/completions`): few requests at a time, further attempts
 * where they may help, and no request that was answered before.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../errors.ts';
import { attempt, type Failure, type Fetch } from './attempt.ts';
import { waitBefore } from './backoff.ts';
import { completionsUrl, requestBody, type ChatModel, type ChatRequest } from './chat.ts';
import { limiter } from './limiter.ts';
import type { ReplyCache } from './reply-cache.ts';

export interface ClientSettings extends ChatModel {
  /** Sent as a bearer token; null sends none. */
  readonly apiKey: string | null;
  /** Milliseconds before an attempt is given up. */
  readonly timeout: number;
  /** Further attempts after a timeout, a lost connection, status 429 or 5xx. */
  readonly retries: number;
  /** Requests in flight at a time. */
  readonly maxConcurrent: number;
}

/** What the client needs of the world around it. */
export interface ClientWorld {
  /** Uniform draws from [0, 1), for the jitter of waits. */
  readonly random: () => number;
  /** Without one, every request is asked. */
  readonly cache?: ReplyCache;
  readonly fetch?: Fetch;
  /** Waits so many milliseconds. */
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Told in one line before each further attempt; standard error by default. */
  readonly report?: (line: string) => void;
}

export interface ChatClient {
  /**
   * The text of the reply; '' where the model ends without any. Requests beyond `maxConcurrent` wait.
   *
   * @throws UserError, with URL, status and the first characters of what came, where the endpoint
   * refuses the request, answers what is no chat completion, or fails more often than `retries` allows
   */
  ask(request: ChatRequest): Promise<string>;
}

/** Milliseconds; a server that asks for a longer wait is not waited for. */
const LONGEST_WAIT = 5 * 60_000;

export function createChatClient(settings: ClientSettings, world: ClientWorld): ChatClient {
  const limit = limiter(settings.maxConcurrent);
  const { cache } = world;
  return {
    ask: async (request) => {
      const known = cache?.read(settings, request) ?? null;
      if (known !== null) return known;
      return limit(async () => {
        const text = await askUntilAnswered(settings, world, request);
        cache?.write(settings, request, text);
        return text;
      });
    },
  };
}

async function askUntilAnswered(settings: ClientSettings, world: ClientWorld, request: ChatRequest): Promise<string> {
  const { apiKey, timeout, retries } = settings;
  const { random, sleep = delay, fetch: send = fetch, now = Date.now, report = reportLine } = world;
  const url = completionsUrl(settings.baseUrl);
  const body = requestBody(settings.model, request);
  for (let tried = 0; ; tried += 1) {
    const outcome = await attempt({ fetch: send, url, apiKey, body, timeout, now });
    if (outcome.kind === 'reply') return outcome.text;
    const wait = waitBefore(tried, outcome.retryAfter, random());
    if (!outcome.passing || tried === retries || wait > LONGEST_WAIT) throw endpointError(url, outcome, tried + 1, world);
    report(`${url}: ${outcome.got}; attempt ${tried + 2} of ${retries + 1} in ${(wait / 1000).toFixed(1)} s`);
    await sleep(wait);
  }
}

function endpointError(url: string, { got, fix, retryAfter }: Failure, attempts: number, { cache }: ClientWorld): UserError {
  const asked = retryAfter === null ? '' : ` (it asks to wait ${Math.ceil(retryAfter / 1000)} s)`;
  const kept = cache === undefined ? '' : '; replies that came are kept, so the same command goes on from here';
  return UserError.of({
    expected: 'a chat completion {choices: [{message: {content}}]}',
    got: `${got}${asked}${attempts === 1 ? '' : `, in the last of ${attempts} attempts`}`,
    where: { key: url },
    fix: `${fix}${kept}`,
  });
}

function reportLine(line: string): void {
  process.stderr.write(`${line}\n`);
}
