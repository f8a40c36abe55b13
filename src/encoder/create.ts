/** The encoder that a configuration asks for. */
import type { EncoderConfig } from '../config/experiment.ts';
import type { Encoder } from './encoder.ts';
import { createHashedEncoder } from './hashed.ts';
import { loadMiniLm } from './minilm.ts';

/**
 * Creates the encoder; `minilm` needs a started tensor backend.
 * @throws UserError where the model's files are missing or damaged
 */
export function createEncoder(config: EncoderConfig): Encoder {
  return config.kind === 'hashed' ? createHashedEncoder({ dimensions: config.dimensions }) : loadMiniLm(config.folder);
}
