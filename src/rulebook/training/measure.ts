/** How well a model answers questions about a user's rules: exact answers, and the right rule found first. */
import { isDeepStrictEqual } from 'node:util';
import type { Answers } from '../../config/own-rules.ts';
import { decodeWithSearch, type DecodeRequest, type DecodeResult } from '../../dynarule/decode.ts';
import { promptIds } from '../../dynarule/example.ts';
import { REFUSAL_RULES } from '../../dynarule/refusal.ts';
import { answerValues } from '../../evaluation/exact-match.ts';
import type { RefusalCase } from '../../evaluation/refusal/threshold.ts';
import { byLength } from '../../lm/by-length.ts';
import type { Answerer } from '../answerer.ts';
import type { OwnQuestion } from '../questions/own-question.ts';
import type { OwnRule } from '../rule.ts';
import { answerWriter, QUOTING_TOKENS } from '../answer-writer.ts';
import { ruleMatrix } from '../vectors.ts';
import { goldAnswer, type RuleSet } from './repository.ts';

/** A set of rules and who answers from it. */
export interface Bench extends RuleSet {
  readonly answerer: Answerer;
}

/** One answered question. */
export interface AnsweredQuestion {
  readonly id: string;
  readonly by: OwnQuestion['by'];
  readonly question: string;
  readonly gold: string;
  /** The answer; null where there was none. */
  readonly answer: string | null;
  readonly exact: boolean;
  /** Whether the rule of the first step was the first of those retrieved. */
  readonly found: boolean;
}

/** Questions that are decoded side by side. */
const SIDE_BY_SIDE = 64;
/** Tokens beyond those of the longest right answer. */
const SPARE_TOKENS = 8;

/** Answers all questions from all rules; none is refused. */
export function answerAll({ answerer, ...set }: Bench, questions: readonly OwnQuestion[], answers: Answers): AnsweredQuestion[] {
  const own = { ...answerer, answers, refusal: null };
  const { rules } = set;
  const conclusions = new Map(rules.map(({ id, conclusion }) => [id, conclusion]));
  const golds = questions.map((question) => goldAnswer(question, (id) => conclusions.get(id) as string));
  const pool = Int32Array.from(rules, (_, row) => row);
  const results = decodeAll({ answerer, ...set }, questions.map(({ text }) => ({ text, pool })), answers === 'quoted' ? QUOTING_TOKENS : longest(answerer, golds));
  return questions.map((question, at) => {
    const result = results[at] as DecodeResult;
    const first = rules[result.retrievals[0]?.[0]?.row ?? -1]?.id;
    const [gold, answer] = [golds[at] as string, written(own, rules, result)];
    const found = first !== undefined && question.rules.includes(first);
    return { id: question.id, by: question.by, question: question.text, gold, answer, exact: sameValues(answer, gold), found };
  });
}

/** What `ask` would have said. */
function written(answerer: Answerer, rules: readonly OwnRule[], result: DecodeResult): string | null {
  const writer = answerWriter(answerer, rules);
  writer.take(result);
  writer.end();
  return writer.answer().answer;
}

function sameValues(answer: string | null, gold: string): boolean {
  return answer !== null && isDeepStrictEqual(answerValues(answer), answerValues(gold));
}

/** Each question asked with its rules in the set, and without them. A set of nothing but its rules is not asked without. */
export function refusalCases(bench: Bench, questions: readonly OwnQuestion[]): RefusalCase[] {
  const { rules } = bench;
  const asked = questions.flatMap(({ text, rules: own }) => {
    const without = Int32Array.from(rules.flatMap(({ id }, row) => (own.includes(id) ? [] : [row])));
    const whole = { text, answerable: true, pool: Int32Array.from(rules, (_, row) => row) };
    return without.length === 0 ? [whole] : [whole, { text, answerable: false, pool: without }];
  });
  const results = decodeAll(bench, asked, 1);
  return asked.map(({ answerable }, at) => ({ answerable, retrievals: (results[at] as DecodeResult).retrievals }));
}

interface Asked {
  readonly text: string;
  readonly pool: Int32Array;
}

function decodeAll({ answerer, rules, vectors }: Bench, asked: readonly Asked[], maxNewTokens: number): DecodeResult[] {
  const { dynarule, format, encoder } = answerer;
  const matrix = ruleMatrix(vectors, rules, encoder.dimensions);
  const options = { maxNewTokens, eosId: format.eosId, padId: format.eosId, logged: Math.max(dynarule.attention.topK, REFUSAL_RULES) };
  const requests = asked.map(({ text, pool }): DecodeRequest => ({ promptIds: promptIds(text, format), pool }));
  try {
    return byLength(requests, (request) => request.promptIds.length, SIDE_BY_SIDE, (batch) => decodeWithSearch(dynarule, matrix, batch, options));
  } finally {
    matrix.dispose();
  }
}

/** Tokens of the longest answer: its step, its box, and a few more. */
function longest({ format }: Answerer, golds: readonly string[]): number {
  return 2 * Math.max(...golds.map((gold) => format.tokenizer.encode(` ${gold}`).length)) + SPARE_TOKENS;
}
