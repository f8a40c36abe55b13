/** A worker of the pool: makes shards of one configuration and keeps its worlds between them. */
import { workerData } from 'node:worker_threads';
import { UserError } from '../../errors.ts';
import type { GenerationConfig } from './config.ts';
import type { Shard } from './plan.ts';
import { worldsOf } from './worlds.ts';
import { writeShard } from './write-shard.ts';

/** What every worker knows. */
export interface WorkerSetting {
  readonly config: GenerationConfig;
  /** Folder that receives the files. */
  readonly folder: string;
}

const { config, folder } = workerData as WorkerSetting;
const worlds = worldsOf(config);

/**
 * Makes one shard. Returns null, or the message of a UserError: an error's
 * class does not survive the way between threads.
 */
export default async function makeShard(shard: Shard): Promise<string | null> {
  try {
    await writeShard(config, worlds, shard, folder);
    return null;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}
