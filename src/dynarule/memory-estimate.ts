/**
 * What DynaRule on a decoder needs of memory, before anything is loaded. Lower bounds first: weights, adapters,
 * rules and caches are counted exactly; what training keeps for the gradient is estimated from the tensors of a layer.
 */
import type { LmConfig } from '../lm/config.ts';
import { SLICE_LOGITS } from '../lm/head-loss.ts';
import { cacheBytes, FLOAT_BYTES, parameterCount } from '../lm/model-size.ts';

export interface Workload {
  /** P, the width of a rule's embedding. */
  readonly dimensions: number;
  /** Rules that are searched. */
  readonly rules: number;
  /** Rules that a step attends to. */
  readonly topK: number;
  /** Questions side by side. */
  readonly batch: number;
  /** Tokens of the longest question and answer. */
  readonly tokens: number;
}

/** Bytes. */
export interface MemoryEstimate {
  readonly weights: number;
  readonly adapters: number;
  readonly ruleEmbeddings: number;
  readonly inference: number;
  readonly training: number;
}

/** Adapter, gradient, two moments. */
const TRAINED_COPIES = 4;
/** Logits and their exponentials, a slice at a time. */
const LOGIT_COPIES = 3;
/** What is kept for the gradient, and gradients on their way back: from a step of SmolLM2 (docs/bench.md). */
const ACTIVATION_COPIES = 1.5;

export function estimateMemory(config: LmConfig, work: Workload): MemoryEstimate {
  const weights = FLOAT_BYTES * parameterCount(config);
  const adapters = FLOAT_BYTES * adapterCount(config, work.dimensions);
  const ruleEmbeddings = FLOAT_BYTES * work.rules * work.dimensions;
  const shared = weights + ruleEmbeddings;
  const width = config.heads * config.headDim;
  const attended = FLOAT_BYTES * 2 * config.layers * work.batch * work.topK * width;
  const lastLogits = FLOAT_BYTES * work.batch * config.vocabSize;
  return {
    weights,
    adapters,
    ruleEmbeddings,
    inference: shared + adapters + work.batch * work.tokens * cacheBytes(config) + attended + lastLogits,
    training: shared + TRAINED_COPIES * adapters + attended + activationBytes(config, work),
  };
}

/** W̃Q [D, H·hd], W̃K and W̃V [P, H·hd] of every layer, and the embedding of `<search>`. */
function adapterCount({ layers, hiddenSize, heads, headDim }: LmConfig, dimensions: number): number {
  return layers * heads * headDim * (hiddenSize + 2 * dimensions) + hiddenSize;
}

function activationBytes(config: LmConfig, { batch, tokens, topK }: Workload): number {
  const { hiddenSize: D, heads, kvHeads, headDim, feedForwardSize: F, layers, vocabSize } = config;
  const perToken = 4 * D + 3 * heads * headDim + 2 * kvHeads * headDim + 2 * F + heads * (tokens + topK);
  const logits = Math.min(batch * tokens * vocabSize, SLICE_LOGITS);
  return FLOAT_BYTES * (batch * tokens * ACTIVATION_COPIES * layers * perToken + LOGIT_COPIES * logits);
}
