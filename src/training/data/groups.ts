/**
 * Batches of the two stages, prepared several at a time. A group has one
 * repository, one representation and one set of rule embeddings; its questions are
 * sorted by length, so that little of a batch is padding.
 */
import type { Tensor2D } from '../../backend/tf.ts';
import type { Mix } from '../../config/sections.ts';
import { plainExample, retrievalExample, type DynaRuleExample, type ExampleFormat } from '../../dynarule/example.ts';
import { stepBatch, type StepBatch } from '../../dynarule/step-batch.ts';
import { UserError } from '../../errors.ts';
import { randomStream, type Random } from '../../random.ts';
import type { Representation } from '../../ruleworld/types.ts';
import { tensorOfRows } from '../../tensors/rows.ts';
import type { TrainingRepository } from './repository.ts';
import { drawRepresentation } from './subtask-mix.ts';

/** Batches that share a repository, a representation and a set of rules. */
export const GROUP_BATCHES = 8;
/** Draws in a row without a question that fits, before a repository is called unfit. */
const MAX_MISSES = 1000;

/** Batches with the rules they need. */
export interface TrainingGroup {
  readonly batches: readonly StepBatch[];
  /** Ids of the rules, gold ones of all batches among them; each once, shuffled. */
  readonly ruleIds: Int32Array;
  /** Their embeddings, [M, P]. The group owns them. */
  readonly embeddings: Tensor2D;
  /** Row of a rule id. */
  rowOf(ruleId: number): number;
}

export interface GroupOptions {
  readonly seed: string;
  readonly batchSize: number;
  /** Batches whose gradients make one step. */
  readonly batchesPerStep: number;
  /** Questions of a group, the last batch not always full; `batchSize` for each of its batches by default. */
  readonly questions?: number;
  readonly mix: Mix;
  readonly representations: Readonly<Record<Representation, number>>;
  readonly format: ExampleFormat;
  readonly padId: number;
  /** Whether rules are retrieved (stage 2) or all of a pool are in sight (stage 1). */
  readonly search: boolean;
  /** Longest example in tokens; longer ones are drawn again. */
  readonly maxLength: number;
  /** Rules beside the gold ones; as many as there are, where the repository has fewer. */
  readonly rules: number;
  /** The repository of a group that begins in that step, counted from 0. */
  readonly repositoryOf: (step: number, random: Random) => TrainingRepository;
}

/** The same with groups of whole steps: as many questions and the same ones, in however many batches a step is taken. */
export function wholeSteps(options: GroupOptions): GroupOptions {
  const { batchSize, batchesPerStep } = options;
  return { ...options, questions: batchSize * batchesPerStep * GROUP_BATCHES, batchesPerStep: 1 };
}

/** Prepares a group, counted from 0. The same number always gives the same group. Throws UserError where no question fits the context. */
export async function prepareGroup(options: GroupOptions, group: number): Promise<TrainingGroup> {
  const random = randomStream(`${options.seed}|group ${group}`);
  const repository = options.repositoryOf(Math.floor((group * GROUP_BATCHES) / options.batchesPerStep), random);
  const representation = drawRepresentation(options.representations, random);
  const examples = drawExamples(options, repository, representation, random);
  const ruleIds = drawRules(examples, repository.size, options.rules, random);
  const rows = new Map(Array.from(ruleIds, (id, row) => [id, row]));
  const all = await repository.embeddings(representation);
  return {
    batches: cutBatches(examples, options, random),
    ruleIds,
    embeddings: tensorOfRows(all, ruleIds, all.length / repository.size),
    rowOf: (ruleId) => {
      const row = rows.get(ruleId);
      if (row === undefined) throw new Error(`rule ${ruleId} is not in the group`);
      return row;
    },
  };
}

function drawExamples(
  options: GroupOptions,
  repository: TrainingRepository,
  representation: Representation,
  random: Random,
): DynaRuleExample[] {
  const write = options.search ? retrievalExample : plainExample;
  const examples: DynaRuleExample[] = [];
  const wanted = options.questions ?? options.batchSize * GROUP_BATCHES;
  let misses = 0;
  while (examples.length < wanted) {
    const question = repository.drawQuestion(options.mix, random);
    const example = question === null ? null : write(question, representation, options.format);
    const fits = example !== null && example.ids.length <= options.maxLength;
    if (fits) examples.push(example);
    misses = fits ? 0 : misses + 1;
    if (misses === MAX_MISSES) throw noExamples(options.maxLength);
  }
  return examples;
}

function noExamples(maxLength: number): UserError {
  return UserError.of({
    expected: `questions of at most ${maxLength} tokens (the base's context)`,
    got: `none in ${MAX_MISSES} draws`,
    fix: 'use a base with a longer context, or another mix of sub-tasks',
  });
}

/** Batches of equal size, the last one what is left; neighbours in length share a batch, the order of batches is shuffled. */
function cutBatches(examples: readonly DynaRuleExample[], options: GroupOptions, random: Random): StepBatch[] {
  const sorted = examples.toSorted((a, b) => a.gold.length - b.gold.length || a.ids.length - b.ids.length);
  const batches = Array.from({ length: Math.ceil(sorted.length / options.batchSize) }, (_, index) =>
    stepBatch(sorted.slice(index * options.batchSize, (index + 1) * options.batchSize), options.padId),
  );
  return random.shuffle(batches);
}

/** All gold rules and random others, shuffled: a rule's row must say nothing about it. */
function drawRules(examples: readonly DynaRuleExample[], size: number, others: number, random: Random): Int32Array {
  const ids = new Set(examples.flatMap((example) => example.gold.flat()));
  if (others >= size) for (let id = 0; id < size; id += 1) ids.add(id);
  const wanted = Math.min(size, ids.size + others);
  while (ids.size < wanted) ids.add(random.integer(0, size - 1));
  return Int32Array.from(random.shuffle([...ids]));
}
