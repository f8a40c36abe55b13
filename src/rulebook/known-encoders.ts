/** Finds the encoder that adapters were trained with: a checkpoint keeps its fingerprint, not its place. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Encoder as EncoderSchema, type EncoderConfig } from '../config/encoder.ts';
import { createEncoder } from '../encoder/create.ts';
import type { Encoder } from '../encoder/encoder.ts';
import { encoderFingerprint } from '../encoder/fingerprint.ts';
import { UserError } from '../errors.ts';
import { readJson } from '../lm/files/json-file.ts';

/** Where `make models` puts models, and users their own. */
export const MODELS = 'models';

/** The kind of encoder that a model of this type can be. */
const KINDS: Readonly<Record<string, string>> = { bert: 'minilm', 'xlm-roberta': 'bge-m3', qwen3: 'qwen3-embedding' };

/**
 * @param base Hugging Face folder or GGUF file of the base model
 * @param adapters folder of the checkpoint, for the message
 * @param models folder whose subfolders may be encoders
 * @throws UserError where no encoder at hand has the fingerprint
 */
export function encoderOf(fingerprint: string, base: string, adapters: string, models = MODELS): Encoder {
  for (const config of [...withoutModel(base), ...encodersIn(models)]) {
    if (encoderFingerprint(config) === fingerprint) return createEncoder(config);
  }
  throw UserError.of({
    expected: `the encoder that the adapters were trained with: lexical over this base, hashed, or a MiniLM, bge-m3 or Qwen3-Embedding below ${models}`,
    got: 'none that is the same',
    where: { file: adapters, key: 'encoder' },
    fix: `name the base that they were trained on, or put the encoder's Hugging Face folder into ${models} (\`make models\` brings MiniLM)`,
  });
}

function withoutModel(base: string): EncoderConfig[] {
  const hashed = EncoderSchema.parse({ kind: 'hashed' });
  const hasTokens = statSync(base).isDirectory() && existsSync(join(base, 'tokenizer.json'));
  return hasTokens ? [EncoderSchema.parse({ kind: 'lexical', base }), hashed] : [hashed];
}

/** In the order of their names. */
function encodersIn(models: string): EncoderConfig[] {
  if (!existsSync(models)) return [];
  const folders = readdirSync(models).sort().map((name) => join(models, name));
  return folders.flatMap((folder) => {
    const kind = KINDS[modelType(folder)];
    return kind === undefined ? [] : [EncoderSchema.parse({ kind, folder })];
  });
}

/** As its config.json says; empty where it has none. */
function modelType(folder: string): string {
  const file = join(folder, 'config.json');
  if (!existsSync(file) || !existsSync(join(folder, 'tokenizer.json'))) return '';
  const config = z.looseObject({ model_type: z.string() }).safeParse(readJson(file));
  return config.success ? config.data.model_type : '';
}
