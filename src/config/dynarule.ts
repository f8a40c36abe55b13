/** The schema of DynaRule's own section: which of the paper's open questions are settled how. */
import { z } from 'zod';
import { positiveInteger, text, weight } from './sections.ts';

/**
 * Who chooses the rules of a layer. `confidence`: the confidence layer, for all layers from it on;
 * `per-layer`: each layer for itself.
 */
export const SELECTIONS = ['confidence', 'per-layer'] as const;
export type Selection = (typeof SELECTIONS)[number];

/** `none`, or `layer`: a LayerNorm without parameters over the projected rule keys. */
export const KEY_NORMS = ['none', 'layer'] as const;
export type KeyNorm = (typeof KEY_NORMS)[number];

/**
 * When rules are retrieved. `per-step` (DynaRule): for the question and at each `<search>`; `once` (SR-KI): for the
 * question alone, all of its gold rules at a time, and the answer has no `<search>`.
 */
export const RETRIEVALS = ['per-step', 'once'] as const;
export type Retrieval = (typeof RETRIEVALS)[number];

/**
 * What a step's query is taken from. `mean` (the paper): the mean over the question, then the state at each
 * `<search>`; `search`: a `<search>` after the question, too; `context`: the mean over the question, then over
 * everything up to the `<search>`; `sequence`, with `retrieval: once` alone: in training the mean over question
 * and answer, in decoding, where there is no answer yet, over the question.
 */
export const STEP_QUERIES = ['mean', 'search', 'context', 'sequence'] as const;
export type StepQueryKind = (typeof STEP_QUERIES)[number];

/**
 * How value adapters begin. `normal`: at random; `words`, with the lexical encoder alone: so that a rule that is
 * attended to adds the token embeddings of its words to the residual stream.
 */
export const VALUE_INITS = ['normal', 'words'] as const;

export const DynaRule = z.strictObject({
  /** When rules are retrieved. */
  retrieval: z.enum(RETRIEVALS).default('per-step'),
  /** Rules that a step attends to (K of Eq. 3). */
  topK: positiveInteger.default(16),
  /** Who chooses the rules of a layer. */
  selection: z.enum(SELECTIONS).default('confidence'),
  /** The layer whose scores choose, counted from 1; `auto` takes the one of least entropy after stage 1. */
  confidenceLayer: z.union([z.literal('auto'), positiveInteger]).default('auto'),
  /** What is done to the projected keys. */
  keyNorm: z.enum(KEY_NORMS).default('none'),
  /** The adapters are affine. */
  bias: z.boolean().default(false),
  /** Weight of the relevance scores as a prior on the rule logits; 0 is the paper. */
  priorWeight: weight.default(1),
  /** Added to the attention logits of rules beside those of the context, in nats: without it rules begin unheard. */
  ruleOffset: z.number().default(0),
  /** What the queries of steps are taken from. */
  stepQuery: z.enum(STEP_QUERIES).default('search'),
  /** Temperature of the contrastive loss (Eq. 5). */
  temperature: z.number().positive().default(0.2),
  /** Weight of the contrastive loss beside the language-model loss (Eq. 5). */
  contrastiveWeight: weight.default(1),
  /**
   * First query and key adapters of the confidence layer in stage 2: those of stage 1; a ridge regression from query states
   * to gold rules; or a logistic regression over rules, which is the contrastive loss alone on whitened states.
   */
  confidenceInit: z.enum(['stage1', 'ridge', 'logistic']).default('stage1'),
  /** Standard deviation of the initial key adapters. */
  keyInitStd: weight.default(0.05),
  /** `<search>` begins as the first token of this text. */
  searchInit: text.default(' [Step]'),
  /** First value adapters. */
  valueInit: z.enum(VALUE_INITS).default('normal'),
  /** Standard deviation of `normal` value adapters. */
  valueInitStd: weight.default(0.02),
  /** How much a rule of length 1 adds to the residual stream with `words`, times the share of attention it gets. */
  valueScale: weight.default(100),
});
export type DynaRuleConfig = z.infer<typeof DynaRule>;
