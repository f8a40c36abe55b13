/** Questions as tokens: a prompt, and the choices that may follow it. */
import { UserError } from '../../errors.ts';
import type { Continuations } from '../../lm/likelihood.ts';
import type { OpenLm } from '../../lm/load.ts';
import type { ChoiceQuestion } from '../question.ts';
import { bareText, transitionMessages, transitionText, type PromptStyle } from './prompt.ts';

/** What is needed of a model to address it. */
export type Addressed = Pick<OpenLm, 'tokenizer' | 'chat' | 'config'>;

/**
 * Prompt and choices are tokens of their own: where they meet no token spans both.
 *
 * @throws UserError for a choice without a token, and for what is longer than the model's context
 */
export function encodeQuestion(lm: Addressed, question: ChoiceQuestion, style: PromptStyle): Continuations {
  const { tokenizer, config } = lm;
  const encoded = { prompt: tokenizer.encode(promptOf(lm, question, style)), continuations: question.choices.map((choice) => tokenizer.encode(choice)) };
  const empty = encoded.continuations.findIndex((tokens) => tokens.length === 0);
  if (empty >= 0) throw faultOf(question, 'choices of at least one token', `none in choice ${empty}`, 'leave the question out');
  const length = lengthOf(encoded);
  if (length > config.maxPositions) throw faultOf(question, `at most ${config.maxPositions} tokens of prompt and choice`, `${length}`, 'take a model with a longer context, or leave the question out');
  return encoded;
}

/** A chat model is addressed through its own template. */
function promptOf({ chat }: Addressed, question: ChoiceQuestion, style: PromptStyle): string {
  if (style === 'bare') return bareText(question);
  return chat === null ? transitionText(question) : chat.prompt(transitionMessages(question));
}

/** Tokens of the prompt with its longest choice. */
export function lengthOf({ prompt, continuations }: Continuations): number {
  return prompt.length + continuations.reduce((most, tokens) => Math.max(most, tokens.length), 0);
}

function faultOf({ id }: ChoiceQuestion, expected: string, got: string, fix: string): UserError {
  return UserError.of({ expected, got, where: { key: `question ${id}` }, fix });
}
