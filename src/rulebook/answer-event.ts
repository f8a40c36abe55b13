/** An answer with its grounds, and what happens on the way to it. */
import type { OwnRule } from './rule.ts';

/** A rule that the model saw in one step. */
export interface UsedRule extends OwnRule {
  /** a of Eq. 3–4: how well the rule fits what the step asks for; unbounded, comparable within one answer. */
  readonly relevance: number;
}

export interface AnswerStep {
  /** What the model wrote in this step. */
  readonly text: string;
  /** Best first, at most as many as the model attends to. */
  readonly rules: readonly UsedRule[];
}

export interface Answer {
  /** All that the model wrote, without `<search>`. */
  readonly text: string;
  /** What stands in the last \boxed{}; null where there is none. */
  readonly answer: string | null;
  /** Whether the model found no rule that applies, and stopped there. */
  readonly refused: boolean;
  readonly steps: readonly AnswerStep[];
  /** Version of the rules that it was answered from. */
  readonly rulesVersion: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** `length`: the model was cut off before it had finished; one that quotes might have found further rules. */
  readonly finish: 'stop' | 'length';
}

/** What happens on the way: rules come before the text that was written with them, the whole answer last. Steps count from 1. */
export type AnswerEvent =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'rules'; readonly step: number; readonly rules: readonly UsedRule[] }
  | { readonly kind: 'text'; readonly text: string };
