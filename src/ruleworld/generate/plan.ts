/**
 * The work cut into shards: one file each, decided by the configuration alone,
 * so that any number of workers makes the same files.
 */
import { randomStream } from '../../random.ts';
import { SUBTASKS, type Subtask } from '../types.ts';
import { REPOSITORIES, type Repository } from '../../config/sections.ts';
import { SPLITS, type GenerationConfig, type SplitName } from './config.ts';

/** Rules in one file: texts of a file's column are one string, which has its limit. */
const RULES_PER_FILE = 1_000_000;

/** One file of rules: part `index` of `count` of the repository. */
export interface RuleShard {
  readonly kind: 'rules';
  readonly repository: Repository;
  readonly index: number;
  readonly count: number;
  /** Id of the file's first rule, and of the first that is in it no more. */
  readonly from: number;
  readonly to: number;
}

/** One file of questions: shard `index` of `count` in its split. */
export interface QuestionShard {
  readonly kind: 'questions';
  readonly repository: Repository;
  readonly split: SplitName;
  readonly index: number;
  readonly count: number;
  /** Position of the shard's first question in the split. */
  readonly firstRow: number;
  /** Sub-task of each question of the shard. */
  readonly subtasks: readonly Subtask[];
}

export type Shard = RuleShard | QuestionShard;

/** Every file that the configuration asks for, one repository after the other. */
export function planShards(config: GenerationConfig): Shard[] {
  return REPOSITORIES.flatMap((repository): Shard[] => [
    ...ruleShards(config, repository),
    ...SPLITS.flatMap((split) => questionShards(config, repository, split)),
  ]);
}

/** Splits that the configuration asks for, in the order of `SPLITS`. */
export function splitsOf(config: GenerationConfig, repository: Repository): SplitName[] {
  return SPLITS.filter((split) => config.splits[repository][split] !== undefined);
}

/** The files of a repository's rules; most have one. */
export function ruleShards(config: GenerationConfig, repository: Repository): RuleShard[] {
  const rules = Object.values(config.worlds[repository].counts).reduce((sum, count) => sum + count, 0);
  const count = Math.ceil(rules / RULES_PER_FILE);
  return Array.from({ length: count }, (_, index) => {
    const from = index * RULES_PER_FILE;
    return { kind: 'rules', repository, index, count, from, to: Math.min(rules, from + RULES_PER_FILE) };
  });
}

function questionShards(config: GenerationConfig, repository: Repository, split: SplitName): QuestionShard[] {
  if (config.splits[repository][split] === undefined) return [];
  const order = subtaskOrder(config, repository, split);
  // Validation and test are one file, because questions differ from one another within a file.
  const size = split === 'train' ? config.shardSize : Math.max(order.length, 1);
  const count = Math.max(1, Math.ceil(order.length / size));
  return Array.from({ length: count }, (_, index) => {
    const firstRow = index * size;
    return { kind: 'questions', repository, split, index, count, firstRow, subtasks: order.slice(firstRow, firstRow + size) };
  });
}

/** The sub-task of every question of a split, mixed so that shards take equally long. */
function subtaskOrder(config: GenerationConfig, repository: Repository, split: SplitName): Subtask[] {
  const counts = config.splits[repository][split] ?? {};
  const ordered = SUBTASKS.flatMap((subtask) => Array<Subtask>(counts[subtask] ?? 0).fill(subtask));
  return randomStream(`${config.seed}/${repository}/${split}/order`).shuffle(ordered);
}
