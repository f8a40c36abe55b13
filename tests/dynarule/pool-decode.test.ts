/** Decoding with a whole pool in every layer: what it computes is what stage 1 computes. */
import { initBackend } from '../../src/backend/init.ts';
import { tf, type Tensor2D } from '../../src/backend/tf.ts';
import { layerAdapters, SEARCH_PARAMETER } from '../../src/dynarule/adapters.ts';
import type { DecodeRequest } from '../../src/dynarule/decode.ts';
import { createPoolDecoder, decodeWithPool, disposePool, projectPool, questionsAtOnce, type PoolModel } from '../../src/dynarule/pool-decode.ts';
import { relevance } from '../../src/dynarule/relevance.ts';
import { stage1Loss } from '../../src/dynarule/stage1-loss.ts';
import { stepBatch } from '../../src/dynarule/step-batch.ts';
import { UserError } from '../../src/errors.ts';
import { MASKED } from '../../src/lm/masks.ts';
import { logCorrection } from '../../src/methods/kblam-scaled.ts';
import { randomStream } from '../../src/random.ts';
import { keepForFile } from '../setup/tensors.ts';
import { hear, type Heard } from './decode-support.ts';
import { exampleOf, tinyAdapters, tinyModel, tinyPrompt, tinyRules } from './tiny-model.ts';

const RULES = 20;
const NEW_TOKENS = 10;
/** Three prompts and pools of different length. */
const REQUESTS: DecodeRequest[] = [
  { promptIds: tinyPrompt(7, 'a'), pool: Int32Array.from({ length: 15 }, (_, row) => row + 2) },
  { promptIds: tinyPrompt(4, 'b'), pool: Int32Array.of(2, 4) },
  { promptIds: tinyPrompt(10, 'c'), pool: Int32Array.from({ length: RULES }, (_, row) => RULES - 1 - row) },
];

const CASES = [
  { name: 'as it is', shift: () => 0, keyNorm: 'none' },
  { name: 'with the correction of KBLaM', shift: logCorrection, keyNorm: 'none' },
  { name: 'with normalised keys', shift: () => 0, keyNorm: 'layer' },
] as const;

let rules: Tensor2D;
beforeAll(async () => {
  await initBackend();
  rules = keepForFile(tinyRules(RULES, 'rules'));
});

function kblamOf({ shift, keyNorm }: Pick<PoolModel, 'shift' | 'keyNorm'>): PoolModel {
  const model = tinyModel('pool', { tiedEmbeddings: false });
  const { [SEARCH_PARAMETER]: search, ...adapters } = tinyAdapters(model, 'pool');
  search!.dispose();
  return { model, adapters, keyNorm, confidenceLayer: 1, shift };
}

function heardBy(kblam: PoolModel, embeddings: Tensor2D, requests: readonly DecodeRequest[]): Heard {
  const pool = projectPool(kblam, embeddings);
  const heard = hear(kblam.model, createPoolDecoder(kblam, pool, requests, { logged: 5 }), requests, NEW_TOKENS);
  disposePool(pool);
  return heard;
}

/** −log p of one of the tokens, by the forward pass of stage 1 over all of them, with the pool's rules in sight and shifted. */
function stage1Nats({ model, adapters, keyNorm, shift }: PoolModel, { pool }: DecodeRequest, ids: readonly number[], at: number): number {
  const weights = ids.map((_, position) => (position === at ? 1 : 0));
  const batch = stepBatch([exampleOf({ ids, weights, queries: [], stepOf: ids.map(() => 0), gold: [[]] })], 0);
  return tf.tidy(() => {
    const open = Array.from({ length: RULES }, (_, rule) => (pool.includes(rule) ? shift(pool.length) : MASKED));
    const bias = tf.tensor3d([[open]]);
    return stage1Loss(adapters, { model, keyNorm, batch, embeddings: rules, bias }).dataSync()[0]!;
  });
}

function natsOf(logits: readonly number[], token: number): number {
  const largest = Math.max(...logits);
  return largest + Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit - largest), 0)) - logits[token]!;
}

describe.each(CASES)('$name', (given) => {
  let kblam: PoolModel;
  let heard: Heard;

  beforeAll(() => {
    kblam = keepForFile(kblamOf(given));
    heard = heardBy(kblam, rules, REQUESTS);
  });

  it('gives each written token the probability of the forward pass of stage 1', () => {
    REQUESTS.forEach((request, row) => {
      const written = heard.ids[row]!;
      const ids = [...request.promptIds, ...written];
      written.forEach((token, step) => {
        const nats = stage1Nats(kblam, request, ids, request.promptIds.length + step);
        expect(natsOf(heard.logits[step]![row]!, token)).toBeAllclose(nats, { rtol: 0, atol: 1e-4 });
      });
    });
  });

  it('does not care for the order of the rules', () => {
    const order = randomStream('order').shuffle(Array.from({ length: RULES }, (_, row) => row));
    const shuffled = tf.tidy(() => tf.gather(rules, tf.tensor1d(order, 'int32')));
    const moved = REQUESTS.map(({ promptIds, pool }) => ({
      promptIds,
      pool: Int32Array.from(randomStream('pool').shuffle([...pool]), (row) => order.indexOf(row)),
    }));
    const other = heardBy(kblam, shuffled, moved);
    expect(other.ids).toEqual(heard.ids);
    expect(other.logits.flat(2)).toBeAllclose(heard.logits.flat(2), { rtol: 0, atol: 1e-4 });
    const original = other.retrievals.map((list) => list.map((ranked) => ranked.map(({ row }) => order[row])));
    expect(original).toEqual(heard.retrievals.map((list) => list.map((ranked) => ranked.map(({ row }) => row))));
    shuffled.dispose();
  });

  it('answers a question in a batch as it does alone, rows leaving the batch or not', () => {
    const options = { maxNewTokens: NEW_TOKENS, eosId: heard.ids[1]![3]!, padId: 0, logged: 5 };
    const together = decodeWithPool(kblam, rules, REQUESTS, options);
    expect(together[1]!.ids.length).toBeLessThanOrEqual(3);
    REQUESTS.forEach((request, row) => {
      // Alone, its rules are the only ones.
      const own = tf.tidy(() => tf.gather(rules, tf.tensor1d([...request.pool], 'int32')));
      const [alone] = decodeWithPool(kblam, own, [{ ...request, pool: request.pool.map((_, at) => at) }], options);
      own.dispose();
      expect(together[row]!.ids).toEqual(alone!.ids);
      const ranked = alone!.retrievals[0]!.map((rule) => request.pool[rule.row]);
      expect(together[row]!.retrievals[0]!.map((rule) => rule.row)).toEqual(ranked);
    });
  });
});

it('ranks, once, by the mean query of the question at the confidence layer', () => {
  // At layer 0 the states are the normalised token embeddings, whatever the rules are.
  const kblam = keepForFile({ ...kblamOf(CASES[0]), confidenceLayer: 0 });
  const [request] = REQUESTS as [DecodeRequest];
  const { retrievals } = heardBy(kblam, rules, [request]);
  const scores = tf.tidy(() => {
    const { weights, config } = kblam.model;
    const states = tf.gather(weights.embedding, tf.tensor1d([...request.promptIds], 'int32')) as Tensor2D;
    const scale = tf.rsqrt(tf.add(tf.mean(tf.square(states), -1, true), config.rmsNormEps));
    const x = tf.mul(states, scale) as Tensor2D; // the norm's weights are ones
    const adapters = layerAdapters(kblam.adapters, 0);
    const queries = tf.add(tf.matMul(x, adapters.query), adapters.queryBias!);
    return relevance(adapters, tf.mean(queries, 0, true), rules, 'none').dataSync();
  });
  const best = [...request.pool].sort((a, b) => scores[b]! - scores[a]!).slice(0, 5);
  expect(retrievals[0]!).toHaveLength(1);
  expect(retrievals[0]![0]!.map(({ row }) => row)).toEqual(best);
  for (const { row, score } of retrievals[0]![0]!) expect(score).toBeAllclose(scores[row]!, { rtol: 0, atol: 1e-5 });
});

it('holds no more tensors after many tokens than after two', () => {
  const kblam = keepForFile(kblamOf(CASES[1]));
  const { tensors } = heardBy(kblam, rules, REQUESTS);
  expect(tensors.slice(2)).toEqual(tensors.slice(2).map(() => tensors[2]));
});

it('takes as many questions at once as memory holds, at least one', () => {
  // 2^26 logits: 6 heads · 120 tokens · 10,000 rules are 7.2 million, of which 9 fit; 6 · 1,000 · 100,000 do not fit at all.
  expect(questionsAtOnce(6, 120, 10_000)).toBe(9);
  expect(questionsAtOnce(6, 1000, 100_000)).toBe(1);
});

it('says so when a question comes without rules', () => {
  const kblam = keepForFile(kblamOf(CASES[0]));
  const decode = (): unknown =>
    decodeWithPool(kblam, rules, [{ promptIds: [1, 2], pool: new Int32Array(0) }], { maxNewTokens: 1, eosId: 0, padId: 0, logged: 1 });
  expect(decode).toThrow(UserError);
  expect(decode).toThrow(/at least one rule[\s\S]*empty pool[\s\S]*fix/);
});
