/** Makes one shard: draws it and writes its file. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { questionsFolder, rulesFolder } from '../dataset/folders.ts';
import { dataFileName } from '../dataset/hf-folder.ts';
import { WORLD_QUESTION_COLUMNS, RULE_COLUMNS } from '../dataset/schema.ts';
import { writeDataFile } from '../dataset/write-file.ts';
import { ruleText } from '../rule-text.ts';
import { contentConfig, type GenerationConfig } from './config.ts';
import { drawShard } from './draw-shard.ts';
import type { WorldQuestion } from '../types.ts';
import { NOTHING_MERGED, type MergeCount } from './merge-shard.ts';
import type { Shard } from './plan.ts';
import type { Worlds } from './worlds.ts';

/** Path of a shard's file inside the output folder. */
export function shardPath(shard: Shard, format: string): string {
  const name = dataFileName(shard.index, shard.count, format);
  if (shard.kind === 'rules') return join(rulesFolder(shard.repository), name);
  return join(questionsFolder(shard.repository), shard.split, name);
}

/** Rewrites the questions of several parts among some; see merge-shard.ts. */
export type MergeQuestions = (questions: readonly WorldQuestion[]) => Promise<{
  readonly questions: readonly WorldQuestion[];
  readonly merged: MergeCount;
}>;

/** Draws a shard and writes it below `folder`. @param merge null where the template's texts stand */
export async function writeShard(
  config: GenerationConfig,
  worlds: Worlds,
  shard: Shard,
  folder: string,
  merge: MergeQuestions | null,
): Promise<MergeCount> {
  const path = join(folder, shardPath(shard, config.format));
  mkdirSync(join(path, '..'), { recursive: true });
  const world = worlds(shard.repository);
  const content = contentConfig(config);
  if (shard.kind === 'rules') {
    const rows = world.rules.slice(shard.from, shard.to).map((rule) => ({ rule, texts: ruleText(rule) }));
    await writeDataFile(path, config.format, RULE_COLUMNS, rows, content);
    return NOTHING_MERGED;
  }
  const drawn = drawShard(config, world, shard);
  const { questions, merged } = merge === null ? { questions: drawn, merged: NOTHING_MERGED } : await merge(drawn);
  await writeDataFile(path, config.format, WORLD_QUESTION_COLUMNS, questions, content);
  return merged;
}
