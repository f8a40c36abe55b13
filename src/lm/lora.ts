/**
 * Low-rank adapters of a frozen decoder (Hu et al., "LoRA", 2022): y = x·W + s·(x·A)·B with
 * s = alpha / rank. With B at zero, the model is the base to the last bit.
 */
import { tf, type Tensor2D } from '../backend/tf.ts';
import type { LoraConfig, LoraTarget } from '../config/lora.ts';
import type { LmConfig } from './config.ts';

/** The adapter of one matrix [I, O]; r is the rank. */
export interface LoraPair {
  /** A, [I, r] */
  readonly down: Tensor2D;
  /** B, [r, O] */
  readonly up: Tensor2D;
  /** s */
  readonly scale: number;
}

/** Adapters of a layer, by matrix. */
export type LayerLora = Readonly<Partial<Record<LoraTarget, LoraPair>>>;

/** x [N, I] through the adapter → [N, O]. The scale is applied where the rows are shortest. */
export function throughLora(x: Tensor2D, { down, up, scale }: LoraPair): Tensor2D {
  return tf.matMul(tf.mul(tf.matMul(x, down), scale), up);
}

/** Names of A and B among the parameters that are trained. */
export function loraNames(layer: number, target: LoraTarget): { readonly down: string; readonly up: string } {
  return { down: `layers.${layer}.${target}.down`, up: `layers.${layer}.${target}.up` };
}

/** Input and output of each matrix, as `LmLayer` holds it. */
export function targetShape(target: LoraTarget, config: LmConfig): readonly [number, number] {
  const { hiddenSize: D, feedForwardSize: F, headDim } = config;
  const [own, shared] = [config.heads * headDim, config.kvHeads * headDim];
  const shapes: Readonly<Record<LoraTarget, readonly [number, number]>> = {
    query: [D, own],
    key: [D, shared],
    value: [D, shared],
    output: [own, D],
    gate: [D, F],
    up: [D, F],
    down: [F, D],
  };
  return shapes[target];
}

/**
 * Adapters of all layers.
 *
 * @param tensorOf gives a parameter by its name; see `loraNames`
 */
export function loraLayers(layers: number, { rank, alpha, targets }: LoraConfig, tensorOf: (name: string) => Tensor2D): LayerLora[] {
  return Array.from({ length: layers }, (_, layer) => {
    const pairs = targets.map((target): [LoraTarget, LoraPair] => {
      const { down, up } = loraNames(layer, target);
      return [target, { down: tensorOf(down), up: tensorOf(up), scale: alpha / rank }];
    });
    return Object.fromEntries(pairs) as LayerLora;
  });
}
