/** An answer token by token is the answer of the batch decoder, and giving it up leaves nothing behind. */
import { initBackend } from '../../src/backend/init.ts';
import { tf, type Tensor2D } from '../../src/backend/tf.ts';
import { SEARCH_PARAMETER } from '../../src/dynarule/adapters.ts';
import { decodeWithSearch, streamWithSearch, type DecodeRequest, type DecodeResult, type DynaRuleModel } from '../../src/dynarule/decode.ts';
import { mapTensors } from '../../src/tensors/named.ts';
import { keepForFile } from '../setup/tensors.ts';
import { ATTENTION, TINY_CONFIG, tinyAdapters, tinyModel, tinyPrompt, tinyRules } from './tiny-model.ts';

const SEARCH = TINY_CONFIG.vocabSize;
const ENDLESS = { maxNewTokens: 14, eosId: -1, padId: 0, logged: 3 };
const REQUEST: DecodeRequest = { promptIds: [...tinyPrompt(7, 'a'), SEARCH], pool: Int32Array.from({ length: 9 }, (_, row) => row) };
let dynarule: DynaRuleModel;
let rules: Tensor2D;

beforeAll(async () => {
  await initBackend();
  const model = tinyModel('stream', { tiedEmbeddings: false });
  const first = tinyAdapters(model, 'stream');
  const adapters = mapTensors(first, (tensor, name) => (name === SEARCH_PARAMETER ? tensor.mul(2.5) : tensor.clone()));
  tf.dispose(Object.values(first));
  dynarule = keepForFile({ model, adapters, attention: ATTENTION, retrieval: 'per-step', stepQuery: 'search' } as const);
  rules = keepForFile(tinyRules(9, 'rules'));
});

/** A copy of each pass, since lists may grow on. */
const passes = (options = ENDLESS): DecodeResult[] =>
  [...streamWithSearch(dynarule, rules, REQUEST, options)].map(({ ids, retrievals }) => ({ ids, retrievals: [...retrievals] }));

it('gives one token a pass, and at the end what the batch decoder gives', () => {
  const all = passes();
  const [whole] = decodeWithSearch(dynarule, rules, [REQUEST], ENDLESS);
  expect(all.map(({ ids }) => ids)).toEqual(whole!.ids.map((_, at) => whole!.ids.slice(0, at + 1)));
  expect(all.at(-1)).toEqual(whole);
  expect(whole!.ids).toContain(SEARCH);
});

it('ends with the end mark, which is no token of the answer', () => {
  const free = passes().at(-1)!.ids;
  const eosId = free.find((id, at) => at > 3 && free.indexOf(id) === at)!;
  const all = passes({ ...ENDLESS, eosId });
  expect(all.at(-1)!.ids).toEqual(free.slice(0, free.indexOf(eosId)));
  expect(all).toHaveLength(free.indexOf(eosId) + 1);
});

it('has the rules of a step beside the first token that has seen them', () => {
  const seen: number[] = [];
  for (const { ids, retrievals } of streamWithSearch(dynarule, rules, REQUEST, ENDLESS)) {
    // One at the prefill, and one for each <search> that was taken in: the last token is not yet.
    expect(retrievals).toHaveLength(1 + ids.slice(0, -1).filter((id) => id === SEARCH).length);
    seen.push(ids.length);
  }
  expect(seen).toHaveLength(ENDLESS.maxNewTokens);
});

it.each([1, 5])('frees everything when it is given up after %d tokens', (tokens) => {
  const before = tf.memory().numTensors;
  for (const { ids } of streamWithSearch(dynarule, rules, REQUEST, ENDLESS)) if (ids.length === tokens) break;
  expect(tf.memory().numTensors).toBe(before);
});

it('refuses an empty pool', () => {
  expect(() => streamWithSearch(dynarule, rules, { ...REQUEST, pool: new Int32Array() }, ENDLESS).next()).toThrow('at least one rule');
});
