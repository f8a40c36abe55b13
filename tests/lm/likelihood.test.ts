import { initBackend } from '../../src/backend/init.ts';
import { tf } from '../../src/backend/tf.ts';
import { continuationLogProbs, type Continuations } from '../../src/lm/likelihood.ts';
import { tinyModel, tinyPrompt } from '../dynarule/tiny-model.ts';
import { keepForFile } from '../setup/tensors.ts';
import { sequenceLogits } from './support.ts';
import type { LanguageModel } from '../../src/lm/forward.ts';

let model: LanguageModel;

beforeAll(async () => {
  await initBackend();
  model = tinyModel('likelihood');
  keepForFile(model.weights);
});

/** Each continuation in a sequence of its own, read whole. */
function plainLogProb(prompt: readonly number[], tokens: readonly number[]): number {
  const logits = sequenceLogits(model, [...prompt, ...tokens]);
  const rows = tf.tidy(() => tf.logSoftmax(logits).arraySync() as number[][]);
  logits.dispose();
  return tokens.reduce((sum, token, index) => sum + rows[prompt.length + index - 1]![token]!, 0);
}

const batch: Continuations[] = [
  { prompt: tinyPrompt(7, 'a'), continuations: [[3, 4, 5], [3, 4], [9]] },
  { prompt: tinyPrompt(2, 'b'), continuations: [[1]] },
  { prompt: tinyPrompt(12, 'c'), continuations: [[8, 8, 8, 8, 2], [0, 29]] },
];

it('sums the log-probs of the tokens of each continuation, as without cache and batch', () => {
  const found = continuationLogProbs(model, batch, 0);
  const expected = batch.map(({ prompt, continuations }) => continuations.map((tokens) => plainLogProb(prompt, tokens)));
  expect(found.map((sums) => sums.length)).toEqual([3, 1, 2]);
  found.flat().forEach((sum, i) => expect(sum).toBeCloseTo(expected.flat()[i]!, 3));
});

it('does not depend on what else is in the batch, nor on the padding token', () => {
  const [alone] = continuationLogProbs(model, [batch[0]!], 0);
  for (const padId of [0, 17]) {
    const [together] = continuationLogProbs(model, batch, padId);
    together!.forEach((sum, i) => expect(sum).toBeCloseTo(alone![i]!, 4));
  }
});

it('adds up to one over all next tokens', () => {
  const every = Array.from({ length: model.config.vocabSize }, (_, token) => [token]);
  const [sums] = continuationLogProbs(model, [{ prompt: tinyPrompt(5, 'd'), continuations: every }], 0);
  expect(sums!.reduce((total, logProb) => total + Math.exp(logProb), 0)).toBeCloseTo(1, 4);
});

it('holds few logits at a time, which changes nothing', () => {
  // 40 continuations of 9 tokens are more rows than are held at a time.
  const continuations = Array.from({ length: 40 }, (_, i) => tinyPrompt(9, `e${i}`));
  const [sums] = continuationLogProbs(model, [{ prompt: tinyPrompt(6, 'f'), continuations }], 0);
  for (const i of [0, 27, 28, 39]) expect(sums![i]).toBeCloseTo(plainLogProb(tinyPrompt(6, 'f'), continuations[i]!), 3);
});
