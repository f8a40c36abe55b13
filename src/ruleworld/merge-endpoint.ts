/**
 * Merging by a language model behind an OpenAI-compatible endpoint (paper,
 * Appendix A merges with one). The template is the check: a rewriting that
 * loses or adds a slot is dropped, and the template's text stands.
 */
import type { Fetch } from '../endpoint/attempt.ts';
import type { ChatModel } from '../endpoint/chat.ts';
import { createChatClient } from '../endpoint/client.ts';
import type { MergeInput, Merger } from './merge.ts';
import { slotFault } from './merge-slots.ts';
import { randomStream } from '../random.ts';

export interface EndpointSettings extends ChatModel {
  /** Sent as a bearer token where given. */
  readonly apiKey?: string;
  /** Milliseconds before a request is given up. */
  readonly timeout: number;
}

/** Called with each rewriting that was dropped and why. */
export type OnFallback = (fallback: { readonly rewritten: string; readonly reason: string }) => void;

const INSTRUCTION =
  'Rewrite the questions below as one fluent question text in English. Keep their order, every capital letter, ' +
  'every number as digits and every noun, adjective, adverb and verb of theirs. Answer nothing. Reply with the text alone.';

/**
 * A merger that asks the endpoint for one completion a question, once each.
 *
 * Its `merge` throws a UserError where the endpoint does not answer as an OpenAI-compatible one does.
 */
export function endpointMerger(settings: EndpointSettings, onFallback: OnFallback, send: Fetch = fetch): Merger {
  const patience = { apiKey: null, retries: 0, maxConcurrent: 4 };
  const client = createChatClient({ ...patience, ...settings }, { random: randomStream('merge').next, fetch: send });
  return {
    merge: async ({ template }: MergeInput) => {
      const rewritten = (await client.ask(requestFor(template))).trim();
      const reason = slotFault(template, rewritten);
      if (reason === null) return rewritten;
      onFallback({ rewritten, reason });
      return template;
    },
  };
}

function requestFor(template: string) {
  const messages = [
    { role: 'system', content: INSTRUCTION },
    { role: 'user', content: template },
  ] as const;
  return { messages, temperature: 0 };
}
