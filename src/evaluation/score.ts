/** From a method's answer to the record of a question: scores, ranks of the gold rules, and what went wrong. */
import { fingerprint } from '../files/fingerprint.ts';
import type { MethodAnswer, MethodInput, RetrievalKind } from '../methods/method.ts';
import type { Texts } from '../ruleworld/types.ts';
import { EVALUATOR_VERSION, type CellPlace } from './cell.ts';
import { exactMatch, lastBoxed } from './exact-match.ts';
import { goldRanks, recallAt, type GoldRank } from './recall.ts';
import type { QuestionRecord } from './records.ts';

/** Rules of each retrieval that a record keeps. */
const KEPT_RULES = 10;

/** What all records of a batch share. */
export interface BatchContext {
  readonly place: CellPlace;
  readonly address: string;
  readonly retrieval: RetrievalKind;
  /** Fingerprint of the repository. */
  readonly rulesFingerprint: string;
  readonly ruleTexts: readonly Texts[];
  readonly secondsEach: number;
  readonly batchSize: number;
  readonly backend: string;
  readonly methodFingerprint: string;
}

/** Scores one answer. */
export function scoreAnswer(input: MethodInput, answer: MethodAnswer, context: BatchContext): QuestionRecord {
  const { question, representation } = input;
  const text = (id: number): string => context.ruleTexts[id]?.[representation] ?? '';
  const goldSteps = question.steps.map((step) => step.gold);
  const ranks = goldRanks(goldSteps, answer.retrievedPerStep, context.retrieval);
  const score = exactMatch(answer.text, question.answer);
  const given = goldGiven(ranks, input, answer, context.retrieval);
  return {
    cell: context.address,
    ...context.place,
    subtask: question.subtask,
    retrieval: context.retrieval,
    questionId: question.id,
    pool: fingerprint([context.rulesFingerprint, input.pool]),
    question: question.question[representation],
    prompt: answer.prompt,
    promptHash: fingerprint(answer.prompt),
    promptTokens: answer.promptTokens,
    promptTokensEstimated: answer.promptTokensEstimated ?? false,
    promptCut: answer.promptCut,
    text: answer.text,
    answer: lastBoxed(answer.text),
    gold: question.answer,
    exactMatch: score,
    recallAt1: recallAt(1, ranks, context.retrieval),
    recallAt10: recallAt(10, ranks, context.retrieval),
    recallAt100: recallAt(100, ranks, context.retrieval),
    outcome: score === 1 ? 'correct' : given ? 'retrieved-but-wrong' : 'not-retrieved',
    retrieved: answer.retrievedPerStep.map((rules) =>
      rules.slice(0, KEPT_RULES).map(({ id, score: relevance }) => ({ id, score: relevance, text: text(id) })),
    ),
    ...(answer.queries === undefined ? {} : { queries: [...answer.queries] }),
    goldSteps: ranks.map((step) => step.map(({ id, rank }) => ({ id, rank, text: text(id) }))),
    seconds: context.secondsEach,
    batchSize: context.batchSize,
    backend: context.backend,
    evaluatorVersion: EVALUATOR_VERSION,
    methodFingerprint: context.methodFingerprint,
  };
}

/** Whether the LM saw every gold rule: with the whole pool, among those in the prompt, or in the retrieval of the rule's own step. */
function goldGiven(
  ranks: readonly (readonly GoldRank[])[],
  input: MethodInput,
  answer: MethodAnswer,
  kind: RetrievalKind,
): boolean {
  if (kind === 'gold') return answer.promptCut === 0;
  if (answer.rulesGiven >= input.pool.length) return true;
  const gold = ranks.flat();
  if (kind !== 'none') return gold.every(({ rank }) => rank !== null && rank <= answer.rulesGiven);
  const shown = new Set(input.pool.slice(0, answer.rulesGiven));
  return gold.every(({ id }) => shown.has(id));
}
