/**
 * A client for chat models behind an OpenAI-compatible endpoint
 * (`POST {baseUrl}/chat/completions`): few requests at a time, further attempts
 * where they may help, and no request that was answered before.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
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
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>;
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
        const text = await postUntilAnswered(settings, world, { body: requestBody(settings.model, request), read: readText });
        cache?.write(settings, request, text);
        return text;
      });
    },
  };
}

/** A model may end without text: its content is null then. */
const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullable() }) })).min(1),
});

function readText(body: unknown): string | null {
  const completion = Completion.safeParse(body);
  return completion.success ? (completion.data.choices[0]?.message.content ?? '') : null;
}

/** One request in any form of the API, and how its reply is read. */
export interface Post<Reply> {
  /** Posted to; by default the address of chat completions. */
  readonly url?: string;
  /** What a reply is, for messages; by default a chat completion. */
  readonly expected?: string;
  readonly body: object;
  /** What the reply says; null for a body that is no reply. */
  readonly read: (body: unknown) => Reply | null;
  /** Gives up; what it was aborted with is thrown. */
  readonly signal?: AbortSignal;
}

/** Asks once, and again as often as `retries` allows; errors are those of `ChatClient.ask`. */
export async function postUntilAnswered<Reply>(settings: Omit<ClientSettings, 'maxConcurrent'>, world: ClientWorld, post: Post<Reply>): Promise<Reply> {
  const { apiKey, timeout, retries } = settings;
  const { random, sleep = sleepUnlessAborted, fetch: send = fetch, now = Date.now, report = reportLine } = world;
  const { url = completionsUrl(settings.baseUrl), expected = CHAT_COMPLETION, body, read, signal } = post;
  for (let tried = 0; ; tried += 1) {
    const outcome = await attempt({ fetch: send, url, apiKey, body, timeout, now, read, signal });
    if (outcome.kind === 'reply') return outcome.reply;
    signal?.throwIfAborted();
    const wait = waitBefore(tried, outcome.retryAfter, random());
    if (!outcome.passing || tried === retries || wait > LONGEST_WAIT) throw endpointError({ url, expected }, outcome, tried + 1, world);
    report(`${url}: ${outcome.got}; attempt ${tried + 2} of ${retries + 1} in ${(wait / 1000).toFixed(1)} s`);
    await sleep(wait, signal);
    signal?.throwIfAborted();
  }
}

/** An aborted wait ends early, without an error of its own. */
function sleepUnlessAborted(milliseconds: number, signal?: AbortSignal): Promise<unknown> {
  return delay(milliseconds, undefined, signal === undefined ? {} : { signal }).catch((error: unknown) => {
    if (signal?.aborted !== true) throw error;
  });
}

const CHAT_COMPLETION = 'a chat completion {choices: [{message: {content}}]}';

function endpointError({ url, expected }: { readonly url: string; readonly expected: string }, { got, fix, retryAfter }: Failure, attempts: number, { cache }: ClientWorld): UserError {
  const asked = retryAfter === null ? '' : ` (it asks to wait ${Math.ceil(retryAfter / 1000)} s)`;
  const kept = cache === undefined ? '' : '; replies that came are kept, so the same command goes on from here';
  return UserError.of({
    expected,
    got: `${got}${asked}${attempts === 1 ? '' : `, in the last of ${attempts} attempts`}`,
    where: { key: url },
    fix: `${fix}${kept}`,
  });
}

function reportLine(line: string): void {
  process.stderr.write(`${line}\n`);
}
