/** How a language model is asked for the next state (after the paper's Appendix A, in our words). */
import type { ChatMessage } from '../../lm/chat-template.ts';
import type { ChoiceQuestion, Environment } from '../question.ts';

/** Raised with every change of the texts below. */
export const PROMPT_VERSION = 1;

/** With the task in words; or state and action alone, for a model that is fine-tuned and knows the task from its examples. */
export const PROMPT_STYLES = ['instructed', 'bare'] as const;
export type PromptStyle = (typeof PROMPT_STYLES)[number];

interface World {
  readonly name: string;
  /** What a state and an action are. */
  readonly state: string;
  readonly action: string;
}

const WORLDS: Readonly<Record<Environment, World>> = {
  plancraft: { name: 'the crafting game Plancraft', state: 'the inventory and the crafting goal', action: 'moving items to a slot, or smelting them' },
  webshop: { name: 'the web shop WebShop', state: 'the text of the page', action: 'a search, or a click on a button' },
  scienceworld: { name: 'the text game ScienceWorld', state: 'what is seen in the room', action: "the player's command" },
  workshop: { name: 'a small workshop', state: 'the inventory', action: 'what is done with it' },
};

/** What the model is told, and asked; its answer would be the text of the next state and nothing besides. */
export function transitionMessages({ environment, state, action }: Pick<ChoiceQuestion, 'environment' | 'state' | 'action'>): ChatMessage[] {
  const world = WORLDS[environment];
  const task = `You foretell what happens in ${world.name}. A state is ${world.state}; an action is ${world.action}. Given a state and an action, write the state that follows, exactly as the game would, and nothing else.`;
  return [
    { role: 'system', content: task },
    { role: 'user', content: `${situation({ state, action })}\n\nWhich state follows?` },
  ];
}

function situation({ state, action }: Pick<ChoiceQuestion, 'state' | 'action'>): string {
  return `State:\n${state}\n\nAction:\n${action}`;
}

/** State and action alone; the model goes on with the state that follows. */
export function bareText(question: Pick<ChoiceQuestion, 'state' | 'action'>): string {
  return `${situation(question)}\n\nNext state:\n`;
}

/** As `transitionMessages`, for a model that knows no turns; it goes on with the state. */
export function transitionText(question: Pick<ChoiceQuestion, 'environment' | 'state' | 'action'>): string {
  const contents = transitionMessages(question).map(({ content }) => content);
  return `${contents.join('\n\n')}\n\nNext state:\n`;
}
