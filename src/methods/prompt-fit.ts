/** Fits as many rules into a prompt as the LM's context has room for. */
import { UserError } from '../errors.ts';
import type { TextModel } from './text-model.ts';

/** A prompt that leaves room for the answer, and how many of the first rules it has. */
export interface FittedPrompt {
  readonly text: string;
  readonly tokens: number;
  /** Whether `tokens` is an estimate, from above. */
  readonly tokensEstimated: boolean;
  readonly rulesGiven: number;
}

/** Token counts of rule lines by rule text; counted once, as pools overlap. */
export type LineLengths = Map<string, number>;

/**
 * Takes rules from the front until the context is full, `maxNewTokens` kept free.
 *
 * @throws UserError when the question alone does not fit.
 */
export function fitPrompt(
  model: TextModel,
  question: string,
  rules: readonly string[],
  maxNewTokens: number,
  lengths: LineLengths,
): FittedPrompt {
  const room = model.contextLength - maxNewTokens;
  const bare = model.countTokens(model.prompt(question, []));
  if (bare > room) throw questionTooLong(bare, room, question);
  let count = estimateCount(model, rules, room - bare, lengths);
  // Tokens of joined lines can differ from the sum by a few, so the joined prompt has the last word.
  for (;;) {
    const text = model.prompt(question, rules.slice(0, count));
    const tokens = model.countTokens(text);
    if (tokens <= room) return { text, tokens, tokensEstimated: model.tokensEstimated, rulesGiven: count };
    count -= Math.max(1, Math.ceil((count * (tokens - room)) / tokens));
  }
}

function estimateCount(model: TextModel, rules: readonly string[], room: number, lengths: LineLengths): number {
  let used = 0;
  for (const [index, rule] of rules.entries()) {
    used += lineLength(model, rule, lengths);
    if (used > room) return index;
  }
  return rules.length;
}

function lineLength(model: TextModel, rule: string, lengths: LineLengths): number {
  const known = lengths.get(rule);
  if (known !== undefined) return known;
  const length = model.countTokens(`${rule}\n`);
  lengths.set(rule, length);
  return length;
}

function questionTooLong(tokens: number, room: number, question: string): UserError {
  return UserError.of({
    expected: `a question of at most ${room} tokens (the LM's context less the room for the answer)`,
    got: `${tokens} tokens: ${question.slice(0, 80)}…`,
    fix: 'shorten the question, lower evaluation.maxNewTokens, or use an LM with a longer context',
  });
}
