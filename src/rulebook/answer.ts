/** An answer with its grounds: the text as it is decoded, and for each step the rules that the model saw. */
import { streamWithSearch } from '../dynarule/decode.ts';
import { promptIds } from '../dynarule/example.ts';
import { REFUSAL_RULES } from '../dynarule/refusal.ts';
import { UserError } from '../errors.ts';
import type { AnswerEvent } from './answer-event.ts';
import { answerWriter, QUOTING_TOKENS } from './answer-writer.ts';
import type { Answerer } from './answerer.ts';
import type { RuleSnapshot } from './store.ts';
import { ruleMatrix } from './vectors.ts';

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
  answerer: Answerer,
  snapshot: RuleSnapshot,
  question: string,
  { atMost = MAX_NEW_TOKENS, needed = null }: AnswerLength = {},
): Generator<AnswerEvent> {
  const { dynarule, format, encoder } = answerer;
  const prompt = promptIds(question, format);
  const room = tokensToWrite(prompt.length, dynarule.model.config.maxPositions, atMost, needed);
  const maxNewTokens = answerer.answers === 'quoted' ? Math.min(room, QUOTING_TOKENS) : room;
  const { rules, vectors, version } = snapshot;
  const request = { promptIds: prompt, pool: Int32Array.from(rules, (_, row) => row) };
  const options = { maxNewTokens, eosId: format.eosId, padId: format.eosId, logged: Math.max(dynarule.attention.topK, REFUSAL_RULES) };
  const writer = answerWriter(answerer, rules);
  const matrix = ruleMatrix(vectors, rules, encoder.dimensions);
  let tokens = 0;
  try {
    for (const pass of streamWithSearch(dynarule, matrix, request, options)) {
      tokens = pass.ids.length;
      yield* writer.take(pass);
      if (writer.ended()) break;
    }
  } finally {
    matrix.dispose();
  }
  yield* writer.end();
  const finish = writer.ended() || tokens < maxNewTokens ? 'stop' : 'length';
  yield { kind: 'answer', answer: { ...writer.answer(), rulesVersion: version, promptTokens: prompt.length, completionTokens: tokens, finish } };
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
