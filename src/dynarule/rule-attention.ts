/** Which layers choose rules and which attend to them; the same in training and at inference. */
import type { KeyNorm } from './adapters.ts';

/** How rules are chosen and attended to. */
export interface RuleAttentionConfig {
  /** K, the rules of each step. */
  readonly topK: number;
  /** `confidence`: one layer chooses, it and the later ones attend; `per-layer`: every layer chooses for itself. */
  readonly selection: 'confidence' | 'per-layer';
  /** From 0. */
  readonly confidenceLayer: number;
  readonly keyNorm: KeyNorm;
  /** λ of the prior λ · (a − max a); 0 leaves it out. */
  readonly priorWeight: number;
}

/** Whether a layer, from 0, chooses rules by its own relevance. */
export function choosesRules({ selection, confidenceLayer }: RuleAttentionConfig, layer: number): boolean {
  return selection === 'per-layer' || layer === confidenceLayer;
}

/** Whether a layer, from 0, attends to rules, be they of its own choice or of an earlier layer's. */
export function attendsToRules({ selection, confidenceLayer }: RuleAttentionConfig, layer: number): boolean {
  return selection === 'per-layer' || layer >= confidenceLayer;
}

/**
 * What a step's query is taken from. `mean` (the paper): the mean over the question, then the state at each
 * `<search>`; `search`: a `<search>` after the question, too; `context`: the mean over the question, then over
 * everything up to the `<search>`.
 */
export const STEP_QUERIES = ['mean', 'search', 'context'] as const;
export type StepQueryKind = (typeof STEP_QUERIES)[number];
