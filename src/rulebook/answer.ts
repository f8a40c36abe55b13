/** An answer with its grounds: the text as it is decoded, and for each step the rules that the model saw. */
import { streamWithSearch, type DecodeResult, type DynaRuleModel } from '../dynarule/decode.ts';
import { promptIds, type ExampleFormat } from '../dynarule/example.ts';
import type { Retrieved } from '../dynarule/step-retrieval.ts';
import type { Encoder } from '../encoder/encoder.ts';
import { UserError } from '../errors.ts';
import { lastBoxed } from '../evaluation/exact-match.ts';
import type { OwnRule } from './rule.ts';
import type { RuleSnapshot } from './store.ts';
import { tokenText } from './token-text.ts';
import { ruleMatrix } from './vectors.ts';

/** A model that answers from rules. */
export interface Answerer {
  readonly dynarule: DynaRuleModel;
  readonly format: ExampleFormat;
  readonly encoder: Encoder;
}

/** A rule that the model saw in one step. */
export interface UsedRule extends OwnRule {
  /** a of Eq. 3–4: how well the rule fits what the step asks for; unbounded, comparable within one answer. */
  readonly relevance: number;
}

export interface AnswerStep {
  /** What the model wrote in this step. */
  readonly text: string;
  /** Best first, at most as many as the model attends to. */
  readonly rules: readonly UsedRule[];
}

export interface Answer {
  /** All that the model wrote, without `<search>`. */
  readonly text: string;
  /** What stands in the last \boxed{}; null where there is none. */
  readonly answer: string | null;
  readonly steps: readonly AnswerStep[];
  /** Version of the rules that it was answered from. */
  readonly rulesVersion: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** `length`: the model was cut off before it had finished. */
  readonly finish: 'stop' | 'length';
}

/** What happens on the way: rules come before the text that was written with them, the whole answer last. Steps count from 1. */
export type AnswerEvent =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'rules'; readonly step: number; readonly rules: readonly UsedRule[] }
  | { readonly kind: 'text'; readonly text: string };

const MAX_NEW_TOKENS = 256;

/** How many tokens an answer may have. */
export interface AnswerLength {
  /** No more than these, 256 by default, and no more than there is room for. */
  readonly atMost?: number;
  /** The question must leave room for so many; null: for one. */
  readonly needed?: number | null;
}

/**
 * Answers one question, at most one forward pass between two events; a loop that is left frees all tensors.
 *
 * @throws UserError for a set without rules, and for a question that leaves no room for an answer
 */
export function* answerQuestion(
  { dynarule, format, encoder }: Answerer,
  snapshot: RuleSnapshot,
  question: string,
  { atMost = MAX_NEW_TOKENS, needed = null }: AnswerLength = {},
): Generator<AnswerEvent> {
  const prompt = promptIds(question, format);
  const maxNewTokens = tokensToWrite(prompt.length, dynarule.model.config.maxPositions, atMost, needed);
  const { rules, vectors, version } = snapshot;
  const request = { promptIds: prompt, pool: Int32Array.from(rules, (_, row) => row) };
  const options = { maxNewTokens, eosId: format.eosId, padId: format.eosId, logged: dynarule.attention.topK };
  const writer = answerWriter(format, rules);
  const matrix = ruleMatrix(vectors, rules, encoder.dimensions);
  let tokens = 0;
  try {
    for (const pass of streamWithSearch(dynarule, matrix, request, options)) {
      tokens = pass.ids.length;
      yield* writer.take(pass);
    }
  } finally {
    matrix.dispose();
  }
  const finish = tokens < maxNewTokens ? 'stop' : 'length';
  yield { kind: 'answer', answer: { ...writer.answer(), rulesVersion: version, promptTokens: prompt.length, completionTokens: tokens, finish } };
}

/** Puts an answer together from what is decoded so far. */
interface AnswerWriter {
  /** What is new since the pass before. */
  take(pass: DecodeResult): AnswerEvent[];
  answer(): Pick<Answer, 'text' | 'answer' | 'steps'>;
}

function answerWriter(format: ExampleFormat, rules: readonly OwnRule[]): AnswerWriter {
  const textOf = tokenText(format.tokenizer);
  const steps: { text: string; rules: readonly UsedRule[] }[] = [];
  let [tokens, whole] = [0, ''];
  const write = (text: string): AnswerEvent[] => {
    const shown = whole === '' ? text.trimStart() : text;
    if (shown === '') return [];
    whole += shown;
    const step = steps.at(-1);
    if (step !== undefined) step.text += shown;
    return [{ kind: 'text', text: shown }];
  };
  return {
    take: ({ ids, retrievals }) => {
      const found = retrievals.slice(steps.length).map((ranked) => used(ranked, rules));
      const opened = found.map((own): AnswerEvent => ({ kind: 'rules', step: steps.push({ text: '', rules: own }), rules: own }));
      const written = ids.slice(tokens).flatMap((id) => write(textOf(id)));
      tokens = ids.length;
      return [...opened, ...written];
    },
    answer: () => ({ text: whole, answer: lastBoxed(whole), steps: steps.map((step) => ({ ...step, text: step.text.trim() })) }),
  };
}

function used(ranked: readonly Retrieved[], rules: readonly OwnRule[]): UsedRule[] {
  return ranked.map(({ row, score }) => ({ ...(rules[row] as OwnRule), relevance: score }));
}

function tokensToWrite(promptTokens: number, context: number, atMost: number, needed: number | null): number {
  const least = Math.min(needed ?? 1, atMost);
  const room = context - promptTokens;
  if (room >= least) return needed === null ? Math.min(atMost, room) : least;
  throw UserError.of({
    expected: `a question of at most ${context - least} tokens (the model's ${context} less ${least} for the answer)`,
    got: `${promptTokens} tokens`,
    fix: needed === null ? 'shorten the question' : 'shorten the question, or ask for a shorter answer',
  });
}
