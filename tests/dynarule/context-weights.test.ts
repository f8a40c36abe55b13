/** Means over a context in which words of the premises count more than others: by hand, in training and while decoding. */
import { initBackend } from '../../src/backend/init.ts';
import { tf, type Tensor3D } from '../../src/backend/tf.ts';
import { createContextMeans } from '../../src/dynarule/context-means.ts';
import { premiseWeights, tokenWeights } from '../../src/dynarule/context-weights.ts';
import { stepQueries } from '../../src/dynarule/step-queries.ts';
import type { Tokenizer } from '../../src/lm/tokenizer.ts';

beforeAll(() => initBackend());

/** A token a letter. */
const tokenizer: Tokenizer = {
  vocabSize: 128,
  encode: (text) => Array.from(text, (letter) => letter.charCodeAt(0)),
  decode: (ids) => String.fromCharCode(...ids),
  tokenId: () => undefined,
  json: {},
};

it('knows the tokens of the premises, at the beginning of a text and after a space', () => {
  // ' ' is 32, 'a' 97, 'b' 98, 'c' 99.
  expect(premiseWeights(['ba', 'ac'], tokenizer, 0.5)).toEqual({ known: [32, 97, 98, 99], others: 0.5 });
  expect([97, 100].map(tokenWeights({ known: [97], others: 0.5 }))).toEqual([1, 0.5]);
  expect([97, 100].map(tokenWeights(undefined))).toEqual([1, 1]);
});

it('weights the states of a step in training', () => {
  const queries = tf.tensor2d([[1, 0], [3, 0], [5, 8]]);
  const steps = [
    { row: 0, step: 0, gold: [], query: { kind: 'mean', from: 0, to: 3, weights: [1, 0.5, 0.5] } },
    { row: 0, step: 1, gold: [], query: { kind: 'mean', from: 1, to: 3 } },
    { row: 0, step: 2, gold: [], query: { kind: 'token', position: 1 } },
  ] as const;
  // (1 + 1.5 + 2.5) / 2 and 4 / 2; (3 + 5) / 2 and 8 / 2; the second token's.
  expect(tf.tidy(() => stepQueries(queries, steps, 3).arraySync())).toEqual([[2.5, 2], [4, 4], [3, 0]]);
  queries.dispose();
});

it('weights what a row has taken in so far while decoding; padding does not count', () => {
  const means = createContextMeans({ known: [7], others: 0.25 });
  const add = (values: number[][], ids: readonly number[], padding: readonly number[]): number[] =>
    tf.tidy(() => {
      const rows = values.length;
      const query = tf.tensor(values, [rows, values[0]!.length, 1]) as Tensor3D;
      return Array.from(means.add(0, query, { ids: Int32Array.from(ids), rows, length: ids.length / rows, padding }).dataSync());
    });
  // Row 0: (8 + 0.25 · 4) / 1.25. Row 1, whose first token is padding: its second alone.
  expect(add([[8, 4], [100, 6]], [7, 9, 7, 9], [0, 1])).toEqual([7.2, 6].map(Math.fround));
  // Row 0: (9 + 1) / 2.25. Row 1: (1.5 + 0.25 · 2) / 0.5.
  expect(add([[1], [2]], [7, 9], [0, 0])).toEqual([10 / 2.25, 4].map(Math.fround));
  means.keepRows([1]);
  // (2 + 3) / 1.5
  expect(add([[3]], [7], [0])).toEqual([5 / 1.5].map(Math.fround));
  means.dispose();
});
