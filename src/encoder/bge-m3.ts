/** bge-m3's dense vectors: XLM-RoBERTa, the first token, length 1; questions and rules alike. */
import { loadBertEncoder, type BertEncoderSettings } from './bert-encoder.ts';
import type { Encoder } from './encoder.ts';

export const BGE_M3: BertEncoderSettings = { name: 'bge-m3', pooling: 'cls', maxTokens: 8192 };

/** As `loadBertEncoder`. */
export function loadBgeM3(folder: string): Encoder {
  return loadBertEncoder(folder, BGE_M3);
}
