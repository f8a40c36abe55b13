/** Log-probs of a list of questions, written down as they are made, so that work that was stopped goes on. */
import type { ChoiceQuestion } from '../question.ts';
import type { LikelihoodLog } from './likelihood-log.ts';
import type { LikelihoodSource } from './source.ts';

export interface GatherOptions {
  /** Questions between two writes. */
  readonly chunk: number;
  /** Told how many questions are done. */
  readonly report: (done: number) => void;
}

/**
 * Log-probs of each question, in their order; those that the log knows are not asked for. The others are asked
 * from the longest on: what is too long shows at once, and a chunk has little padding.
 */
export async function gatherLikelihoods(source: LikelihoodSource, questions: readonly ChoiceQuestion[], log: LikelihoodLog, { chunk, report }: GatherOptions): Promise<(readonly number[])[]> {
  const rest = questions.filter(({ id }) => !log.known.has(id)).toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const made = new Map<string, readonly number[]>();
  for (let start = 0; start < rest.length; start += chunk) {
    const part = rest.slice(start, start + chunk);
    const logProbs = await source.logProbs(part);
    log.append(part.map(({ id }, index) => ({ id, logProbs: logProbs[index]! })));
    part.forEach(({ id }, index) => made.set(id, logProbs[index]!));
    report(questions.length - rest.length + start + part.length);
  }
  return questions.map(({ id }) => (log.known.get(id) ?? made.get(id))!);
}

/** Characters that stand for tokens: of the state, and of the longest choice. */
function sizeOf({ state, choices }: ChoiceQuestion): number {
  return state.length + Math.max(...choices.map((choice) => choice.length));
}
