/**
 * Merging by a language model behind an OpenAI-compatible endpoint (paper,
 * Appendix A merges with one). The template is the check: a rewriting that
 * loses or adds a slot is dropped, and the template's text stands.
 */
import { z } from 'zod';
import { UserError } from '../errors.ts';
import type { MergeInput, Merger } from './merge.ts';
import { slotFault } from './merge-slots.ts';

export interface EndpointSettings {
  /** Up to and including the version, such as "http://localhost:8080/v1". */
  readonly baseUrl: string;
  readonly model: string;
  /** Sent as a bearer token where given. */
  readonly apiKey?: string;
  /** Milliseconds before a request is given up. */
  readonly timeout: number;
}

/** Called with each rewriting that was dropped and why. */
export type OnFallback = (fallback: { readonly rewritten: string; readonly reason: string }) => void;

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const INSTRUCTION =
  'Rewrite the questions below as one fluent question text in English. Keep their order, every capital letter, ' +
  'every number as digits and every noun, adjective, adverb and verb of theirs. Answer nothing. Reply with the text alone.';

const Reply = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });

/**
 * A merger that asks the endpoint for one completion a question.
 *
 * Its `merge` throws a UserError where the endpoint does not answer as an OpenAI-compatible one does.
 */
export function endpointMerger(settings: EndpointSettings, onFallback: OnFallback, send: Fetch = fetch): Merger {
  return {
    merge: async ({ template }: MergeInput) => {
      const rewritten = (await complete(settings, template, send)).trim();
      const reason = slotFault(template, rewritten);
      if (reason === null) return rewritten;
      onFallback({ rewritten, reason });
      return template;
    },
  };
}

async function complete(settings: EndpointSettings, template: string, send: Fetch): Promise<string> {
  const url = `${settings.baseUrl.replace(/\/$/, '')}/chat/completions`;
  const response = await send(url, requestOf(settings, template)).catch((cause: unknown) => {
    throw endpointError(url, String(cause));
  });
  const body = await response.text();
  if (!response.ok) throw endpointError(url, `status ${response.status}: ${body.slice(0, 200)}`);
  const reply = Reply.safeParse(parsed(body));
  if (!reply.success) throw endpointError(url, body.slice(0, 200));
  return reply.data.choices[0]?.message.content ?? '';
}

function requestOf({ model, apiKey, timeout }: EndpointSettings, template: string): RequestInit {
  const messages = [
    { role: 'system', content: INSTRUCTION },
    { role: 'user', content: template },
  ];
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }) },
    body: JSON.stringify({ model, messages, temperature: 0 }),
    signal: AbortSignal.timeout(timeout),
  };
}

/** The JSON value, or undefined for text that is none, which no schema accepts. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function endpointError(url: string, got: string): UserError {
  return UserError.of({
    expected: 'a chat completion {choices: [{message: {content}}]}',
    got,
    where: { key: url },
    fix: 'check the base URL, the model name and the key of the merging endpoint, or merge by template',
  });
}
