/** Low-rank adapters before training: A is drawn, B is zero, so that the model is still the base. */
import { tf, type Tensor, type Tensor2D } from '../../backend/tf.ts';
import type { LoraConfig } from '../../config/lora.ts';
import type { LmConfig } from '../../lm/config.ts';
import type { LanguageModel } from '../../lm/forward.ts';
import { loraLayers, loraNames, targetShape, type LayerLora } from '../../lm/lora.ts';
import { randomStream } from '../../random.ts';
import { tensorNamed, type TensorRecord } from '../../tensors/named.ts';
import { normal } from '../../tensors/normal.ts';

/** A has the deviation of a uniform draw from ±1/√I, as PEFT begins. */
export function firstLora(config: LmConfig, { rank, targets }: LoraConfig, seed: string): TensorRecord {
  const random = randomStream(`${seed}|lora`);
  const layers = Array.from({ length: config.layers }, (_, layer) => layer);
  const entries = layers.flatMap((layer) =>
    targets.flatMap((target): [string, Tensor][] => {
      const [input, output] = targetShape(target, config);
      const { down, up } = loraNames(layer, target);
      return [
        [down, normal([input, rank], 1 / Math.sqrt(3 * input), random)],
        [up, tf.zeros([rank, output])],
      ];
    }),
  );
  return Object.fromEntries(entries);
}

/** The base with these adapters beside its weights; nothing is copied. */
export function withLora<T extends LanguageModel>(base: T, lora: LoraConfig, parameters: TensorRecord): T & { readonly lora: readonly LayerLora[] } {
  return { ...base, lora: loraLayers(base.config.layers, lora, (name) => tensorNamed(parameters, name) as Tensor2D) };
}
