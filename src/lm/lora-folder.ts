/**
 * Low-rank adapters as files: `adapter_config.json` and `adapter_model.safetensors` in the layout of Hugging Face's
 * PEFT, so that adapters go both ways.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { tf, type Tensor2D } from '../backend/tf.ts';
import { LORA_TARGETS, type LoraConfig, type LoraTarget } from '../config/lora.ts';
import { UserError } from '../errors.ts';
import { writeFolderAtomically, writeJsonAtomically } from '../files/atomic-write.ts';
import { checkedReader } from './checked-reader.ts';
import type { LmConfig } from './config.ts';
import { readJson } from './files/json-file.ts';
import { openSafetensors } from './files/safetensors.ts';
import { writeSafetensors, type PlainTensor } from './files/safetensors-write.ts';
import { loraNames, loraLayers, targetShape, type LayerLora } from './lora.ts';

const CONFIG = 'adapter_config.json';
const WEIGHTS = 'adapter_model.safetensors';

/** Where each matrix stands in a layer, as Hugging Face names it. */
const MODULES: Readonly<Record<LoraTarget, string>> = {
  query: 'self_attn.q_proj',
  key: 'self_attn.k_proj',
  value: 'self_attn.v_proj',
  output: 'self_attn.o_proj',
  gate: 'mlp.gate_proj',
  up: 'mlp.up_proj',
  down: 'mlp.down_proj',
};

const shortName = (target: LoraTarget): string => MODULES[target].split('.')[1]!;

/** What decides the product; variants of LoRA that compute something else are refused. */
const PeftConfig = z.object({
  peft_type: z.literal('LORA'),
  r: z.int().min(1),
  lora_alpha: z.number().positive(),
  target_modules: z.array(z.enum(LORA_TARGETS.map(shortName))).min(1),
  bias: z.literal('none').optional(),
  use_dora: z.literal(false).optional(),
  use_rslora: z.literal(false).optional(),
  rank_pattern: z.strictObject({}).optional(),
  alpha_pattern: z.strictObject({}).optional(),
});

export interface LoraAdapters {
  readonly lora: LoraConfig;
  /** One entry a layer. */
  readonly layers: readonly LayerLora[];
}

/**
 * Writes the folder whole or not at all.
 *
 * @param base where the model is that they belong to
 */
export function writeLora(folder: string, { lora, layers }: LoraAdapters, base: string): void {
  const config = {
    peft_type: 'LORA',
    task_type: 'CAUSAL_LM',
    base_model_name_or_path: base,
    r: lora.rank,
    lora_alpha: lora.alpha,
    lora_dropout: 0,
    bias: 'none',
    target_modules: lora.targets.map(shortName),
  };
  writeFolderAtomically(folder, (temporary) => {
    writeJsonAtomically(join(temporary, CONFIG), config);
    writeSafetensors(join(temporary, WEIGHTS), exported(layers), { dtype: 'F32', metadata: { format: 'pt' } });
  });
}

/** Matrices turned to [out, in]. */
function exported(layers: readonly LayerLora[]): Map<string, PlainTensor> {
  const turned = (tensor: Tensor2D): PlainTensor => {
    const [input, output] = tensor.shape;
    return tf.tidy(() => ({ shape: [output, input], data: Float32Array.from(tf.transpose(tensor).dataSync()) }));
  };
  const entries = layers.flatMap((layer, index) =>
    LORA_TARGETS.flatMap((target): [string, PlainTensor][] => {
      const pair = layer[target];
      if (pair === undefined) return [];
      const { down, up } = peftNames(index, target);
      return [
        [down, turned(pair.down)],
        [up, turned(pair.up)],
      ];
    }),
  );
  return new Map(entries);
}

function peftNames(layer: number, target: LoraTarget): { readonly down: string; readonly up: string } {
  const prefix = `base_model.model.model.layers.${layer}.${MODULES[target]}`;
  return { down: `${prefix}.lora_A.weight`, up: `${prefix}.lora_B.weight` };
}

/**
 * Reads adapters for a model of this config. The caller disposes of the tensors (`disposeLora`).
 *
 * @throws UserError where files are missing or damaged, or belong to another model or another kind of adapter
 */
export function readLora(folder: string, config: LmConfig): LoraAdapters {
  const lora = readConfig(join(folder, CONFIG));
  const source = openSafetensors(join(folder, WEIGHTS));
  try {
    return { lora, layers: tf.tidy(() => readLayers(checkedReader(source), lora, config) as unknown as tf.TensorContainer) as unknown as LayerLora[] };
  } finally {
    source.close();
  }
}

function readConfig(file: string): LoraConfig {
  const parsed = PeftConfig.safeParse(readJson(file));
  if (!parsed.success) {
    throw UserError.of({
      expected: 'plain LoRA adapters of attention and feed-forward',
      got: z.prettifyError(parsed.error),
      where: { file },
      fix: 'give adapters that `dynarule nesys finetune` or PEFT wrote, without bias, DoRA or ranks that differ',
    });
  }
  const { r, lora_alpha, target_modules } = parsed.data;
  return { rank: r, alpha: lora_alpha, targets: LORA_TARGETS.filter((target) => target_modules.includes(shortName(target))) };
}

function readLayers(read: ReturnType<typeof checkedReader>, lora: LoraConfig, config: LmConfig): LayerLora[] {
  const tensors = new Map<string, Tensor2D>();
  for (let layer = 0; layer < config.layers; layer += 1) {
    for (const target of lora.targets) {
      const [input, output] = targetShape(target, config);
      const [own, files] = [loraNames(layer, target), peftNames(layer, target)];
      tensors.set(own.down, read.transposed(files.down, input, lora.rank));
      tensors.set(own.up, read.transposed(files.up, lora.rank, output));
    }
  }
  read.refuseUnread(() => false);
  return loraLayers(config.layers, lora, (name) => tensors.get(name)!);
}

export function disposeLora({ layers }: LoraAdapters): void {
  tf.dispose(layers.flatMap((layer) => Object.values(layer).flatMap(({ down, up }) => [down, up])));
}
