/** A random decoder of a few thousand weights, adapters for it and rules: large enough weights that every part matters. */
import { tf, type Tensor, type Tensor2D } from '../../src/backend/tf.ts';
import { initialAdapters } from '../../src/dynarule/adapters.ts';
import type { DynaRuleExample } from '../../src/dynarule/example.ts';
import type { RuleAttentionConfig } from '../../src/dynarule/rule-attention.ts';
import type { LmConfig } from '../../src/lm/config.ts';
import type { LanguageModel } from '../../src/lm/forward.ts';
import { randomStream } from '../../src/random.ts';
import type { Question } from '../../src/ruleworld/types.ts';
import type { TensorRecord } from '../../src/tensors/named.ts';
import { normal } from '../../src/tensors/normal.ts';
import { weightsOf } from '../../src/training/pretrain/flat-weights.ts';

export const RULE_WIDTH = 12;

export const TINY_CONFIG: LmConfig = {
  architecture: 'llama',
  vocabSize: 30,
  hiddenSize: 16,
  layers: 3,
  heads: 4,
  kvHeads: 2,
  headDim: 4,
  feedForwardSize: 24,
  ropeTheta: 10_000,
  ropeScaling: null,
  rmsNormEps: 1e-5,
  tiedEmbeddings: true,
  qkvBias: false,
  maxPositions: 64,
  bosTokenId: null,
  eosTokenId: 0,
};

/**
 * Weights of deviation 0.3, so that outputs differ clearly from token to token. With a
 * head of its own (untied) it does not fall into repeating one token.
 */
export function tinyModel(seed: string, change: Partial<LmConfig> = {}): LanguageModel {
  const config = { ...TINY_CONFIG, ...change };
  const random = randomStream(seed);
  const table = (): Tensor2D => normal([config.vocabSize, config.hiddenSize], 0.5, random) as Tensor2D;
  const entries: [string, Tensor][] = [['embedding', table()], ['finalNorm', tf.ones([config.hiddenSize])]];
  for (let layer = 0; layer < config.layers; layer += 1) {
    for (const [name, shape] of Object.entries(layerShapes(config))) {
      entries.push([`layers.${layer}.${name}`, shape.length === 1 ? tf.ones(shape) : normal(shape, 0.3, random)]);
    }
  }
  const weights = weightsOf(Object.fromEntries(entries), config);
  return { config, weights: { ...weights, head: config.tiedEmbeddings ? null : table() } };
}

function layerShapes({ hiddenSize: D, feedForwardSize: F, heads, kvHeads, headDim }: LmConfig): Record<string, number[]> {
  const [own, shared] = [heads * headDim, kvHeads * headDim];
  const attention = { query: [D, own], key: [D, shared], value: [D, shared], output: [own, D] };
  return { inputNorm: [D], ...attention, postNorm: [D], gate: [D, F], up: [D, F], down: [F, D] };
}

export function tinyAdapters(model: LanguageModel, seed: string, bias = true): TensorRecord {
  return initialAdapters(model, { dimensions: RULE_WIDTH, bias, keyInitStd: 0.4, valueInitStd: 0.6, searchFromToken: 3, seed });
}

/** [rules, 12] */
export function tinyRules(rules: number, seed: string): Tensor2D {
  const random = randomStream(seed);
  return tf.tensor2d(Float32Array.from({ length: rules * RULE_WIDTH }, () => random.next() * 2 - 1), [rules, RULE_WIDTH]);
}

export const ATTENTION: RuleAttentionConfig = { topK: 4, selection: 'confidence', confidenceLayer: 1, keyNorm: 'none', priorWeight: 1, ruleOffset: 0.7 };

/** Random token ids in [1, vocabulary), so never the end mark. */
export function tinyPrompt(length: number, seed: string, vocabulary = TINY_CONFIG.vocabSize): number[] {
  const random = randomStream(seed);
  return Array.from({ length }, () => random.integer(1, vocabulary - 1));
}

/** A question that no test looks into. */
export const ANY_QUESTION: Question = {
  id: 'any',
  subtask: 'single-rule',
  question: { FOL: '', NL: '' },
  steps: [],
  answer: '',
};

export function exampleOf(parts: Omit<DynaRuleExample, 'question'>): DynaRuleExample {
  return { question: ANY_QUESTION, ...parts };
}
