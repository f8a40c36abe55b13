/** The sentence encoder that error clustering asks for, on a backend that is started for it. */
import { initBackend } from '../../backend/init.ts';
import { createEncoder } from '../../encoder/create.ts';
import type { Encoder } from '../../encoder/encoder.ts';
import type { PhasesConfig } from './config.ts';

/** Null where term weights are all that is asked for. @throws UserError where the model's files are missing or damaged */
export async function openErrorEncoder({ clustering }: PhasesConfig, backend?: string): Promise<Encoder | null> {
  if (clustering.features === 'tfidf') return null;
  await initBackend(backend);
  return createEncoder({ kind: 'minilm', folder: clustering.encoder });
}
