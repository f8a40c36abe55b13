/** The encoder that a configuration asks for. */
import type { EncoderConfig } from '../config/encoder.ts';
import type { Encoder } from './encoder.ts';
import { createHashedEncoder } from './hashed.ts';
import { loadLexicalEncoder } from './lexical.ts';
import { loadMiniLm } from './minilm.ts';

/**
 * Creates the encoder; `minilm` needs a started tensor backend.
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
  }
}
