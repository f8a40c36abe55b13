/** Writes a model with low-rank adapters in its weights as a Hugging Face folder of its own. */
import { announceBackend, initBackend } from '../src/backend/init.ts';
import { loadLm } from '../src/lm/load.ts';
import { disposeLora, readLora } from '../src/lm/lora-folder.ts';
import { mergeLora } from '../src/lm/merge-lora.ts';
import { disposeWeights } from '../src/lm/weights.ts';
import { saveBase } from '../src/training/pretrain/save-base.ts';

export interface MergeLoraOptions {
  /** Hugging Face folder or GGUF file. */
  readonly model: string;
  /** Folder of adapters in PEFT's layout. */
  readonly lora: string;
  readonly output: string;
  readonly backend?: string | undefined;
  readonly print?: (line: string) => void;
}

/** @throws UserError where files are missing, damaged, or do not belong together */
export async function run({ model, lora, output, backend, print = console.log }: MergeLoraOptions): Promise<void> {
  announceBackend(await initBackend(backend));
  const lm = await loadLm(model);
  const adapters = readLora(lora, lm.config);
  const weights = mergeLora(lm.weights, adapters.layers);
  disposeLora(adapters);
  saveBase(output, lm.config, weights, lm.tokenizer);
  disposeWeights(weights);
  print(`${output}: ${model} with ${lora}`);
}
