/** Turns of thought and action (Yao et al. 2023): `Thought: …`, then `Action: Search[…]` or `Action: Finish[…]`. */
import { boxed } from '../../ruleworld/prompt.ts';
import type { TextModel } from '../text-model.ts';
import type { Agent, Turn } from './agent.ts';
import { isSearchable } from './rounds.ts';
import { MALFORMED_TURN, nextActionRequest } from './templates.ts';

/** Asks a chat model for its next thought and action. */
export function actionTurns(model: TextModel): Pick<Agent, 'prompt' | 'read'> {
  return {
    prompt: (question, rules, turns) =>
      `${model.prompt(question, rules)}\n${nextActionRequest(turns.map(({ text }) => text))}`,
    read: readAction,
  };
}

const ACTION_LINE = /^Action:/gm;
/** The whole line; brackets inside the argument are its own. */
const ACTION = /^Action: (?<kind>Search|Finish)\[(?<argument>.*)\]\s*$/m;
/** Models write on in the voice of the environment; what follows is not theirs to say. */
const OBSERVATION = /^Observation:/m;

/**
 * Strict: exactly one line `Action: Search[…]` with a word to search for, or `Action: Finish[…]`
 * with an answer. Anything else is malformed: a turn whose round stays empty.
 */
export function readAction(written: string): Turn {
  const text = written.slice(0, OBSERVATION.exec(written)?.index).trim();
  const { kind, argument = '' } = ACTION.exec(text)?.groups ?? {};
  const content = argument.trim();
  if (kind === undefined || [...text.matchAll(ACTION_LINE)].length > 1) return malformed();
  if (kind === 'Finish') return content === '' ? malformed() : { text, query: null, last: true, answer: finalText(text, content) };
  return isSearchable(content) ? { text, query: content, last: false, answer: null } : malformed();
}

function malformed(): Turn {
  return { text: MALFORMED_TURN, query: null, last: false, answer: null };
}

/** The turn with its answer in a box, where every method's answer is looked for. */
function finalText(text: string, answer: string): string {
  return answer.startsWith(boxed('').slice(0, -1)) ? text : `${text}\n${boxed(answer)}`;
}
