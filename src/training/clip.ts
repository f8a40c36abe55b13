/** Gradient clipping by global norm, over all tensors or group by group. */
import { tf, type Tensor } from '../backend/tf.ts';
import { UserError } from '../errors.ts';
import { tensorNamed, type TensorRecord } from '../tensors/named.ts';

/** Parameters that are clipped together. */
export interface ClipGroup {
  readonly names: readonly string[];
  /** Largest norm over the group; 0 does not clip. */
  readonly limit: number;
}

export interface Clipped {
  /** New tensors, in the order of the groups; the arguments stay as they are. */
  readonly gradients: TensorRecord;
  /** Norm of each group before clipping. */
  readonly norms: readonly number[];
}

/** Scales all gradients by limit / norm where their global norm exceeds the limit. */
export function clipByGlobalNorm(gradients: TensorRecord, limit: number): Clipped {
  return clipByGroups(gradients, [{ names: Object.keys(gradients), limit }]);
}

/**
 * Clips each group by its own norm. Every gradient must be in exactly one group.
 * @throws UserError when a norm is not finite.
 */
export function clipByGroups(gradients: TensorRecord, groups: readonly ClipGroup[]): Clipped {
  requirePartition(gradients, groups);
  const norms = groups.map(({ names }) => globalNorm(names.map((name) => tensorNamed(gradients, name))));
  const entries = groups.flatMap(({ names, limit }, index) => {
    const scale = clipScale(norms[index] ?? 0, limit, names);
    return names.map((name) => [name, scaled(tensorNamed(gradients, name), scale)] as const);
  });
  return { gradients: Object.fromEntries(entries), norms };
}

/** Root of the sum of squares over all tensors; 0 for none. */
function globalNorm(tensors: readonly Tensor[]): number {
  if (tensors.length === 0) return 0;
  const total = tf.tidy(() => tf.addN(tensors.map((tensor) => tensor.square().sum())));
  const square = total.dataSync()[0] ?? 0;
  total.dispose();
  return Math.sqrt(square);
}

function clipScale(norm: number, limit: number, names: readonly string[]): number {
  if (!Number.isFinite(norm)) {
    throw UserError.of({
      expected: `a finite gradient of ${names[0] ?? ''} and ${names.length - 1} others`,
      got: `norm ${norm}`,
      fix: 'lower optimizer.learningRate or lengthen optimizer.warmup, and continue from the last checkpoint',
    });
  }
  return limit > 0 && norm > limit ? limit / norm : 1;
}

/** A clone shares the data, so an unclipped gradient costs nothing. */
function scaled(tensor: Tensor, scale: number): Tensor {
  return scale === 1 ? tensor.clone() : tf.tidy(() => tensor.mul(scale));
}

function requirePartition(gradients: TensorRecord, groups: readonly ClipGroup[]): void {
  const grouped = groups.flatMap((group) => group.names).toSorted();
  const names = Object.keys(gradients).toSorted();
  if (grouped.join('\n') === names.join('\n')) return;
  throw new Error(`each gradient must be in one clip group; gradients: ${names.join(', ')}; groups: ${grouped.join(', ')}`);
}
