/** Shards over a pool of worker threads. */
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Piscina } from 'piscina';
import { REPOSITORIES } from '../../config/sections.ts';
import { UserError } from '../../errors.ts';
import type { GenerationConfig } from './config.ts';
import type { Shard } from './plan.ts';
import { ONE_MERGED, type MergeCount } from './merge-shard.ts';
import type { ShardOutcome, WorkerSetting } from './worker.ts';

/** Told of what is finished. */
export interface Finished {
  readonly shard: (shard: Shard) => void;
  /** One question whose merging an endpoint was asked for. */
  readonly merge: () => void;
}

/** Makes all shards with `setting.workers` threads. The first failure ends the work and is thrown. */
export async function makeShards(shards: readonly Shard[], setting: WorkerSetting, finished: Finished): Promise<MergeCount[]> {
  const { workers } = setting;
  const pool = new Piscina<Shard, ShardOutcome>({
    filename: fileURLToPath(new URL('./worker.ts', import.meta.url)),
    // Threads do not take over the loader of their parent, and would look for it from the working folder.
    execArgv: ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href],
    minThreads: workers,
    maxThreads: workers,
    workerData: setting,
    resourceLimits: { maxOldGenerationSizeMb: heapLimit(setting.config), maxYoungGenerationSizeMb: 48 },
  });
  pool.on('message', (message) => {
    if (message === ONE_MERGED) finished.merge();
  });
  try {
    return await Promise.all(shards.map((shard) => makeShard(pool, shard, finished)));
  } finally {
    await pool.destroy();
  }
}

/**
 * Megabytes of a thread's heap. Left alone, threads put off collecting garbage until they hold several times what
 * they need; this is room for a world of the configured size, several times over.
 */
function heapLimit({ worlds }: GenerationConfig): number {
  const sizes = REPOSITORIES.map((name) => Object.values(worlds[name].counts).reduce((sum, count) => sum + count, 0));
  return 500 + Math.ceil(Math.max(...sizes) * 0.004);
}

async function makeShard(pool: Piscina<Shard, ShardOutcome>, shard: Shard, finished: Finished): Promise<MergeCount> {
  const outcome = await pool.run(shard);
  if ('userError' in outcome) throw new UserError(outcome.userError);
  finished.shard(shard);
  return outcome.merged;
}
