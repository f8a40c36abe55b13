/**
 * Decoding with `<search>`: rules are retrieved at the prefill and again at each
 * emitted `<search>`, where the K new rules take the place of the old ones in the
 * rule part of the cache. A model that retrieves once writes no `<search>`. Selection
 * is the one of training.
 */
import { tf, type Tensor2D, type Tensor3D } from '../backend/tf.ts';
import type { Retrieval, StepQueryKind } from '../config/dynarule.ts';
import { logitsOf, type LanguageModel, type MemoryProvider } from '../lm/forward.ts';
import { generateGreedy, greedyPasses, type DecodeHooks, type DecodeInput } from '../lm/generate.ts';
import { UserError } from '../errors.ts';
import { MASKED } from '../lm/masks.ts';
import { tensorNamed, type TensorRecord } from '../tensors/named.ts';
import { gatherRows } from '../tensors/rows.ts';
import { choosingAdapters, layerAdapters, ruleKeys, ruleQueries, ruleValues, SEARCH_PARAMETER, type LayerAdapters } from './adapters.ts';
import { createContextMeans, type ContextMeans } from './context-means.ts';
import type { ContextWeights } from './context-weights.ts';
import { attendsToRules, choosesRules, type RuleAttentionConfig } from './rule-attention.ts';
import { createRuleCache, type CachedRules, type RuleCache } from './rule-cache.ts';
import { embedWithSearch, logitsWithSearch, searchTokenId } from './search-token.ts';
import { chooseRules, rankPool, scorePools, searchStates, type Retrieved, type RuleChoice } from './step-retrieval.ts';

/** A trained DynaRule: the frozen model and its adapters. */
export interface DynaRuleModel {
  readonly model: LanguageModel;
  readonly adapters: TensorRecord;
  readonly attention: RuleAttentionConfig;
  readonly retrieval: Retrieval;
  readonly stepQuery: StepQueryKind;
  /** What tokens count in the mean of the step query `context`; all the same where absent. */
  readonly contextWeights?: ContextWeights | undefined;
}

/** One question to answer. */
export interface DecodeRequest {
  /** Prompt ids, with the first `<search>` where the model was trained with one. */
  readonly promptIds: readonly number[];
  /** Rows of the embedding matrix that may be retrieved. */
  readonly pool: Int32Array;
}

export interface DecodeResult {
  readonly ids: readonly number[];
  /** Ranked rules of each retrieval, best first, as many as were asked to be logged. */
  readonly retrievals: readonly (readonly Retrieved[])[];
}

export interface DecodeOptions {
  readonly maxNewTokens: number;
  readonly eosId: number;
  readonly padId: number;
  /** Rules of each retrieval that are reported; attention takes topK whatever this is. */
  readonly logged: number;
}

/**
 * Answers a batch of questions.
 *
 * @param embeddings raw rule embeddings, [M, P]; pools name rows of it
 * @throws UserError where a pool has no rules
 */
export function decodeWithSearch(
  dynarule: DynaRuleModel,
  embeddings: Tensor2D,
  requests: readonly DecodeRequest[],
  options: DecodeOptions,
): DecodeResult[] {
  requests.forEach(({ pool }) => requireRules(pool));
  return runDecoder(dynarule.model, createDecoder(dynarule, embeddings, requests, options), requests, options);
}

/**
 * Answers one question token by token, for callers that show an answer while it is decoded or may give it up: a loop
 * that is left frees all that it held. What comes last is what `decodeWithSearch` gives.
 *
 * @param embeddings raw rule embeddings, [M, P]; they must live as long as the loop
 * @yields what is there after each forward pass; a retrieval stands beside the first token that has seen it
 * @throws UserError where the pool has no rules
 */
export function* streamWithSearch(
  dynarule: DynaRuleModel,
  embeddings: Tensor2D,
  request: DecodeRequest,
  options: DecodeOptions,
): Generator<DecodeResult> {
  requireRules(request.pool);
  const { maxNewTokens, eosId, padId } = options;
  const decoder = createDecoder(dynarule, embeddings, [request], options);
  const stopping = { maxNewTokens, stopIds: [eosId], padId };
  try {
    for (const [ids = []] of greedyPasses(dynarule.model, [request.promptIds], stopping, decoder.hooks)) {
      yield { ids: ids.filter((id) => id !== eosId), retrievals: decoder.retrievals[0] ?? [] };
    }
  } finally {
    decoder.dispose();
  }
}

/** Decodes until every request has ended, and disposes of the decoder. */
export function runDecoder(
  model: LanguageModel,
  decoder: Decoder,
  requests: readonly DecodeRequest[],
  { maxNewTokens, eosId, padId }: DecodeOptions,
): DecodeResult[] {
  const prompts = requests.map((request) => request.promptIds);
  const outputs = generateGreedy(model, prompts, { maxNewTokens, stopIds: [eosId], padId }, decoder.hooks);
  decoder.dispose();
  return outputs.map((ids, index) => ({ ids, retrievals: decoder.retrievals[index] ?? [] }));
}

/** @throws UserError for an empty pool */
export function requireRules(pool: Int32Array): void {
  if (pool.length > 0) return;
  throw UserError.of({
    expected: 'at least one rule to retrieve from',
    got: 'an empty pool',
    fix: 'give rules with the question, or ask the base model without DynaRule (method: prompting)',
  });
}

export interface Decoder {
  readonly hooks: DecodeHooks;
  /** Ranked rules by request, then retrieval; filled as decoding goes on. */
  readonly retrievals: readonly (readonly (readonly Retrieved[])[])[];
  /** Frees what is kept of the rules. */
  dispose(): void;
}

/** The parts of `decodeWithSearch`: hooks for the plain decoder, and what they retrieve. */
export function createDecoder(
  dynarule: DynaRuleModel,
  embeddings: Tensor2D,
  requests: readonly DecodeRequest[],
  { logged }: Pick<DecodeOptions, 'logged'>,
): Decoder {
  const { model, adapters, retrieval } = dynarule;
  const search = tensorNamed(adapters, SEARCH_PARAMETER) as Tensor2D;
  const cache = createRuleCache();
  const means = createContextMeans(dynarule.contextWeights);
  const all = requests.map(({ pool }): DecodeRow => ({ pool, retrievals: [] }));
  let active: readonly DecodeRow[] = all;
  return {
    hooks: {
      // What a token reads of the rules depends on its whole prompt.
      sharesPrefixes: false,
      embed: ({ ids, rows }) => embedWithSearch(model, search, ids, rows),
      // Without its logit, `<search>` is never written.
      logits: (hidden) => (retrieval === 'once' ? logitsOf(model, hidden) : logitsWithSearch(model, search, hidden)),
      memory: (input) => ruleMemory({ dynarule, embeddings, cache, means, logged, active }, input),
      keepRows: (rows) => {
        active = rows.map((at) => active[at] as DecodeRow);
        cache.keepRows(rows);
        means.keepRows(rows);
      },
    },
    retrievals: all.map(({ retrievals }) => retrievals),
    dispose: () => {
      cache.dispose();
      means.dispose();
    },
  };
}

/** A row of the batch: the rules it may retrieve, and what it has retrieved. */
interface DecodeRow {
  readonly pool: Int32Array;
  readonly retrievals: Retrieved[][];
}

interface DecodeState {
  readonly dynarule: DynaRuleModel;
  /** [M, P] */
  readonly embeddings: Tensor2D;
  readonly cache: RuleCache;
  readonly means: ContextMeans;
  readonly logged: number;
  /** The rows that are still decoded, in the order of the batch. */
  readonly active: readonly DecodeRow[];
}

/** The rules that each layer sees in one forward pass; rows that search get new ones on the way. */
function ruleMemory(state: DecodeState, input: DecodeInput): MemoryProvider {
  const { dynarule, cache } = state;
  const { model, adapters, attention, stepQuery } = dynarule;
  const searching = searchingRows(input, searchTokenId(model));
  let choice: RuleChoice | null = null;
  return (layer, x) => {
    const [chooses, attends] = [choosesRules(attention, layer), attendsToRules(attention, layer)];
    if (!chooses && !attends) return null;
    const query = ruleQueries(choosingAdapters(adapters, layer), x);
    if (chooses) {
      const context = stepQuery === 'context' ? state.means.add(layer, query, input) : null;
      if (searching.length > 0) {
        const states = context === null ? searchStates(query, input, searching, stepQuery) : gatherRows(context, searching);
        choice = retrieve(state, layer, states, searching);
      }
    }
    if (!attends) return null;
    if (choice !== null) cache.replace(layer, projected(layerAdapters(adapters, layer), choice, attention), searching, input.rows);
    const { keys, values, prior } = cache.at(layer);
    return { query, keys, values, bias: ruleBias(prior, input, stepQuery) };
  };
}

/** At the prefill every row retrieves; later those whose token is `<search>`. */
function searchingRows(input: DecodeInput, searchId: number): number[] {
  const all = Array.from({ length: input.rows }, (_, row) => row);
  return input.length > 1 ? all : all.filter((row) => input.ids[row] === searchId);
}

/**
 * Chooses rules by one layer's relevance; the confidence layer's ranking is what is reported.
 *
 * @param states query states of the rows that search, [n, A]
 * @param searching their positions in the batch
 */
function retrieve(state: DecodeState, layer: number, states: Tensor2D, searching: readonly number[]): RuleChoice {
  const { adapters, attention } = state.dynarule;
  const rows = searching.map((at) => state.active[at] as DecodeRow);
  const pools = rows.map(({ pool }) => pool);
  const scored = scorePools(choosingAdapters(adapters, layer), states, state.embeddings, pools, attention);
  if (layer === attention.confidenceLayer) {
    scored.forEach((own, index) => rows[index]?.retrievals.push(rankPool(own, state.logged)));
  }
  return chooseRules(scored, state.embeddings, attention);
}

/** Chosen rules as a layer's attention reads them. */
function projected(adapters: LayerAdapters, { embeddings, prior }: RuleChoice, { keyNorm }: RuleAttentionConfig): CachedRules {
  return { keys: ruleKeys(adapters, embeddings, keyNorm), values: ruleValues(adapters, embeddings), prior };
}

/**
 * Bias of the K rules, [B, 1 or S, K]. At a prefill whose first retrieval is a
 * `<search>`, the tokens before it saw no rules in training either.
 *
 * @param prior [B, 1, K]
 */
function ruleBias(prior: Tensor3D, input: DecodeInput, stepQuery: StepQueryKind): Tensor3D {
  if (input.length === 1 || stepQuery !== 'search') return prior;
  const mask = new Float32Array(input.length).fill(MASKED);
  mask[input.length - 1] = 0;
  return tf.add(prior, tf.tensor3d(mask, [1, input.length, 1])) as Tensor3D;
}
