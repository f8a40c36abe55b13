/** Log-probs from a model of the project's own runtime. */
import { UserError } from '../../errors.ts';
import { continuationLogProbs, type Continuations } from '../../lm/likelihood.ts';
import type { LoadedLm } from '../../lm/load.ts';
import type { ChoiceQuestion } from '../question.ts';
import { transitionMessages, transitionText } from './prompt.ts';
import type { LikelihoodSource } from './source.ts';

export interface RuntimeOptions {
  /** Questions whose prompts are read in one pass. */
  readonly batchQuestions: number;
}

/** Works through questions in order of length, so that a batch has little padding. */
export function likelihoodsFromRuntime(lm: LoadedLm, { batchQuestions }: RuntimeOptions): LikelihoodSource {
  return {
    logProbs: async (questions, report) => {
      const encoded = questions.map((question) => encode(lm, question));
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

/** Prompt and choices are tokens of their own: where they meet no token spans both. */
function encode({ tokenizer, chat, config }: LoadedLm, question: ChoiceQuestion): Continuations {
  const text = chat === null ? transitionText(question) : chat.prompt(transitionMessages(question));
  const encoded = { prompt: tokenizer.encode(text), continuations: question.choices.map((choice) => tokenizer.encode(choice)) };
  const empty = encoded.continuations.findIndex((tokens) => tokens.length === 0);
  if (empty >= 0) throw faultOf(question, 'choices of at least one token', `none in choice ${empty}`, 'leave the question out');
  const length = lengthOf(encoded);
  if (length > config.maxPositions) throw faultOf(question, `at most ${config.maxPositions} tokens of prompt and choice`, `${length}`, 'take a model with a longer context, or leave the question out');
  return encoded;
}

function lengthOf({ prompt, continuations }: Continuations): number {
  return prompt.length + continuations.reduce((most, tokens) => Math.max(most, tokens.length), 0);
}

function faultOf({ id }: ChoiceQuestion, expected: string, got: string, fix: string): UserError {
  return UserError.of({ expected, got, where: { key: `question ${id}` }, fix });
}
