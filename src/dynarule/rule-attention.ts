/** Which layers choose rules and which attend to them; the same in training and at inference. */
import type { KeyNorm, Selection } from '../config/dynarule.ts';

/** How rules are chosen and attended to. */
export interface RuleAttentionConfig {
  /** K, the rules of each step. */
  readonly topK: number;
  readonly selection: Selection;
  /** From 0. */
  readonly confidenceLayer: number;
  /** The first layer that attends to the confidence layer's choice, from 0; the confidence layer itself where absent or before it. */
  readonly readingLayer?: number | undefined;
  readonly keyNorm: KeyNorm;
  /** λ of the prior λ · (a − max a); 0 leaves it out. */
  readonly priorWeight: number;
  /** β, added to the logits of all rules, in nats. */
  readonly ruleOffset: number;
}

/** Whether a layer, from 0, chooses rules by its own relevance. */
export function choosesRules({ selection, confidenceLayer }: RuleAttentionConfig, layer: number): boolean {
  return selection === 'per-layer' || layer === confidenceLayer;
}

/** Whether a layer, from 0, attends to rules, be they of its own choice or of an earlier layer's. */
export function attendsToRules({ selection, confidenceLayer, readingLayer }: RuleAttentionConfig, layer: number): boolean {
  return selection === 'per-layer' || layer >= Math.max(confidenceLayer, readingLayer ?? 0);
}
