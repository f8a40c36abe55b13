/** The schema of low-rank adapters of a frozen language model. */
import { z } from 'zod';
import { positiveInteger } from './sections.ts';

/** Matrices of a layer that can have an adapter: those of attention, and of the feed-forward. */
export const LORA_TARGETS = ['query', 'key', 'value', 'output', 'gate', 'up', 'down'] as const;
export type LoraTarget = (typeof LORA_TARGETS)[number];

export const Lora = z.strictObject({
  /** Inner dimension of each adapter. */
  rank: positiveInteger.default(16),
  /** An adapter's product is multiplied by alpha / rank. */
  alpha: z.number().positive().default(32),
  /** Which matrices of every layer have an adapter. */
  targets: z
    .array(z.enum(LORA_TARGETS))
    .min(1)
    .refine((targets) => new Set(targets).size === targets.length, 'expected each matrix once')
    .default([...LORA_TARGETS]),
});
export type LoraConfig = z.infer<typeof Lora>;
