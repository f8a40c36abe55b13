/** What tells whether an encoder is still the same: by its vectors for adapters, by its files for evaluated answers. */
import type { EncoderConfig } from '../config/encoder.ts';
import { filesFingerprint } from '../files/files-fingerprint.ts';
import { fingerprint } from '../files/fingerprint.ts';
import { bertFingerprint } from './bert-encoder.ts';
import { BGE_M3 } from './bge-m3.ts';
import { createHashedEncoder } from './hashed.ts';
import { loadLexicalEncoder } from './lexical.ts';
import { MINILM } from './minilm.ts';
import { qwen3Fingerprint } from './qwen3-embedding.ts';

/**
 * The fingerprint of the encoder that `createEncoder` would create, without reading a model's weights as tensors; a checkpoint
 * keeps it of the encoder that its adapters were trained with. Throws as `createEncoder` does.
 */
export function encoderFingerprint(config: EncoderConfig): string {
  switch (config.kind) {
    case 'hashed':
      return createHashedEncoder({ dimensions: config.dimensions }).fingerprint;
    case 'lexical':
      return loadLexicalEncoder(config.base).fingerprint;
    case 'minilm':
      return bertFingerprint(config.folder, MINILM);
    case 'bge-m3':
      return bertFingerprint(config.folder, BGE_M3);
    case 'qwen3-embedding':
      return qwen3Fingerprint(config.folder);
  }
}

/**
 * What the addresses of evaluated answers hold of an encoder that no adapters are bound to: its settings and all files of its
 * folder. Another form of it would leave every such answer behind.
 *
 * @throws UserError where files are missing
 */
export async function encoderAddress(config: EncoderConfig): Promise<string> {
  const folder = encoderFolder(config);
  if (folder === null) return fingerprint(config);
  const fix = config.kind === 'lexical' ? 'run `make pretrain`, which makes the tiny base' : 'run `make models`';
  const own = config.kind === 'qwen3-embedding' ? [config.instruction] : [];
  return fingerprint([config.kind, await filesFingerprint(folder, fix), ...own]);
}

/** The folder that the encoder is read from; null where it has no files. */
export function encoderFolder(config: EncoderConfig): string | null {
  if (config.kind === 'hashed') return null;
  return config.kind === 'lexical' ? config.base : config.folder;
}
