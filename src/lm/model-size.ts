/** What a decoder weighs, from its config alone. Everything is 32-bit floats in memory, whatever its files hold. */
import type { LmConfig } from './config.ts';

export const FLOAT_BYTES = 4;

/** Weights of the model; a tied head counts once. */
export function parameterCount(config: LmConfig): number {
  const { vocabSize: V, hiddenSize: D, layers, tiedEmbeddings } = config;
  return V * D * (tiedEmbeddings ? 1 : 2) + layers * layerParameters(config) + D;
}

function layerParameters({ architecture, hiddenSize: D, heads, kvHeads, headDim, feedForwardSize: F, qkvBias }: LmConfig): number {
  const [query, key] = [heads * headDim, kvHeads * headDim];
  const biases = qkvBias ? query + 2 * key : 0;
  const norms = 2 * D + (architecture === 'qwen3' ? 2 * headDim : 0);
  return 2 * D * query + 2 * D * key + 3 * D * F + biases + norms;
}

/** Bytes of the keys and values of one token in all layers. */
export function cacheBytes({ layers, kvHeads, headDim }: LmConfig): number {
  return FLOAT_BYTES * 2 * layers * kvHeads * headDim;
}
