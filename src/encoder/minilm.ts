/** all-MiniLM-L6-v2, or another BERT sentence encoder with mean pooling. */
import { loadBertEncoder } from './bert-encoder.ts';
import type { Encoder } from './encoder.ts';

/** As `loadBertEncoder`. */
export function loadMiniLm(folder: string): Encoder {
  return loadBertEncoder(folder, { name: 'all-MiniLM-L6-v2', pooling: 'mean', maxTokens: 256 });
}
