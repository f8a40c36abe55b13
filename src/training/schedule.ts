/** Learning rates over the course of a run. */

/** The learning rate of a step, counted from 1. */
export type Schedule = (step: number) => number;

export interface CosineOptions {
  /** Rate at the end of the warm-up. */
  readonly learningRate: number;
  /** Steps over which the rate rises linearly to its peak. */
  readonly warmup: number;
  /** Steps of the whole run; later steps keep the last rate. */
  readonly steps: number;
  /** Rate of the last step, as a fraction of the peak. */
  readonly finalRate: number;
}

/** Linear warm-up, then half a cosine down to the final rate at the last step. */
export function cosineWithWarmup({ learningRate, warmup, steps, finalRate }: CosineOptions): Schedule {
  return (step) => {
    if (step <= warmup) return (learningRate * step) / warmup;
    const progress = Math.min((step - warmup) / Math.max(steps - warmup, 1), 1);
    const cosine = (1 + Math.cos(Math.PI * progress)) / 2;
    return learningRate * (finalRate + (1 - finalRate) * cosine);
  };
}
