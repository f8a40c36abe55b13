/** all-MiniLM-L6-v2, or another BERT sentence encoder with mean pooling. */
import { loadBertEncoder, type BertEncoderSettings } from './bert-encoder.ts';
import type { Encoder } from './encoder.ts';

export const MINILM: BertEncoderSettings = { name: 'all-MiniLM-L6-v2', pooling: 'mean', maxTokens: 256 };

/** As `loadBertEncoder`. */
export function loadMiniLm(folder: string): Encoder {
  return loadBertEncoder(folder, MINILM);
}
