/** Log-probs from a model of the project's own runtime. */
import type { LanguageModel } from '../../lm/forward.ts';
import { continuationLogProbs } from '../../lm/likelihood.ts';
import { encodeQuestion, lengthOf, type Addressed } from './encode.ts';
import type { PromptStyle } from './prompt.ts';
import type { LikelihoodSource } from './source.ts';

export interface RuntimeOptions {
  /** Questions whose prompts are read in one pass. */
  readonly batchQuestions: number;
  readonly prompt: PromptStyle;
}

/** Works through questions in order of length, so that a batch has little padding. */
export function likelihoodsFromRuntime(lm: LanguageModel & Addressed, { batchQuestions, prompt }: RuntimeOptions): LikelihoodSource {
  return {
    logProbs: async (questions, report) => {
      const encoded = questions.map((question) => encodeQuestion(lm, question, prompt));
      const order = encoded.map((_, index) => index).sort((a, b) => lengthOf(encoded[a]!) - lengthOf(encoded[b]!));
      const found: number[][] = encoded.map(() => []);
      for (let start = 0; start < order.length; start += batchQuestions) {
        const indices = order.slice(start, start + batchQuestions);
        const sums = continuationLogProbs(lm, indices.map((index) => encoded[index]!), lm.config.eosTokenId ?? 0);
        indices.forEach((index, at) => (found[index] = sums[at]!));
        report?.(Math.min(order.length, start + batchQuestions));
      }
      return found;
    },
  };
}
