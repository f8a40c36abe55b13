/** Writes a pretrained base as a Hugging Face folder: config.json, tokenizer.json, model.safetensors. */
import { toHfConfig, type LmConfig } from '../../lm/config.ts';
import { writeHfFolder } from '../../lm/files/hf-folder.ts';
import type { Tokenizer } from '../../lm/tokenizer.ts';
import { exportWeights, type LmWeights } from '../../lm/weights.ts';

/** Weights are stored as 16-bit floats; what is loaded from the folder is the base from then on. */
export function saveBase(folder: string, config: LmConfig, weights: LmWeights, tokenizer: Tokenizer): void {
  const model = { config: { ...toHfConfig(config), torch_dtype: 'float16' }, tokenizer: tokenizer.json, tensors: exportWeights(weights) };
  writeHfFolder(folder, model, { dtype: 'F16', metadata: { format: 'pt' } });
}
