/** Shards over a pool of worker threads. */
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Piscina } from 'piscina';
import { REPOSITORIES } from '../../config/sections.ts';
import { UserError } from '../../errors.ts';
import type { GenerationConfig } from './config.ts';
import type { Shard } from './plan.ts';
import type { WorkerSetting } from './worker.ts';

/**
 * Makes all shards with `workers` threads; `done` is told of each as it is
 * finished. The first failure ends the work and is thrown.
 */
export async function makeShards(
  shards: readonly Shard[],
  setting: WorkerSetting,
  workers: number,
  done: (shard: Shard) => void,
): Promise<void> {
  const pool = new Piscina<Shard, string | null>({
    filename: fileURLToPath(new URL('./worker.ts', import.meta.url)),
    // Threads do not take over the loader of their parent, and would look for it from the working folder.
    execArgv: ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href],
    minThreads: workers,
    maxThreads: workers,
    workerData: setting,
    resourceLimits: { maxOldGenerationSizeMb: heapLimit(setting.config), maxYoungGenerationSizeMb: 48 },
  });
  try {
    await Promise.all(shards.map((shard) => makeShard(pool, shard, done)));
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

async function makeShard(
  pool: Piscina<Shard, string | null>,
  shard: Shard,
  done: (shard: Shard) => void,
): Promise<void> {
  const fault = await pool.run(shard);
  if (fault !== null) throw new UserError(fault);
  done(shard);
}
