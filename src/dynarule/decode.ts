/**
 * Decoding with `<search>`: rules are retrieved at the prefill and again at each
 * emitted `<search>`, where the K new rules take the place of the old ones in the
 * rule part of the cache. Selection is the one of training.
 */
import { tf, type Tensor2D, type Tensor3D } from '../backend/tf.ts';
import type { AttentionMemory } from '../lm/attention.ts';
import type { LanguageModel } from '../lm/forward.ts';
import { generateGreedy, type DecodeHooks, type DecodeInput } from '../lm/generate.ts';
import { UserError } from '../errors.ts';
import { MASKED } from '../lm/masks.ts';
import { tensorNamed, type TensorRecord } from '../tensors/named.ts';
import { layerAdapters, ruleKeys, ruleQueries, ruleValues, SEARCH_PARAMETER } from './adapters.ts';
import { keepDim, topRows } from './candidates.ts';
import { relevance } from './relevance.ts';
import { embedWithSearch, logitsWithSearch, searchTokenId } from './search-token.ts';
import type { RuleAttentionConfig } from './stage2-loss.ts';

/** A trained DynaRule: the frozen model and its adapters. */
export interface DynaRuleModel {
  readonly model: LanguageModel;
  readonly adapters: TensorRecord;
  readonly attention: RuleAttentionConfig;
  readonly firstQuery: 'mean' | 'search';
}

/** One question to answer. */
export interface DecodeRequest {
  /** Prompt ids, with the first `<search>` where the model was trained with one. */
  readonly promptIds: readonly number[];
  /** Rows of the embedding matrix that may be retrieved. */
  readonly pool: Int32Array;
}

/** A retrieved rule: its row in the embedding matrix, and its relevance. */
export interface Retrieved {
  readonly row: number;
  readonly score: number;
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
  const decoder = createDecoder(dynarule, embeddings, requests, options);
  const prompts = requests.map((request) => request.promptIds);
  const { maxNewTokens, eosId, padId } = options;
  const outputs = generateGreedy(dynarule.model, prompts, { maxNewTokens, stopIds: [eosId], padId }, decoder.hooks);
  decoder.dispose();
  return outputs.map((ids, index) => ({ ids, retrievals: decoder.retrievals[index] ?? [] }));
}

function requireRules(pool: Int32Array): void {
  if (pool.length > 0) return;
  throw UserError.of({
    expected: 'at least one rule to retrieve from',
    got: 'an empty pool',
    fix: 'give rules with the question, or ask the base model without DynaRule (method: prompting)',
  });
}

export interface Decoder {
  readonly hooks: DecodeHooks;
  readonly retrievals: Retrieved[][][];
  dispose(): void;
}

/** The rule part of one layer's cache: K rules a row. */
interface RuleCache {
  /** [B, K, A] */
  readonly keys: Tensor3D;
  /** [B, K, A] */
  readonly values: Tensor3D;
}

/** What the selecting layer chose for the rows that search. */
interface Choice {
  /** Positions in the batch of the rows that search. */
  readonly rows: readonly number[];
  /** [n, K, P] */
  readonly embeddings: Tensor3D;
}

/** The parts of `decodeWithSearch`: hooks for the plain decoder, and what they retrieve. */
export function createDecoder(
  dynarule: DynaRuleModel,
  embeddings: Tensor2D,
  requests: readonly DecodeRequest[],
  options: DecodeOptions,
): Decoder {
  const { model, adapters, attention } = dynarule;
  const search = tensorNamed(adapters, SEARCH_PARAMETER) as Tensor2D;
  const retrievals: Retrieved[][][] = requests.map(() => []);
  const caches = new Map<number, RuleCache>();
  const priors = new Map<number, Float32Array>();
  let active = requests.map((_, index) => index);

  const retrieve = (layer: number, query: Tensor3D, input: DecodeInput, rows: readonly number[]): Choice => {
    const states = searchStates(query, input, rows, dynarule.firstQuery);
    const scores = relevance(layerAdapters(adapters, layer), states, embeddings, attention.keyNorm);
    const values = scores.dataSync() as Float32Array;
    const width = scores.shape[1];
    const prior = priorOf(priors, layer, active.length, attention.topK);
    const chosen = rows.flatMap((at, index) => {
      const pool = (requests[active[at] as number] as DecodeRequest).pool;
      const own = Float32Array.from(pool, (row) => values[index * width + row] as number);
      if (layer === attention.confidenceLayer) {
        const ranked = topRows(own, options.logged);
        retrievals[active[at] as number]?.push(ranked.map((i) => ({ row: pool[i] as number, score: own[i] as number })));
      }
      const kept = keepDim(own, Math.min(attention.topK, pool.length));
      writePrior(prior, at, kept, own, attention);
      return padded(Array.from(kept, (i) => pool[i] as number), attention.topK);
    });
    const index = tf.tensor2d(chosen, [rows.length, attention.topK], 'int32');
    return { rows, embeddings: tf.gather(embeddings, index) as unknown as Tensor3D };
  };

  const memory = (input: DecodeInput): ((layer: number, x: Tensor3D) => AttentionMemory | null) => {
    const rows = searchingRows(input, searchTokenId(model));
    let choice: Choice | null = null;
    return (layer, x) => {
      const selects = attention.selection === 'per-layer' || layer === attention.confidenceLayer;
      if (!selects && layer < attention.confidenceLayer) return null;
      const own = layerAdapters(adapters, layer);
      const query = ruleQueries(own, x);
      if (selects && rows.length > 0) choice = retrieve(layer, query, input, rows);
      if (choice !== null) {
        const fresh = {
          keys: ruleKeys(own, choice.embeddings, attention.keyNorm),
          values: ruleValues(own, choice.embeddings),
        };
        caches.set(layer, replaceRows(caches.get(layer) ?? null, fresh, choice.rows, input.rows));
      }
      const cache = caches.get(layer);
      if (cache === undefined) throw new Error(`layer ${layer} has no rules before the first retrieval`);
      const priorLayer = attention.selection === 'per-layer' ? layer : attention.confidenceLayer;
      const prior = priorOf(priors, priorLayer, input.rows, attention.topK);
      return { query, ...cache, bias: decodeBias(prior, input, attention.topK, dynarule.firstQuery) };
    };
  };

  const keepRows = (rows: readonly number[]): void => {
    active = rows.map((at) => active[at] as number);
    for (const [layer, cache] of caches) caches.set(layer, keptRows(cache, rows));
    for (const [layer, prior] of priors) priors.set(layer, keptPrior(prior, rows, attention.topK));
  };

  return {
    hooks: {
      embed: ({ ids, rows }) => embedWithSearch(model, search, ids, rows),
      logits: (hidden) => logitsWithSearch(model, search, hidden),
      memory,
      keepRows,
    },
    retrievals,
    dispose: () => tf.dispose([...caches.values()].flatMap(({ keys, values }) => [keys, values])),
  };
}

/** At the prefill every row retrieves; later those whose token is `<search>`. */
function searchingRows(input: DecodeInput, searchId: number): number[] {
  const all = Array.from({ length: input.rows }, (_, row) => row);
  return input.length > 1 ? all : all.filter((row) => input.ids[row] === searchId);
}

/** q̃ at the last token, or its mean over the prompt, of the rows that search: [n, A]. */
function searchStates(
  query: Tensor3D,
  input: DecodeInput,
  rows: readonly number[],
  firstQuery: 'mean' | 'search',
): Tensor2D {
  const width = query.shape[2];
  const index = tf.tensor1d([...rows], 'int32');
  if (input.length > 1 && firstQuery === 'mean') {
    const weights = new Float32Array(input.rows * input.length);
    input.padding.forEach((pad, row) => {
      weights.fill(1 / (input.length - pad), row * input.length + pad, (row + 1) * input.length);
    });
    const mean = tf.sum(tf.mul(query, tf.tensor3d(weights, [input.rows, input.length, 1])), 1);
    return tf.gather(mean, index) as Tensor2D;
  }
  const last = tf.slice3d(query, [0, input.length - 1, 0], [input.rows, 1, width]);
  return tf.gather(tf.reshape(last, [input.rows, width]), index) as Tensor2D;
}

/** Slots beyond a pool that is smaller than K hold any rule; their prior masks them. */
function padded(rows: readonly number[], k: number): number[] {
  return [...rows, ...new Array<number>(k - rows.length).fill(0)];
}

function priorOf(priors: Map<number, Float32Array>, layer: number, rows: number, k: number): Float32Array {
  const known = priors.get(layer);
  if (known !== undefined) return known;
  const fresh = new Float32Array(rows * k).fill(MASKED);
  priors.set(layer, fresh);
  return fresh;
}

/** λ · (a − max a) for the kept rules, masked for the slots behind them. */
function writePrior(prior: Float32Array, row: number, kept: Int32Array, scores: Float32Array, config: RuleAttentionConfig): void {
  const best = kept.length === 0 ? 0 : (scores[kept[0] as number] as number);
  for (let slot = 0; slot < config.topK; slot += 1) {
    const score = slot < kept.length ? (scores[kept[slot] as number] as number) : null;
    prior[row * config.topK + slot] = score === null ? MASKED : config.priorWeight * (score - best);
  }
}

function replaceRows(old: RuleCache | null, fresh: RuleCache, rows: readonly number[], batch: number): RuleCache {
  if (old === null || rows.length === batch) {
    if (old !== null) tf.dispose([old.keys, old.values]);
    return { keys: tf.keep(fresh.keys), values: tf.keep(fresh.values) };
  }
  const index = Array.from({ length: batch }, (_, row) => row);
  rows.forEach((row, at) => {
    index[row] = batch + at;
  });
  const merge = (before: Tensor3D, after: Tensor3D): Tensor3D =>
    tf.keep(tf.gather(tf.concat3d([before, after], 0), tf.tensor1d(index, 'int32')) as Tensor3D);
  const merged = { keys: merge(old.keys, fresh.keys), values: merge(old.values, fresh.values) };
  tf.dispose([old.keys, old.values]);
  return merged;
}

function keptRows(cache: RuleCache, rows: readonly number[]): RuleCache {
  const kept = tf.tidy(() => {
    const index = tf.tensor1d([...rows], 'int32');
    return { keys: tf.gather(cache.keys, index) as Tensor3D, values: tf.gather(cache.values, index) as Tensor3D };
  });
  tf.dispose([cache.keys, cache.values]);
  return kept;
}

function keptPrior(prior: Float32Array, rows: readonly number[], k: number): Float32Array {
  const kept = new Float32Array(rows.length * k);
  rows.forEach((row, at) => kept.set(prior.subarray(row * k, (row + 1) * k), at * k));
  return kept;
}

/**
 * Bias of the K rules, [B, S, K]. At a prefill whose first retrieval is a
 * `<search>`, the tokens before it saw no rules in training either.
 */
function decodeBias(prior: Float32Array, input: DecodeInput, k: number, firstQuery: 'mean' | 'search'): Tensor3D {
  const shared = tf.tensor3d(prior, [input.rows, 1, k]);
  if (input.length === 1 || firstQuery === 'mean') return shared;
  const mask = new Float32Array(input.length).fill(MASKED);
  mask[input.length - 1] = 0;
  return tf.add(shared, tf.tensor3d(mask, [1, input.length, 1])) as Tensor3D;
}
