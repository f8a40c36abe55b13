/** Decoding with <search>: what it retrieves, and that it computes what training computed. */
import { initBackend } from '../../src/backend/init.ts';
import { tf, type Tensor2D } from '../../src/backend/tf.ts';
import { SEARCH_PARAMETER } from '../../src/dynarule/adapters.ts';
import { decodeWithSearch, type DecodeRequest, type DynaRuleModel } from '../../src/dynarule/decode.ts';
import type { RuleAttentionConfig } from '../../src/dynarule/rule-attention.ts';
import { searchTokenId } from '../../src/dynarule/search-token.ts';
import { UserError } from '../../src/errors.ts';
import { randomStream } from '../../src/random.ts';
import { mapTensors } from '../../src/tensors/named.ts';
import { keepForFile } from '../setup/tensors.ts';
import { decodeHearing, trainingForward, type Heard } from './decode-support.ts';
import { ATTENTION, TINY_CONFIG, tinyAdapters, tinyModel, tinyPrompt, tinyRules } from './tiny-model.ts';

const SEARCH = TINY_CONFIG.vocabSize;
const RULES = 20;
const NEW_TOKENS = 14;
/** Tokens of each row that are <search>: alone, two rows at once, twice in a row, and as the last token, which is not taken in. */
const SCHEDULE = [[4, 9], [3, NEW_TOKENS - 1], [4, 5]];

interface Case extends Pick<RuleAttentionConfig, 'selection' | 'keyNorm'> {
  readonly stepQuery: DynaRuleModel['stepQuery'];
  readonly seed: string;
  /** Which layers choose and read, where they are not one and the same. */
  readonly layers?: Pick<RuleAttentionConfig, 'confidenceLayer' | 'readingLayer'>;
  readonly contextWeights?: DynaRuleModel['contextWeights'];
}

/** Tokens that count 1 where others count less. */
const EVEN = Array.from({ length: TINY_CONFIG.vocabSize / 2 }, (_, at) => 2 * at);
const CASES: readonly [Case, Case, ...Case[]] = [
  { selection: 'confidence', stepQuery: 'search', keyNorm: 'none', seed: 'e' },
  { selection: 'confidence', stepQuery: 'mean', keyNorm: 'none', seed: 'b' },
  { selection: 'per-layer', stepQuery: 'search', keyNorm: 'layer', seed: 'c' },
  { selection: 'per-layer', stepQuery: 'mean', keyNorm: 'none', seed: 'd' },
  { selection: 'confidence', stepQuery: 'context', keyNorm: 'none', seed: 'f' },
  { selection: 'per-layer', stepQuery: 'context', keyNorm: 'layer', seed: 'g' },
  { selection: 'confidence', stepQuery: 'context', keyNorm: 'none', seed: 'f', layers: { confidenceLayer: 0, readingLayer: 1 } },
  { selection: 'confidence', stepQuery: 'context', keyNorm: 'none', seed: 'f', contextWeights: { known: EVEN, others: 0.2 } },
];

beforeAll(() => initBackend());

function dynaRule({ selection, stepQuery, keyNorm, seed, layers, contextWeights }: Case): DynaRuleModel {
  const model = tinyModel(seed, { tiedEmbeddings: false });
  const first = tinyAdapters(model, seed);
  const adapters = mapTensors(first, (tensor, name) => (name === SEARCH_PARAMETER ? tensor.mul(1.6) : tensor.clone()));
  tf.dispose(Object.values(first));
  return { model, adapters, attention: { ...ATTENTION, ...layers, selection, keyNorm, priorWeight: 0.8 }, retrieval: 'per-step', stepQuery, contextWeights };
}

/** Three prompts of different length; the second one's pool holds fewer rules than K. */
function requestsFor({ stepQuery }: Pick<Case, 'stepQuery'>): DecodeRequest[] {
  const end = stepQuery === 'search' ? [SEARCH] : [];
  const prompt = (length: number, seed: string): number[] => [...tinyPrompt(length, seed), ...end];
  return [
    { promptIds: prompt(7, 'a'), pool: Int32Array.from({ length: 15 }, (_, row) => row + 2) },
    { promptIds: prompt(4, 'b'), pool: Int32Array.of(2, 4) },
    { promptIds: prompt(10, 'c'), pool: Int32Array.from({ length: RULES }, (_, row) => RULES - 1 - row) },
  ];
}

describe.each(CASES)('selection $selection, first query $stepQuery, layers $layers, weights $contextWeights.others', (given) => {
  const requests = requestsFor(given);
  let dynarule: DynaRuleModel;
  let rules: Tensor2D;
  let heard: Heard;

  beforeAll(() => {
    dynarule = keepForFile(dynaRule(given));
    rules = keepForFile(tinyRules(RULES, 'rules'));
    heard = decodeHearing(dynarule, rules, requests, SCHEDULE, NEW_TOKENS);
  });

  it('retrieves at the prefill and at each <search> of its own row', () => {
    const searches = heard.ids.map((ids) => ids.flatMap((id, at) => (id === SEARCH ? [at] : [])));
    expect(searches).toEqual(SCHEDULE);
    expect(heard.retrievals.map((list) => list.length)).toEqual([3, 2, 3]);
    heard.retrievals.flat().forEach((ranked) => {
      const scores = ranked.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    });
    heard.retrievals.forEach((list, row) => list.flat().forEach((rule) => expect(requests[row]!.pool).toContain(rule.row)));
  });

  it('has the logits and the scores of the training forward on the same tokens', () => {
    requests.forEach((request, row) => {
      const trained = trainingForward(dynarule, rules, request, heard.ids[row]!);
      expect(trained.logits).toHaveLength(NEW_TOKENS);
      trained.logits.forEach((logits, step) => expect(heard.logits[step]![row]!).toBeAllclose(logits, { rtol: 0, atol: 1e-4 }));
      heard.retrievals[row]!.forEach((ranked, step) =>
        ranked.forEach((rule) => expect(rule.score).toBeAllclose(trained.scores[step]![rule.row]!, { rtol: 0, atol: 1e-4 })),
      );
    });
  });

  it('would have other logits with the rules of the step before', () => {
    const first = Int32Array.from(heard.retrievals[0]![0]!, ({ row }) => row);
    const forced = trainingForward(dynarule, rules, { ...requests[0]!, pool: first }, heard.ids[0]!);
    const last = NEW_TOKENS - 1;
    expect(heard.logits[last]![0]!).not.toBeAllclose(forced.logits[last]!, { rtol: 0, atol: 1e-3 });
  });

  it('answers a question in a batch as it does alone, rows leaving the batch or not', () => {
    const endless = { maxNewTokens: NEW_TOKENS, eosId: -1, padId: 0, logged: 3 };
    const eosId = decodeWithSearch(dynarule, rules, requests, endless)[1]!.ids[5]!; // ends the second row early
    const options = { ...endless, eosId };
    const together = decodeWithSearch(dynarule, rules, requests, options);
    expect(together[1]!.ids.length).toBeLessThanOrEqual(5);
    requests.forEach((request, row) => {
      const [alone] = decodeWithSearch(dynarule, rules, [request], options);
      expect(together[row]!.ids).toEqual(alone!.ids);
      const rows = (answer: typeof alone): number[][] => answer!.retrievals.map((ranked) => ranked.map((rule) => rule.row));
      expect(rows(together[row])).toEqual(rows(alone));
    });
  });

  it('does not care for the order of the rules', () => {
    const order = randomStream('order').shuffle(Array.from({ length: RULES }, (_, row) => row));
    const shuffled = tf.tidy(() => tf.gather(rules, tf.tensor1d(order, 'int32')));
    const moved = requests.map(({ promptIds, pool }) => ({
      promptIds,
      pool: Int32Array.from(randomStream('pool').shuffle([...pool]), (row) => order.indexOf(row)),
    }));
    const other = decodeHearing(dynarule, shuffled, moved, SCHEDULE, NEW_TOKENS);
    expect(other.ids).toEqual(heard.ids);
    expect(other.logits.flat(2)).toBeAllclose(heard.logits.flat(2), { rtol: 0, atol: 1e-5 });
    const original = other.retrievals.map((list) => list.map((ranked) => ranked.map(({ row }) => order[row])));
    expect(original).toEqual(heard.retrievals.map((list) => list.map((ranked) => ranked.map(({ row }) => row))));
    shuffled.dispose();
  });
});

it('holds no more tensors after many tokens than after two', () => {
  const dynarule = dynaRule(CASES[1]);
  const rules = tinyRules(RULES, 'rules');
  const { tensors } = decodeHearing(dynarule, rules, requestsFor(CASES[1]), SCHEDULE, NEW_TOKENS);
  expect(tensors.slice(2)).toEqual(tensors.slice(2).map(() => tensors[2]));
  tf.dispose([rules, ...Object.values(dynarule.adapters)]);
  tf.dispose(dynarule.model.weights as unknown as tf.TensorContainer);
});

it('says so when a question comes without rules', () => {
  const dynarule = keepForFile(dynaRule(CASES[0]));
  const rules = keepForFile(tinyRules(3, 'rules'));
  const request = { promptIds: [1, searchTokenId(dynarule.model)], pool: new Int32Array(0) };
  const decode = (): unknown => decodeWithSearch(dynarule, rules, [request], { maxNewTokens: 1, eosId: 0, padId: 0, logged: 1 });
  expect(decode).toThrow(UserError);
  expect(decode).toThrow(/at least one rule[\s\S]*empty pool[\s\S]*fix/);
});
