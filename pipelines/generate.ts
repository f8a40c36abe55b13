/**
 * Generates RuleWorld (paper, Appendix A): two rule repositories and their
 * questions, as data set folders.
 */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { loadYaml } from '../src/config/load.ts';
import { startCountedProgress } from '../src/counted-progress.ts';
import { writeSplitJson, writeSplitNames } from '../src/ruleworld/dataset/hf-folder.ts';
import { replaceFolder } from '../src/ruleworld/dataset/replace-folder.ts';
import { WORLD_QUESTION_COLUMNS, RULE_COLUMNS } from '../src/ruleworld/dataset/schema.ts';
import { contentConfig, GenerationConfig, type SplitName } from '../src/ruleworld/generate/config.ts';
import { REPOSITORIES, type Repository } from '../src/config/sections.ts';
import { hasManifestOf, MANIFEST, writeManifest } from '../src/ruleworld/generate/manifest.ts';
import { planShards, ruleShards, splitsOf, type Shard } from '../src/ruleworld/generate/plan.ts';
import { isMerged, mergingWorkers, sumOfMerges, type MergeCount } from '../src/ruleworld/generate/merge-shard.ts';
import { makeShards } from '../src/ruleworld/generate/pool.ts';
import type { WorkerSetting } from '../src/ruleworld/generate/worker.ts';
import { questionsFolder, rulesFolder } from '../src/ruleworld/dataset/folders.ts';
import { shardPath } from '../src/ruleworld/generate/write-shard.ts';

export interface GenerateOptions {
  /** YAML file, such as experiments/ruleworld.yaml. */
  readonly config: string;
  /** `key.path=value`, later ones winning. */
  readonly overrides?: readonly string[];
  /** Worker threads; by default one for each core. */
  readonly workers?: number;
  /** Receives progress as plain lines. */
  readonly print?: (line: string) => void;
}

/**
 * Writes the data; the output folder appears when all of it is there. Returns the folder.
 *
 * @throws UserError for a bad configuration or an output folder with other files.
 */
export async function run(options: GenerateOptions): Promise<string> {
  const config = loadYaml(options.config, GenerationConfig, options.overrides ?? []);
  const print = options.print ?? console.log;
  const workers = mergingWorkers(config, options.workers ?? availableParallelism());
  const shards = planShards(config);
  const started = performance.now();
  print(`generating ${shards.length} files with ${workers} workers into ${config.output}`);
  await replaceFolder(config.output, MANIFEST, async (folder) => {
    const merges = await makeAll(shards, { config, folder, workers }, print);
    if (config.merging.endpoint !== null) for (const line of mergeLines(sumOfMerges(merges))) print(line);
    writeDescriptions(config, shards, folder);
  });
  print(`done in ${((performance.now() - started) / 1000).toFixed(1)} s: ${config.output}`);
  return config.output;
}

async function makeAll(shards: readonly Shard[], setting: WorkerSetting, print: (line: string) => void): Promise<MergeCount[]> {
  const shard = progress(shards.length, print);
  if (setting.config.merging.endpoint === null) return makeShards(shards, setting, { shard, merge: () => undefined });
  const total = shards.flatMap((each) => (each.kind === 'rules' ? [] : each.subtasks)).filter(isMerged).length;
  const bar = startCountedProgress('merging');
  let merged = 0;
  try {
    return await makeShards(shards, setting, { shard, merge: () => bar.update((merged += 1), total, 'questions') });
  } finally {
    bar.stop();
  }
}

/** Faults that are shown as examples. */
const SHOWN = 3;

function mergeLines({ rewritten, dropped }: MergeCount): string[] {
  const examples = dropped.slice(0, SHOWN).map((fault) => `  ${fault}`);
  return [`merging: ${rewritten} questions rewritten by the endpoint, ${dropped.length} left as the template has them${examples.length > 0 ? ', such as for' : ''}`, ...examples];
}

function progress(total: number, print: (line: string) => void): (shard: Shard) => void {
  let finished = 0;
  return (shard) => {
    finished += 1;
    const what = shard.kind === 'rules' ? 'rules' : shard.split;
    print(`  ${finished}/${total} ${shard.repository} ${what} ${shard.index + 1} of ${shard.count}`);
  };
}

/** Whether the output folder holds, as Arrow, what this configuration generates. */
export function isGenerated(config: GenerationConfig): boolean {
  const rules = ruleShards(config, 'original').map((shard) => join(config.output, shardPath(shard, 'arrow')));
  return rules.every((file) => existsSync(file)) && hasManifestOf(config.output, config);
}

function writeDescriptions(config: GenerationConfig, shards: readonly Shard[], folder: string): void {
  writeManifest(folder, config);
  if (config.format !== 'arrow') return;
  for (const repository of REPOSITORIES) {
    const identity = JSON.stringify([contentConfig(config), repository]);
    writeSplitJson(join(folder, rulesFolder(repository)), RULE_COLUMNS, {
      split: null,
      files: filesOf(shards.filter((shard) => shard.kind === 'rules' && shard.repository === repository)),
      identity,
    });
    writeQuestionDescriptions(config, shards, folder, repository);
  }
}

function writeQuestionDescriptions(
  config: GenerationConfig,
  shards: readonly Shard[],
  folder: string,
  repository: Repository,
): void {
  const splits = splitsOf(config, repository);
  if (splits.length === 0) return;
  const questions = join(folder, questionsFolder(repository));
  for (const split of splits) {
    const identity = JSON.stringify([contentConfig(config), repository, split]);
    const files = filesOf(shards.filter((shard) => isOfSplit(shard, repository, split)));
    writeSplitJson(join(questions, split), WORLD_QUESTION_COLUMNS, { split, files, identity });
  }
  writeSplitNames(questions, splits);
}

function isOfSplit(shard: Shard, repository: Repository, split: SplitName): boolean {
  return shard.kind === 'questions' && shard.repository === repository && shard.split === split;
}

function filesOf(shards: readonly Shard[]): string[] {
  return shards.map((shard) => basename(shardPath(shard, 'arrow')));
}
