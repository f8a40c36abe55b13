/**
 * Rule-guided selection of training data (NeSyS, phase 2): the neural model learns what
 * the rules do not know. All questions that no rule answers are taken; of the others, as
 * many as fit the share, drawn without replacement with weights 1/k.
 */
import { randomStream } from '../../random.ts';
import type { ScoredQuestion } from '../question.ts';
import { answeringRules } from './answering-rules.ts';

export interface Selection {
  /** Indices of the questions that are taken, ascending. */
  readonly chosen: readonly number[];
  /** k of every question. */
  readonly answering: readonly number[];
  /** Questions that no rule answers. They are all taken, even where they are more than the share. */
  readonly unanswered: number;
}

/**
 * @param share of the questions that is taken, in [0, 1], rounded to whole questions
 * @param seed names the stream of the draws
 */
export function selectByRules(questions: readonly ScoredQuestion[], share: number, seed: string): Selection {
  const answering = questions.map(answeringRules);
  const unanswered = indicesWhere(answering, (k) => k === 0);
  const known = indicesWhere(answering, (k) => k > 0);
  const room = Math.max(0, Math.round(share * questions.length) - unanswered.length);
  const drawn = drawWeighted(known, (index) => 1 / answering[index]!, room, seed);
  const chosen = [...unanswered, ...drawn].sort((a, b) => a - b);
  return { chosen, answering, unanswered: unanswered.length };
}

/** As many, drawn evenly: what the rule-guided selection is compared with. */
export function selectEvenly(count: number, chosen: number, seed: string): number[] {
  return randomStream(seed)
    .shuffle(Array.from({ length: count }, (_, index) => index))
    .slice(0, chosen)
    .sort((a, b) => a - b);
}

/**
 * Draws without replacement, each time with probabilities in proportion to the weights
 * of what is left: the largest of u^(1/w) (Efraimidis and Spirakis 2006).
 */
function drawWeighted(items: readonly number[], weight: (item: number) => number, count: number, seed: string): number[] {
  const random = randomStream(seed);
  const keyed = items.map((item) => ({ item, key: Math.log(1 - random.next()) / weight(item) }));
  return keyed
    .sort((a, b) => b.key - a.key)
    .slice(0, count)
    .map(({ item }) => item);
}

function indicesWhere(values: readonly number[], holds: (value: number) => boolean): number[] {
  return values.flatMap((value, index) => (holds(value) ? [index] : []));
}
