/** A worker of the pool: makes shards of one configuration and keeps its worlds between them. */
import { parentPort, workerData } from 'node:worker_threads';
import { UserError } from '../../errors.ts';
import type { GenerationConfig } from './config.ts';
import { mergeClient, mergeShard, ONE_MERGED, type MergeCount } from './merge-shard.ts';
import type { Shard } from './plan.ts';
import { worldsOf } from './worlds.ts';
import { writeShard, type MergeQuestions } from './write-shard.ts';

/** What every worker knows. */
export interface WorkerSetting {
  readonly config: GenerationConfig;
  /** Folder that receives the files. */
  readonly folder: string;
  /** How many there are. */
  readonly workers: number;
}

/** What a worker says of a shard: an error's class does not survive the way between threads. */
export type ShardOutcome = { readonly merged: MergeCount } | { readonly userError: string };

const { config, folder, workers } = workerData as WorkerSetting;
const worlds = worldsOf(config);

/** Makes one shard. */
export default async function makeShard(shard: Shard): Promise<ShardOutcome> {
  try {
    return { merged: await writeShard(config, worlds, shard, folder, mergeQuestions()) };
  } catch (error) {
    if (error instanceof UserError) return { userError: error.message };
    throw error;
  }
}

function mergeQuestions(): MergeQuestions | null {
  const { endpoint } = config.merging;
  if (endpoint === null) return null;
  const client = mergeClient(endpoint, config.output, workers);
  return (questions) => mergeShard(questions, client, endpoint.temperature, () => parentPort?.postMessage(ONE_MERGED));
}
