/** Log-probs from a model of the project's own runtime. */
import { byLength } from '../../lm/by-length.ts';
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
      let done = 0;
      return byLength(encoded, lengthOf, batchQuestions, (batch) => {
        const sums = continuationLogProbs(lm, batch, lm.config.eosTokenId ?? 0);
        done += batch.length;
        report?.(done);
        return sums;
      });
    },
  };
}
