/**
 * A model split over several safetensors files, with an index that says which file
 * holds which tensor (model.safetensors.index.json).
 */
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../errors.ts';
import type { TensorSource } from '../tensor-source.ts';
import { readJson } from './json-file.ts';
import { openSafetensors, unknownTensor } from './safetensors.ts';

const indexSchema = z.looseObject({ weight_map: z.record(z.string(), z.string().min(1)) });

/**
 * Opens every shard that the index names.
 * @throws UserError where the index is faulty, a shard is missing, or a tensor is not in its shard
 */
export function openSharded(indexFile: string): TensorSource {
  const weightMap = parseIndex(indexFile);
  const shards = openShards(indexFile, new Set(weightMap.values()));
  const shardOf = (name: string): TensorSource => shards.get(weightMap.get(name) ?? '') ?? unknownTensor(indexFile, name);
  const close = (): void => { for (const shard of shards.values()) shard.close(); };
  const lost = [...weightMap.keys()].find((name) => !shardOf(name).has(name));
  if (lost !== undefined) {
    close();
    throw faulty(indexFile, `tensor '${lost}', which is not in ${weightMap.get(lost) ?? ''}`);
  }
  return {
    path: indexFile,
    names: () => [...weightMap.keys()],
    has: (name) => weightMap.has(name),
    shape: (name) => shardOf(name).shape(name),
    read: (name) => shardOf(name).read(name),
    close,
  };
}

function parseIndex(indexFile: string): Map<string, string> {
  const parsed = indexSchema.safeParse(readJson(indexFile));
  if (!parsed.success) throw faulty(indexFile, z.prettifyError(parsed.error));
  return new Map(Object.entries(parsed.data.weight_map));
}

function openShards(indexFile: string, files: ReadonlySet<string>): Map<string, TensorSource> {
  const shards = new Map<string, TensorSource>();
  try {
    for (const file of files) {
      if (basename(file) !== file) throw faulty(indexFile, `a shard outside the folder: ${file}`);
      shards.set(file, openSafetensors(join(dirname(indexFile), file)));
    }
  } catch (error) {
    for (const shard of shards.values()) shard.close();
    throw error;
  }
  return shards;
}

function faulty(file: string, got: string): UserError {
  return UserError.of({ expected: 'a safetensors index', got, where: { file }, fix: 'copy the whole model folder again' });
}
