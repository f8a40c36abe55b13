/** Decoding of a model that retrieves once: what it computes is what training computes, and it never writes <search>. */
import { initBackend } from '../../src/backend/init.ts';
import { tf, type Tensor2D } from '../../src/backend/tf.ts';
import { SEARCH_PARAMETER } from '../../src/dynarule/adapters.ts';
import { decodeWithSearch, type DecodeRequest, type DynaRuleModel } from '../../src/dynarule/decode.ts';
import { stage1Loss } from '../../src/dynarule/stage1-loss.ts';
import { stage2Forward } from '../../src/dynarule/stage2-loss.ts';
import { stepBatch } from '../../src/dynarule/step-batch.ts';
import { weightedCrossEntropy } from '../../src/lm/cross-entropy.ts';
import { logitsOf } from '../../src/lm/forward.ts';
import { mapTensors } from '../../src/tensors/named.ts';
import { keepForFile } from '../setup/tensors.ts';
import { decodeHearing, trainingForward, type Heard } from './decode-support.ts';
import { ATTENTION, exampleOf, TINY_CONFIG, tinyAdapters, tinyModel, tinyPrompt, tinyRules } from './tiny-model.ts';

const SEARCH = TINY_CONFIG.vocabSize;
const RULES = 20;
const NEW_TOKENS = 10;

const CASES = [
  { selection: 'confidence', stepQuery: 'mean' },
  { selection: 'confidence', stepQuery: 'search' },
  { selection: 'per-layer', stepQuery: 'mean' },
  { selection: 'confidence', stepQuery: 'sequence' },
] as const;
type Case = (typeof CASES)[number];

let rules: Tensor2D;
beforeAll(async () => {
  await initBackend();
  rules = keepForFile(tinyRules(RULES, 'rules'));
});

/** With a `<search>` whose logit is far above or far below all others. */
function dynaRule({ selection, stepQuery }: Case): DynaRuleModel {
  const model = tinyModel('once', { tiedEmbeddings: false });
  const first = tinyAdapters(model, 'once');
  const adapters = mapTensors(first, (tensor, name) => (name === SEARCH_PARAMETER ? tensor.mul(20) : tensor.clone()));
  tf.dispose(Object.values(first));
  return { model, adapters, attention: { ...ATTENTION, selection, priorWeight: 0.8 }, retrieval: 'once', stepQuery };
}

/** Three prompts of different length; the second one's pool holds fewer rules than K. */
function requestsFor(stepQuery: Case['stepQuery']): DecodeRequest[] {
  const end = stepQuery === 'search' ? [SEARCH] : [];
  return [
    { promptIds: [...tinyPrompt(7, 'a'), ...end], pool: Int32Array.from({ length: 15 }, (_, row) => row + 2) },
    { promptIds: [...tinyPrompt(4, 'b'), ...end], pool: Int32Array.of(2, 4) },
    { promptIds: [...tinyPrompt(10, 'c'), ...end], pool: Int32Array.from({ length: RULES }, (_, row) => RULES - 1 - row) },
  ];
}

describe.each(CASES)('selection $selection, query $stepQuery', (given) => {
  const requests = requestsFor(given.stepQuery);
  let dynarule: DynaRuleModel;
  let heard: Heard;

  beforeAll(() => {
    dynarule = keepForFile(dynaRule(given));
    heard = decodeHearing(dynarule, rules, requests, null, NEW_TOKENS);
  });

  it('retrieves once a question', () => {
    expect(heard.retrievals.map((list) => list.map((ranked) => ranked.length))).toEqual([[4], [2], [4]]);
  });

  it('never writes <search>, however likely', () => {
    expect(heard.ids.flat()).not.toContain(SEARCH);
    expect(heard.logits.flat().every((row) => row.length === TINY_CONFIG.vocabSize)).toBe(true);
    const trained = requests.flatMap((request, row) => trainingForward(dynarule, rules, request, heard.ids[row]!).logits);
    expect(trained.some((row) => row[SEARCH] === Math.max(...row))).toBe(true);
  });

  it('has the logits and the scores of the training forward on the same tokens', () => {
    requests.forEach((request, row) => {
      const trained = trainingForward(dynarule, rules, request, heard.ids[row]!);
      expect(trained.logits).toHaveLength(NEW_TOKENS);
      trained.logits.forEach((logits, step) =>
        expect(heard.logits[step]![row]!).toBeAllclose(logits.slice(0, SEARCH), { rtol: 0, atol: 1e-4 }),
      );
      const [ranked] = heard.retrievals[row]!;
      for (const rule of ranked!) expect(rule.score).toBeAllclose(trained.scores[0]![rule.row]!, { rtol: 0, atol: 1e-4 });
    });
  });

  it('answers a question in a batch as it does alone', () => {
    const options = { maxNewTokens: NEW_TOKENS, eosId: heard.ids[1]![3]!, padId: 0, logged: 3 };
    const together = decodeWithSearch(dynarule, rules, requests, options);
    requests.forEach((request, row) => {
      const [alone] = decodeWithSearch(dynarule, rules, [request], options);
      expect(together[row]!.ids).toEqual(alone!.ids);
    });
  });
});

it('asks in decoding with the mean over the question, be training with it or with the whole sequence', () => {
  const dynarule = keepForFile(dynaRule(CASES[0]));
  const [mean, sequence] = (['mean', 'sequence'] as const).map((stepQuery) =>
    decodeHearing({ ...dynarule, stepQuery }, rules, requestsFor('mean'), null, NEW_TOKENS),
  );
  expect(sequence).toEqual({ ...mean, tensors: sequence!.tensors });
});

it('shows in training every token exactly its gold rules where K holds no more: the reading of stage 1', () => {
  const { model, adapters } = keepForFile(dynaRule(CASES[2]));
  const ids = tinyPrompt(9, 'once');
  const gold = [3, 17, 8];
  const weights = ids.map((_, at) => (at < 4 ? 0 : 1));
  const plain = stepBatch([exampleOf({ ids, weights, queries: [], stepOf: ids.map(() => 0), gold: [gold] })], 0);
  const once = stepBatch([exampleOf({ ids, weights, queries: [{ kind: 'mean', from: 0, to: 9 }], stepOf: ids.map(() => 0), gold: [gold] })], 0);
  tf.tidy(() => {
    const embeddings = tf.gather(rules, tf.tensor1d(gold, 'int32')) as Tensor2D;
    const read = stage1Loss(adapters, { model, keyNorm: 'none', batch: plain, embeddings, bias: tf.fill([1, 1, 3], ATTENTION.ruleOffset) });
    const attention = { ...ATTENTION, selection: 'per-layer', topK: 3, priorWeight: 0 } as const;
    const objective = { temperature: 1, contrastiveWeight: 1 };
    const pool = { embeddings: rules, open: null, rowOf: (rule: number) => rule };
    const { hidden } = stage2Forward(adapters, { model, attention, objective, batch: once, pool });
    const words = logitsOf(model, hidden);
    expect(weightedCrossEntropy(words, once.labels, once.labelWeights)).toBeAllclose(read, { rtol: 1e-5 });
  });
});
