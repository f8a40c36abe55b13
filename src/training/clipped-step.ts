/** A batch's result as a step: gradients clipped by their global norm, which is logged. */
import { disposeTensors } from '../tensors/named.ts';
import type { BatchResult } from './accumulate.ts';
import { clipByGlobalNorm } from './clip.ts';
import type { StepResult } from './loop.ts';

/** The result's gradients are disposed. @param limit largest norm; 0 does not clip */
export function clippedStep({ gradients, loss, tokens, metrics }: BatchResult, limit: number): StepResult {
  const clipped = clipByGlobalNorm(gradients, limit);
  disposeTensors(gradients);
  return { gradients: clipped.gradients, loss, tokens, metrics: { ...metrics, gradientNorm: clipped.norms[0] ?? 0 } };
}
