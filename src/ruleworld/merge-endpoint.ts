/**
 * Merging by a language model behind an OpenAI-compatible endpoint (paper,
 * Appendix A merges with one). The template is the check: a rewriting that
 * loses or adds a slot, or asks in another order, is dropped, and the
 * template's text stands.
 */
import type { ChatClient } from '../endpoint/client.ts';
import { orderFault, slotFault } from './merge-slots.ts';
import type { Problem, WorldQuestion } from './types.ts';

const INSTRUCTION =
  'Rewrite the questions below as one fluent question text in English. Keep their order, every capital letter, ' +
  'every number as digits and every noun, adjective, adverb and verb of theirs. Answer nothing. Reply with the text alone.';

export interface EndpointMerge {
  readonly question: WorldQuestion;
  /** Why the rewriting was dropped; null where the question has it. */
  readonly fault: string | null;
}

/**
 * A question of several parts with its English as the endpoint rewrites it; provenance says so.
 *
 * @throws UserError as the client does
 */
export async function mergeByEndpoint(question: WorldQuestion, client: ChatClient, temperature: number): Promise<EndpointMerge> {
  const template = question.question.NL;
  const messages = [
    { role: 'system', content: INSTRUCTION },
    { role: 'user', content: template },
  ] as const;
  const rewritten = (await client.ask({ messages, temperature })).trim();
  const fault = slotFault(template, rewritten) ?? orderFault(variablesOf(question.problem), template, rewritten);
  return { question: fault === null ? withEnglish(question, rewritten) : question, fault };
}

function withEnglish(question: WorldQuestion, NL: string): WorldQuestion {
  const { provenance } = question;
  const templates = provenance.templates.map((template) => `rewritten ${template}`);
  return { ...question, question: { ...question.question, NL }, provenance: { ...provenance, templates } };
}

/** Variables of each sub-question. */
function variablesOf({ parts }: Problem): ReadonlySet<string>[] {
  return parts.map(({ facts, query }) => {
    const named = facts.flatMap((fact) => (fact.kind === 'action' ? [fact.actor, fact.target] : [fact.variable]));
    return new Set([...named, query.variable]);
  });
}
