/**
 * A model in Hugging Face layout: config.json, tokenizer.json and model.safetensors,
 * or the index of a model in several files.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../errors.ts';
import { writeFolderAtomically, writeJsonAtomically } from '../../files/atomic-write.ts';
import type { TensorSource } from '../tensor-source.ts';
import { openSafetensors } from './safetensors.ts';
import { writeSafetensors, type PlainTensor, type WriteOptions } from './safetensors-write.ts';
import { openSharded } from './sharded.ts';

/** @throws UserError where the folder has neither a weight file nor an index */
export function openHfWeights(folder: string): TensorSource {
  const single = join(folder, 'model.safetensors');
  if (existsSync(single)) return openSafetensors(single);
  const index = `${single}.index.json`;
  if (existsSync(index)) return openSharded(index);
  throw UserError.of({
    expected: 'model.safetensors or model.safetensors.index.json',
    got: 'neither',
    where: { file: folder },
    fix: 'give the folder of a model in safetensors form',
  });
}

/** A model that was saved without its language-model head has no `model.` before its names; here they have. */
export function withModelPrefix(source: TensorSource): TensorSource {
  const prefix = 'model.';
  if (source.names().some((name) => name.startsWith(prefix))) return source;
  const bare = (name: string): string => (name.startsWith(prefix) ? name.slice(prefix.length) : name);
  return {
    path: source.path,
    names: () => source.names().map((name) => prefix + name),
    has: (name) => source.has(bare(name)),
    shape: (name) => source.shape(bare(name)),
    read: (name) => source.read(bare(name)),
    close: source.close,
  };
}

export interface HfModel {
  /** Contents of config.json. */
  readonly config: unknown;
  /** Contents of tokenizer.json. */
  readonly tokenizer: unknown;
  readonly tensors: ReadonlyMap<string, PlainTensor>;
}

/** Writes the three files; the folder appears whole, in place of an older one. */
export function writeHfFolder(folder: string, { config, tokenizer, tensors }: HfModel, options: WriteOptions): void {
  writeFolderAtomically(folder, (temporary) => {
    writeJsonAtomically(join(temporary, 'config.json'), config);
    writeJsonAtomically(join(temporary, 'tokenizer.json'), tokenizer);
    writeSafetensors(join(temporary, 'model.safetensors'), tensors, options);
  });
}
