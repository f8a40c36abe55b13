/** The encoder that a configuration asks for. */
import type { EncoderConfig } from '../config/encoder.ts';
import { loadBgeM3 } from './bge-m3.ts';
import type { Encoder } from './encoder.ts';
import { createHashedEncoder } from './hashed.ts';
import { loadLexicalEncoder } from './lexical.ts';
import { loadMiniLm } from './minilm.ts';
import { loadQwen3Embedding } from './qwen3-embedding.ts';

/**
 * Creates the encoder; encoders with a model need a started tensor backend.
 * @throws UserError where the model's files are missing or damaged
 */
export function createEncoder(config: EncoderConfig): Encoder {
  switch (config.kind) {
    case 'hashed':
      return createHashedEncoder({ dimensions: config.dimensions });
    case 'lexical':
      return loadLexicalEncoder(config.base);
    case 'minilm':
      return loadMiniLm(config.folder);
    case 'bge-m3':
      return loadBgeM3(config.folder);
    case 'qwen3-embedding':
      return loadQwen3Embedding(config.folder, config.instruction);
  }
}
