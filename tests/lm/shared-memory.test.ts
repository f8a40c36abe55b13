/** A memory that all questions of a batch share, against the same rows copied for each, and by hand. */
import { initBackend } from '../../src/backend/init.ts';
import { tf, type Tensor, type Tensor2D, type Tensor3D, type Tensor4D } from '../../src/backend/tf.ts';
import { attend, attentionAngles, sharedRows, type AttentionMemory, type AttentionOutput } from '../../src/lm/attention.ts';
import { attendInParts, weighBlocks, type AttentionBlock } from '../../src/lm/attention-core.ts';
import type { KvSegment } from '../../src/lm/kv-segment.ts';
import type { LmLayer } from '../../src/lm/weights.ts';
import { causalBias, MASKED } from '../../src/lm/masks.ts';
import { ropeAngles } from '../../src/lm/rope.ts';
import { plainRope } from './support.ts';
import { randomStream } from '../../src/random.ts';
import { normal } from '../../src/tensors/normal.ts';
import { logCorrection } from '../../src/methods/kblam-scaled.ts';
import { TINY_CONFIG, tinyModel } from '../dynarule/tiny-model.ts';
import { keepForFile } from '../setup/tensors.ts';

let layer: LmLayer;
beforeAll(async () => {
  await initBackend();
  const { weights } = keepForFile(tinyModel('shared'));
  layer = weights.layers[0]!;
});

const random = (shape: number[], seed: string): Tensor => normal(shape, 1, randomStream(seed));
const [B, S, R] = [3, 5, 6];

/** The same six rows, shared and copied; the second question does not see the first two of them. */
function memories(length: number): [AttentionMemory, AttentionMemory] {
  const [query, rows] = [random([B, length, 16], 'query') as Tensor3D, [random([1, R, 16], 'keys'), random([1, R, 16], 'values')] as Tensor3D[]];
  const bias = tf.tensor3d([[new Array(R).fill(0.5)], [[MASKED, MASKED, 0, 1, 0, 0]], [new Array(R).fill(0)]]) as Tensor3D;
  const [keys, values] = rows.map((own) => sharedRows(own, TINY_CONFIG.heads));
  const [ownKeys, ownValues] = rows.map((own) => tf.tile(own, [B, 1, 1]));
  return [{ shared: true, query, keys: keys!, values: values!, bias }, { query, keys: ownKeys!, values: ownValues!, bias }];
}

function expectSame(run: (memory: AttentionMemory) => AttentionOutput, length: number): void {
  const [shared, copied] = memories(length).map(run);
  expect(shared!.output).toBeAllclose(copied!.output, { rtol: 0, atol: 1e-5 });
  expect(shared!.memoryWeights!()).toBeAllclose(copied!.memoryWeights!(), { rtol: 0, atol: 1e-6 });
}

it('is attended to like copies, by a whole sequence', () => {
  tf.tidy(() => {
    const [x, angles] = [random([B * S, 16], 'x') as Tensor2D, attentionAngles(ropeAngles([[0, 1, 2, 3, 4]], plainRope(4, 100)), 4)];
    expectSame((memory) => attend(layer, TINY_CONFIG, { x, batch: B, angles, past: null, bias: causalBias(S), memory }), S);
  });
});

it('is attended to like copies, by one token after a cache in two segments', () => {
  tf.tidy(() => {
    const segment = (length: number, seed: string): KvSegment =>
      ({ keys: random([B, 2, length, 4], `${seed} keys`), values: random([B, 2, length, 4], `${seed} values`) }) as KvSegment;
    const past = { held: [segment(4, 'block')], tail: segment(2, 'tail') };
    // The first token of the third question is padding.
    const bias = tf.tensor4d([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, MASKED, 0, 0, 0, 0, 0, 0], [B, 1, 1, 7]);
    const [x, angles] = [random([B, 16], 'x') as Tensor2D, attentionAngles(ropeAngles([[6]], plainRope(4, 100)), 4)];
    expectSame((memory) => attend(layer, TINY_CONFIG, { x, batch: B, angles, past, bias, memory }), 1);
  });
});

it.each([
  // Logits 0 (context), 0 and ln 3: weights .2, .2, .6 of the values 5, 10, 20.
  ['as it is', 0, 0.2 * 5 + 0.2 * 10 + 0.6 * 20],
  // Two rules: log 100 − log 2 = ln 50 makes them 1, 50 and 150 of 201.
  ['with the correction of KBLaM', logCorrection(2), (5 + 50 * 10 + 150 * 20) / 201],
])('weighs two rules by hand, %s', (_, shift, expected) => {
  tf.tidy(() => {
    // One head of two dimensions. The query of the context is zero, its value five times x, the output what was mixed.
    const config = { ...TINY_CONFIG, heads: 1, kvHeads: 1, headDim: 2, hiddenSize: 2 };
    const [zero, identity] = [tf.zeros([2, 2]), tf.eye(2)];
    const biases = { queryBias: null, keyBias: null, valueBias: null, queryNorm: null, keyNorm: null };
    const plain = { query: zero, key: zero, value: tf.mul(identity, 5), output: identity, ...biases } as unknown as LmLayer;
    // √2 · ln 3 / √2: the logit of the second rule is ln 3, that of the first 0.
    const query = tf.tensor3d([[[Math.SQRT2, 0]]]);
    const keys = sharedRows(tf.tensor3d([[[0, 0], [Math.log(3), 0]]]), 1);
    const values = sharedRows(tf.tensor3d([[[10, 10], [20, 20]]]), 1);
    const memory: AttentionMemory = { shared: true, query, keys, values, bias: tf.fill([1, 1, 2], shift) };
    const input = { x: tf.ones([1, 2]) as Tensor2D, batch: 1, angles: attentionAngles(ropeAngles([[0]], plainRope(2, 100)), 2), past: null, bias: causalBias(1), memory };
    expect(attend(plain, config, input).output).toBeAllclose([[expected, expected]]);
  });
});

it('is attended to a part of the batch at a time as all at once', () => {
  tf.tidy(() => {
    // Three questions of two heads, five tokens and 4 + 5 rows have 90 logits each: 200 hold two of them, 89 not one.
    const [batch, heads, length, rules, width] = [3, 2, 5, 4, 2];
    const own = (seed: string): Tensor4D => random([batch, heads, length, width], seed) as Tensor4D;
    const memory: AttentionBlock = {
      query: random([heads, batch, length, width], 'q') as Tensor4D,
      keys: random([heads, 1, rules, width], 'k') as Tensor4D,
      values: random([heads, 1, rules, width], 'v') as Tensor4D,
      bias: random([1, batch, 1, rules], 'b') as Tensor4D,
      swapped: true,
      trainedBias: false,
    };
    const context: AttentionBlock = { query: own('x'), keys: own('y'), values: own('z'), bias: causalBias(length), swapped: false, trainedBias: false };
    const whole = weighBlocks([memory, context]).value;
    for (const logits of [1000, 200, 89]) expect(attendInParts([memory, context], logits)).toBeAllclose(whole, { rtol: 0, atol: 1e-6 });
  });
});
