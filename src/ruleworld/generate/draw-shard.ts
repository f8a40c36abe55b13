/** Draws the questions of one shard. */
import { UserError } from '../../errors.ts';
import { drawQuestion } from '../question.ts';
import { randomStream } from '../../random.ts';
import type { World } from '../world.ts';
import type { Subtask, WorldQuestion } from '../types.ts';
import type { GenerationConfig } from './config.ts';
import type { QuestionShard } from './plan.ts';
import { splitKey, splitOfKey } from './split-key.ts';

/** Draws in vain after which a world is held to be too small for what is asked of it. */
const MOST_DRAWS = 20_000;

/**
 * The questions of a shard, no two with the same key (see split-key.ts). What
 * is drawn depends on the seed and the row alone, and on the rows before it in
 * the shard.
 *
 * @throws UserError where the world has not as many different questions.
 */
export function drawShard(config: GenerationConfig, world: World, shard: QuestionShard): WorldQuestion[] {
  const taken = new Set<string>();
  return shard.subtasks.map((subtask, offset) => {
    const row = shard.firstRow + offset;
    const question = drawRow(config, world, shard, subtask, row, taken);
    taken.add(splitKey(question));
    return question;
  });
}

function drawRow(
  config: GenerationConfig,
  world: World,
  shard: QuestionShard,
  subtask: Subtask,
  row: number,
  taken: ReadonlySet<string>,
): WorldQuestion {
  for (let draw = 0; draw < MOST_DRAWS; draw += 1) {
    const seed = `${config.seed}/${shard.repository}/${shard.split}/${row}/${draw}`;
    const question = drawQuestion(world, subtask, randomStream(seed), config.questions, seed);
    if (question === null) continue;
    const key = splitKey(question);
    if (taken.has(key) || splitOfKey(key) !== shard.split) continue;
    const id = `${shard.repository}/${shard.split}/${row}`;
    return { ...question, id };
  }
  throw worldTooSmall(shard, subtask);
}

function worldTooSmall(shard: QuestionShard, subtask: Subtask): UserError {
  return UserError.of({
    expected: `enough rules for the ${subtask} questions of ${shard.repository}/${shard.split}`,
    got: `no new question in ${MOST_DRAWS} draws`,
    where: { key: `splits.${shard.repository}.${shard.split}.${subtask}` },
    fix: `ask for fewer of these questions, or for more rules under worlds.${shard.repository}`,
  });
}
