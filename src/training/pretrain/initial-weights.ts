/**
 * First weights of the embedded base. Two departures from plain normal weights let
 * a small model copy words within minutes instead of hours (docs/log.md):
 * embeddings begin alike for words spelt alike (character n-grams, as in fastText),
 * and attention begins by looking for the same word and passing it on (W_K = W_Q and
 * W_O ∝ W_Vᵀ, after "Mimetic Initialization of Self-Attention Layers", Trockman & Kolter 2023).
 */
import { tf, type Tensor, type Tensor2D } from '../../backend/tf.ts';
import type { LmConfig } from '../../lm/config.ts';
import { randomStream, type Random } from '../../random.ts';
import type { TensorRecord } from '../../tensors/named.ts';
import { normal } from '../../tensors/normal.ts';
import { ngramEmbeddings } from './ngram-embeddings.ts';

const INIT_STD = 0.05;
/** Share of the attended word that a layer's attention passes on at first. */
const PASSED_ON = 0.5;

/**
 * @param tokens the vocabulary as text, by id
 */
export function initialParameters(config: LmConfig, tokens: readonly string[], seed: string): TensorRecord {
  const random = randomStream(`${seed}|weights`);
  const { hiddenSize: D, feedForwardSize: F } = config;
  const down = INIT_STD / Math.sqrt(2 * config.layers);
  const entries: [string, Tensor][] = [['embedding', ngramEmbeddings(tokens, D, INIT_STD, seed)]];
  for (let layer = 0; layer < config.layers; layer += 1) {
    const parts: [string, Tensor][] = [
      ['inputNorm', tf.ones([D])],
      ...attentionParts(config, random),
      ['postNorm', tf.ones([D])],
      ['gate', normal([D, F], INIT_STD, random)],
      ['up', normal([D, F], INIT_STD, random)],
      ['down', normal([F, D], down, random)],
    ];
    entries.push(...parts.map(([name, tensor]): [string, Tensor] => [`layers.${layer}.${name}`, tensor]));
  }
  entries.push(['finalNorm', tf.ones([D])]);
  return Object.fromEntries(entries);
}

/** With grouped queries the widths differ, and keys and outputs are drawn on their own. */
function attentionParts(config: LmConfig, random: Random): [string, Tensor][] {
  const { hiddenSize: D, heads, kvHeads, headDim } = config;
  const query = normal([D, heads * headDim], INIT_STD, random);
  const value = normal([D, kvHeads * headDim], INIT_STD, random);
  const grouped = heads !== kvHeads;
  // E[W_V W_Vᵀ] is D·std² on the diagonal.
  const scale = PASSED_ON / (heads * headDim * INIT_STD ** 2);
  const key = grouped ? normal([D, kvHeads * headDim], INIT_STD, random) : tf.clone(query);
  const output = grouped
    ? normal([heads * headDim, D], INIT_STD, random)
    : tf.tidy(() => tf.mul(tf.transpose(value as Tensor2D), scale));
  return [
    ['query', query],
    ['key', key],
    ['value', value],
    ['output', output],
  ];
}
