/** bge-m3's dense vectors: XLM-RoBERTa, the first token, length 1; questions and rules alike. */
import { loadBertEncoder } from './bert-encoder.ts';
import type { Encoder } from './encoder.ts';

/** As `loadBertEncoder`. */
export function loadBgeM3(folder: string): Encoder {
  return loadBertEncoder(folder, { name: 'bge-m3', pooling: 'cls', maxTokens: 8192 });
}
