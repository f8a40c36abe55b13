/**
 * Rotary frequencies and how models stretch them beyond the context that they were first trained on, and
 * the keys of a Hugging Face config.json that say so (`rope_scaling`, in newer files `rope_parameters`).
 */
import { z } from 'zod';
import { UserError } from '../errors.ts';

export type RopeScaling =
  /** All frequencies divided by the factor. */
  | { readonly kind: 'linear'; readonly factor: number }
  /** A larger base beyond `maxPositions`; up to there, which is as far as we go, nothing changes. */
  | { readonly kind: 'dynamic'; readonly factor: number }
  /** Llama 3.1 and 3.2: long waves divided by the factor, short ones kept, a ramp between them. */
  | Llama3Scaling
  /** YaRN: a ramp over dimensions, and longer queries and keys. */
  | YarnScaling
  /** One divisor a frequency, as GGUF files hold Llama 3.1's. */
  | { readonly kind: 'divisors'; readonly divisors: readonly number[] };

interface Llama3Scaling {
  readonly kind: 'llama3';
  readonly factor: number;
  readonly lowFactor: number;
  readonly highFactor: number;
  readonly originalPositions: number;
}

interface YarnScaling {
  readonly kind: 'yarn';
  readonly factor: number;
  readonly originalPositions: number;
  readonly betaFast: number;
  readonly betaSlow: number;
  /** Multiplies cosines and sines. */
  readonly attentionFactor: number;
  /** The ramp begins and ends at whole dimensions. */
  readonly truncate: boolean;
}

export interface RopeConfig {
  /** Dimensions of a head, all of which turn. */
  readonly headDim: number;
  /** Base of the frequencies, θ. */
  readonly ropeTheta: number;
  readonly ropeScaling: RopeScaling | null;
}

export interface RopeFrequencies {
  /** Radians a position, [headDim / 2]. */
  readonly values: Float64Array;
  /** Multiplies cosines and sines. */
  readonly scale: number;
}

/** θ^(−2i/d), scaled. */
export function ropeFrequencies({ headDim, ropeTheta, ropeScaling }: RopeConfig): RopeFrequencies {
  const plain = Float64Array.from({ length: headDim / 2 }, (_, i) => ropeTheta ** ((-2 * i) / headDim));
  switch (ropeScaling?.kind) {
    case undefined:
    case 'dynamic':
      return { values: plain, scale: 1 };
    case 'linear':
      return { values: plain.map((frequency) => frequency / ropeScaling.factor), scale: 1 };
    case 'divisors':
      return { values: plain.map((frequency, i) => frequency / (ropeScaling.divisors[i] as number)), scale: 1 };
    case 'llama3':
      return { values: plain.map((frequency) => llama3Frequency(frequency, ropeScaling)), scale: 1 };
    case 'yarn':
      return yarnFrequencies(plain, headDim, ropeTheta, ropeScaling);
  }
}

function llama3Frequency(frequency: number, { factor, lowFactor, highFactor, originalPositions }: Llama3Scaling): number {
  const wavesInContext = (originalPositions * frequency) / (2 * Math.PI);
  const kept = Math.min(1, Math.max(0, (wavesInContext - lowFactor) / (highFactor - lowFactor)));
  return frequency * (kept + (1 - kept) / factor);
}

function yarnFrequencies(plain: Float64Array, headDim: number, theta: number, scaling: YarnScaling): RopeFrequencies {
  const { factor, originalPositions, betaFast, betaSlow, truncate, attentionFactor } = scaling;
  const dimension = (turns: number): number => (headDim * Math.log(originalPositions / (turns * 2 * Math.PI))) / (2 * Math.log(theta));
  const [first, last] = [dimension(betaFast), dimension(betaSlow)];
  const low = Math.max(truncate ? Math.floor(first) : first, 0);
  const high = Math.min(truncate ? Math.ceil(last) : last, headDim - 1);
  const width = high === low ? 0.001 : high - low;
  const values = plain.map((frequency, i) => {
    const stretched = Math.min(1, Math.max(0, (i - low) / width));
    return frequency * (1 - stretched + stretched / factor);
  });
  return { values, scale: attentionFactor };
}

const positive = z.number().positive();

/** `rope_scaling` or `rope_parameters`. */
export const hfRopeSchema = z
  .looseObject({
    rope_type: z.string().optional(),
    type: z.string().optional(),
    rope_theta: positive.optional(),
    factor: positive.optional(),
    low_freq_factor: positive.optional(),
    high_freq_factor: positive.optional(),
    original_max_position_embeddings: positive.optional(),
    beta_fast: positive.nullish(),
    beta_slow: positive.nullish(),
    attention_factor: positive.nullish(),
    mscale: z.number().nullish(),
    mscale_all_dim: z.number().nullish(),
    truncate: z.boolean().optional(),
    partial_rotary_factor: z.literal(1).optional(),
  })
  .nullish();
type HfRope = NonNullable<z.infer<typeof hfRopeSchema>>;

/**
 * @param maxPositions of the model, which YaRN takes for the original ones where the file does not name them
 * @throws UserError for a kind that is not supported, or one without its numbers
 */
export function parseRopeScaling(rope: HfRope | null | undefined, maxPositions: number, file: string): RopeScaling | null {
  const kind = rope?.rope_type ?? rope?.type ?? 'default';
  if (rope === null || rope === undefined || kind === 'default') return null;
  const { factor } = rope;
  if ((kind === 'linear' || kind === 'dynamic') && factor !== undefined) return { kind, factor };
  if (kind === 'llama3') return parseLlama3(rope, file);
  if (kind === 'yarn' && factor !== undefined) return parseYarn(rope, factor, maxPositions);
  const supported = ['linear', 'dynamic', 'llama3', 'yarn'];
  throw unsupported(file, supported.includes(kind) ? `rope scaling '${kind}' without factor` : `rope scaling '${kind}'`);
}

function parseLlama3(rope: HfRope, file: string): Llama3Scaling {
  const { factor, low_freq_factor: lowFactor, high_freq_factor: highFactor, original_max_position_embeddings: originalPositions } = rope;
  if (factor === undefined || lowFactor === undefined || highFactor === undefined || originalPositions === undefined || lowFactor >= highFactor) {
    throw unsupported(file, "rope scaling 'llama3' without factor, low_freq_factor < high_freq_factor and original_max_position_embeddings");
  }
  return { kind: 'llama3', factor, lowFactor, highFactor, originalPositions };
}

function parseYarn(rope: HfRope, factor: number, maxPositions: number): YarnScaling {
  const { mscale, mscale_all_dim: mscaleAll } = rope;
  const length = (weight: number): number => (factor <= 1 ? 1 : 0.1 * weight * Math.log(factor) + 1);
  const explicit = typeof mscale === 'number' && mscale !== 0 && typeof mscaleAll === 'number' && mscaleAll !== 0;
  return {
    kind: 'yarn',
    factor,
    originalPositions: rope.original_max_position_embeddings ?? maxPositions,
    betaFast: rope.beta_fast ?? 32,
    betaSlow: rope.beta_slow ?? 1,
    attentionFactor: rope.attention_factor ?? (explicit ? length(mscale) / length(mscaleAll) : length(1)),
    truncate: rope.truncate ?? true,
  };
}

function unsupported(file: string, got: string): UserError {
  return UserError.of({
    expected: 'rotary positions that are plain or scaled by linear, dynamic, llama3 or yarn',
    got,
    where: { file, key: 'rope_scaling' },
    fix: 'use a model with one of these (Llama 3, Qwen2.5, Qwen3, SmolLM2)',
  });
}

/** The `rope_parameters` that transformers and `parseRopeScaling` read back. @throws UserError for divisors, which no key can say */
export function toHfRope({ ropeTheta, ropeScaling }: RopeConfig): Record<string, unknown> {
  const scaling = hfScaling(ropeScaling);
  return { rope_theta: ropeTheta, ...scaling };
}

function hfScaling(scaling: RopeScaling | null): Record<string, unknown> {
  switch (scaling?.kind) {
    case undefined:
      return { rope_type: 'default' };
    case 'linear':
    case 'dynamic':
      return { rope_type: scaling.kind, factor: scaling.factor };
    case 'llama3': {
      const { factor, lowFactor, highFactor, originalPositions } = scaling;
      return { rope_type: 'llama3', factor, low_freq_factor: lowFactor, high_freq_factor: highFactor, original_max_position_embeddings: originalPositions };
    }
    case 'yarn': {
      const { factor, originalPositions, betaFast, betaSlow, attentionFactor, truncate } = scaling;
      const range = { beta_fast: betaFast, beta_slow: betaSlow, truncate };
      return { rope_type: 'yarn', factor, original_max_position_embeddings: originalPositions, attention_factor: attentionFactor, ...range };
    }
    case 'divisors':
      throw UserError.of({ expected: 'rope scaling that config.json can say', got: 'the divisors of a GGUF file', fix: "load the model from its Hugging Face folder" });
  }
}
