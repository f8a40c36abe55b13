/** Turns that are the steps of a chain of thought: each sentence is the query for the rules of the next round. */
import { boxed, STEP_MARK } from '../../ruleworld/prompt.ts';
import type { TextModel } from '../text-model.ts';
import type { Agent, Turn } from './agent.ts';
import { isSearchable } from './rounds.ts';
import { nextStepRequest, openStep } from './templates.ts';

const BOX_OPEN = boxed('').slice(0, -1);

/** Asks a model of either kind for its next step. */
export function stepTurns(model: TextModel): Pick<Agent, 'prompt' | 'read'> {
  return {
    prompt: (question, rules, turns) => {
      const steps = turns.map(({ text }) => text).filter((text) => text !== '');
      return `${model.prompt(question, rules)}${model.followsInstructions ? `\n${nextStepRequest(steps)}` : openStep(steps)}`;
    },
    read: readStep,
  };
}

/**
 * The first step of what the model wrote: up to the next `[Step]` or the box, with or without a mark
 * of its own. A step without a word to search for leaves its round empty.
 */
export function readStep(written: string): Turn {
  const text = written.trimStart();
  const behindMark = text.startsWith(STEP_MARK) ? text.slice(STEP_MARK.length) : text;
  const own = before(behindMark, STEP_MARK);
  const step = before(own, BOX_OPEN).trim();
  return {
    text: step === '' ? '' : `${STEP_MARK} ${step}`,
    query: isSearchable(step) ? step : null,
    last: own.includes(BOX_OPEN),
    answer: null,
  };
}

function before(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? text : text.slice(0, at);
}
