/** Writes a pretrained base as a Hugging Face folder: config.json, tokenizer.json, model.safetensors. */
import { join } from 'node:path';
import { toHfConfig, type LmConfig } from '../../lm/config.ts';
import { writeSafetensors } from '../../lm/files/safetensors-write.ts';
import type { Tokenizer } from '../../lm/tokenizer.ts';
import { exportWeights, type LmWeights } from '../../lm/weights.ts';
import { writeFolderAtomically, writeJsonAtomically } from '../../files/atomic-write.ts';

/** Weights are stored as 16-bit floats; what is loaded from the folder is the base from then on. */
export function saveBase(folder: string, config: LmConfig, weights: LmWeights, tokenizer: Tokenizer): void {
  writeFolderAtomically(folder, (temporary) => {
    writeJsonAtomically(join(temporary, 'config.json'), { ...toHfConfig(config), torch_dtype: 'float16' });
    writeJsonAtomically(join(temporary, 'tokenizer.json'), tokenizer.json as object);
    writeSafetensors(join(temporary, 'model.safetensors'), exportWeights(weights), {
      dtype: 'F16',
      metadata: { format: 'pt' },
    });
  });
}
