/** Sections that several configuration schemas share. */
import { z } from 'zod';

export const positiveInteger = z.int().min(1);
export const count = z.int().min(0);
export const fraction = z.number().min(0).max(1);
export const weight = z.number().min(0);
export const text = z.string().min(1);

/** Used as the name of a folder. */
export const runName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'expected a name of letters, digits, dots, hyphens and underscores');

/** The rule repository of the training questions, and the one that shares no rule with it. */
export const REPOSITORIES = ['original', 'held-out'] as const;
export type Repository = (typeof REPOSITORIES)[number];

/** Families of decoders. SmolLM2 is a Llama. */
export const LM_FAMILIES = ['llama', 'qwen2', 'qwen3'] as const;
export type LmFamily = (typeof LM_FAMILIES)[number];

/** Weights of FOL and NL text; they need not sum to 1. */
export const Representations = z
  .strictObject({ FOL: weight.default(0.5), NL: weight.default(0.5) })
  .refine((mix) => mix.FOL + mix.NL > 0, 'at least one of FOL and NL needs a weight above 0');

/** Weights of the three families of sub-tasks (the paper's 30/40/30); they need not sum to 1. */
export const Mix = z
  .strictObject({
    single: weight.default(0.3),
    parallel: weight.default(0.4),
    hop: weight.default(0.3),
  })
  .refine((mix) => mix.single + mix.parallel + mix.hop > 0, 'at least one family needs a weight above 0');
export type Mix = z.infer<typeof Mix>;

/** How questions and their answers are worded. */
export const Questions = z.strictObject({
  /** `rule`: one rule application a step; `question`: all steps of one sub-question in one. */
  stepGranularity: z.enum(['rule', 'question']).default('rule'),
  /** `name-first` names the attribute before its count; `paper` keeps the order of the rule's text. */
  explanation: z.enum(['name-first', 'paper']).default('name-first'),
  /** Questions use synonyms and inflections that the rules do not. */
  paraphrase: z.boolean().default(true),
});
export type Questions = z.infer<typeof Questions>;

/** AdamW with a cosine schedule. */
export const optimizerShape = {
  /** Peak learning rate, reached after the warm-up. */
  learningRate: z.number().positive().default(1e-3),
  /** Steps of linear warm-up. */
  warmup: count.default(50),
  /** Learning rate of the last step, as a fraction of the peak. */
  finalRate: fraction.default(0.05),
  /** Decoupled weight decay. */
  weightDecay: weight.default(0.01),
  /** Decay rates of the first and second moments. */
  betas: z.tuple([z.number().min(0).lt(1), z.number().min(0).lt(1)]).default([0.9, 0.98]),
  /** Batches whose gradients are averaged into one step. */
  accumulate: positiveInteger.default(1),
};

export const Optimizer = z.strictObject({
  ...optimizerShape,
  /** Largest global norm of a gradient; 0 does not clip. */
  clip: weight.default(1),
});
export type Optimizer = z.infer<typeof Optimizer>;

/** Adds a complaint when the warm-up is longer than the run. */
export function warmupFits(section: { steps: number; optimizer: { warmup: number } }, context: z.RefinementCtx): void {
  const { steps, optimizer } = section;
  if (optimizer.warmup <= steps) return;
  context.addIssue({
    code: 'custom',
    path: ['optimizer', 'warmup'],
    message: `warm-up of ${optimizer.warmup} steps is longer than the ${steps} steps of training`,
  });
}
