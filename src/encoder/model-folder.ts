/** What sentence encoders check in their folder and take from it. */
import { createHash, type Hash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../errors.ts';
import { openBinaryFile } from '../lm/files/binary-file.ts';
import { readJson } from '../lm/files/json-file.ts';
import type { Tokenizer } from '../lm/tokenizer.ts';

/** Keys of sentence-transformers' 1_Pooling/config.json. */
const POOLING_KEYS = {
  mean: 'pooling_mode_mean_tokens',
  cls: 'pooling_mode_cls_token',
  last: 'pooling_mode_lasttoken',
} as const;
export type Pooling = keyof typeof POOLING_KEYS;

/** @throws UserError where the folder says, in the file that sentence-transformers reads, that it pools otherwise */
export function checkPooling(folder: string, pooling: Pooling): void {
  const file = join(folder, '1_Pooling', 'config.json');
  if (!existsSync(file)) return;
  const modes = z.looseObject({ pooling_mode: z.string().optional() }).safeParse(readJson(file));
  if (modes.success && (modes.data[POOLING_KEYS[pooling]] === true || modes.data.pooling_mode === pooling || modes.data.pooling_mode === `${pooling}token`)) return;
  throw UserError.of({
    expected: `an encoder that pools by ${pooling}`,
    got: modes.success ? JSON.stringify(modes.data) : 'another kind of file',
    where: { file },
    fix: 'choose the encoder.kind that belongs to the model',
  });
}

/** @throws UserError where the model embeds fewer tokens than the tokenizer has */
export function checkVocabulary(tokenizer: Tokenizer, vocabSize: number, folder: string): void {
  if (tokenizer.vocabSize <= vocabSize) return;
  throw UserError.of({
    expected: `a tokenizer of at most ${vocabSize} tokens, as config.json says`,
    got: `${tokenizer.vocabSize} tokens`,
    where: { file: join(folder, 'tokenizer.json') },
    fix: 'take tokenizer.json from the same model folder as the weights',
  });
}

/** Of what the vectors depend on: how they are made, tokenizer, weights. */
export function folderFingerprint(folder: string, how: string): string {
  const hash = createHash('sha256').update(how);
  const weights = readdirSync(folder).filter((name) => /^model.*\.safetensors$/.test(name)).sort();
  for (const name of ['config.json', 'tokenizer.json', ...weights]) addFile(hash, join(folder, name));
  return hash.digest('hex');
}

function addFile(hash: Hash, path: string): void {
  const file = openBinaryFile(path);
  try {
    file.readPieces(0, file.size, 1, (piece) => hash.update(piece));
  } finally {
    file.close();
  }
}
