/**
 * Decoding with a whole pool of rules in the attention of every layer, as stage 1 trains
 * it and as KBLaM answers: nothing is retrieved. The rules of all questions of a batch are
 * projected once; a bias hides from each question what is not in its own pool. How a
 * question would rank its rules is reported all the same.
 */
import { tf, type Tensor2D, type Tensor3D } from '../backend/tf.ts';
import type { KeyNorm } from '../config/dynarule.ts';
import { LOGITS_AT_ONCE } from '../lm/attention-core.ts';
import type { LanguageModel } from '../lm/forward.ts';
import { plainHooks, type DecodeInput } from '../lm/generate.ts';
import { MASKED } from '../lm/masks.ts';
import type { TensorRecord } from '../tensors/named.ts';
import { gatherRows } from '../tensors/rows.ts';
import { layerAdapters } from './adapters.ts';
import { requireRules, runDecoder, type Decoder, type DecodeOptions, type DecodeRequest, type DecodeResult } from './decode.ts';
import { poolMemory, poolRows, type PoolRows } from './pool-memory.ts';
import { rankPool, scorePools, searchStates, type Retrieved } from './step-retrieval.ts';

/** A frozen model whose every layer attends to all rules. */
export interface PoolModel {
  readonly model: LanguageModel;
  readonly adapters: TensorRecord;
  readonly keyNorm: KeyNorm;
  /** The layer, from 0, whose relevance ranks the rules that are reported. */
  readonly confidenceLayer: number;
  /** What is added to the logits of the rules of a question that attends to so many. */
  shift(rules: number): number;
}

/** A pool with its keys and values at every layer. */
export interface ProjectedPool {
  /** Raw embeddings, [M, P]. */
  readonly embeddings: Tensor2D;
  readonly layers: readonly PoolRows[];
}

/**
 * Answers a batch of questions.
 *
 * @param embeddings raw rule embeddings, [M, P]; pools name rows of it
 * @throws UserError where a pool has no rules
 */
export function decodeWithPool(
  kblam: PoolModel,
  embeddings: Tensor2D,
  requests: readonly DecodeRequest[],
  options: DecodeOptions,
): DecodeResult[] {
  requests.forEach(({ pool }) => requireRules(pool));
  const pool = projectPool(kblam, embeddings);
  const longest = Math.max(...requests.map(({ promptIds }) => promptIds.length));
  const size = questionsAtOnce(kblam.model.config.heads, longest, embeddings.shape[0]);
  const groups = Array.from({ length: Math.ceil(requests.length / size) }, (_, at) => requests.slice(at * size, (at + 1) * size));
  const results = groups.flatMap((group) =>
    runDecoder(kblam.model, createPoolDecoder(kblam, pool, group, options), group, options),
  );
  disposePool(pool);
  return results;
}

/** Projects rules for every layer; the caller disposes of it. */
export function projectPool({ model, adapters, keyNorm }: PoolModel, embeddings: Tensor2D): ProjectedPool {
  const layers = model.weights.layers.map((_, layer): PoolRows => {
    const own = layerAdapters(adapters, layer);
    return tf.tidy(() => ({ ...poolRows(own, embeddings, keyNorm, model.config.heads) }));
  });
  return { embeddings, layers };
}

/** Frees the projections, not the embeddings. */
export function disposePool({ layers }: ProjectedPool): void {
  tf.dispose(layers.flatMap(({ keys, values }) => [keys, values]));
}

/**
 * Questions that are decoded side by side, so that the logits over the rules fit into memory.
 *
 * @param tokens of the longest prompt: the prefill has most logits
 */
export function questionsAtOnce(heads: number, tokens: number, rules: number): number {
  return Math.max(1, Math.floor(LOGITS_AT_ONCE / (heads * tokens * rules)));
}

/** The parts of `decodeWithPool` for some of its questions. */
export function createPoolDecoder(
  kblam: PoolModel,
  pool: ProjectedPool,
  requests: readonly DecodeRequest[],
  { logged }: Pick<DecodeOptions, 'logged'>,
): Decoder {
  const rankings: Retrieved[][][] = requests.map(() => []);
  let bias = poolBias(kblam, requests, pool.embeddings.shape[0]);
  return {
    hooks: {
      ...plainHooks(kblam.model),
      // What a token reads of the rules depends on its whole prompt.
      sharesPrefixes: false,
      memory: (input) => (layer, x) => {
        const adapters = layerAdapters(kblam.adapters, layer);
        const memory = poolMemory(adapters, x, pool.layers[layer] as PoolRows, bias);
        // At the prefill all requests are still in the batch, in their order.
        if (input.length > 1 && layer === kblam.confidenceLayer) {
          ranked(kblam, pool, requests, memory.query, input, logged).forEach((own, row) => rankings[row]?.push(own));
        }
        return memory;
      },
      keepRows: (rows) => {
        const kept = tf.tidy(() => gatherRows(bias, rows));
        bias.dispose();
        bias = kept;
      },
    },
    retrievals: rankings,
    dispose: () => bias.dispose(),
  };
}

/** Open, with their shift, for the rules of each question's own pool, masked elsewhere; [B, 1, M]. */
export function poolBias({ shift }: Pick<PoolModel, 'shift'>, requests: readonly DecodeRequest[], rules: number): Tensor3D {
  const bias = new Float32Array(requests.length * rules).fill(MASKED);
  requests.forEach(({ pool }, row) => {
    for (const rule of pool) bias[row * rules + rule] = shift(pool.length);
  });
  return tf.tensor3d(bias, [requests.length, 1, rules]);
}

/** The rules that each question finds most relevant, by its mean query (Eq. 3). */
function ranked(
  { adapters, confidenceLayer, keyNorm }: PoolModel,
  { embeddings }: ProjectedPool,
  requests: readonly DecodeRequest[],
  query: Tensor3D,
  input: DecodeInput,
  logged: number,
): Retrieved[][] {
  const states = searchStates(query, input, requests.map((_, row) => row), 'mean');
  const scored = scorePools(layerAdapters(adapters, confidenceLayer), states, embeddings, requests.map(({ pool }) => pool), { keyNorm });
  return scored.map((own) => rankPool(own, logged));
}
