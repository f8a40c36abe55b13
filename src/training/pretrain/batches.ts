/**
 * Batches of pretraining text. Examples for several batches are drawn together and
 * cut into batches by length, so that little of a batch is padding.
 */
import type { PretrainConfig } from '../../config/pretrain.ts';
import type { Tokenizer } from '../../lm/tokenizer.ts';
import { UserError } from '../../errors.ts';
import { randomStream } from '../../random.ts';
import { bucketByLength } from '../../lm/buckets.ts';
import { packBatch, type PackedBatch, type TokenSequence } from '../../lm/pack.ts';
import { similarRules } from '../data/similar-rules.ts';
import type { TrainingWorld } from '../data/world-stream.ts';
import { drawTextExample, encodeText, type TextSource } from './rules-in-context.ts';

/** Batches whose examples are drawn together. */
const GROUP_BATCHES = 8;

export interface PretrainBatches {
  /** A batch by its number, counted from 1 over the whole run. The same number always gives the same batch. */
  batch(number: number): PackedBatch;
}

/** What turns questions into text and text into tokens. */
export interface PretrainText {
  readonly config: PretrainConfig;
  readonly tokenizer: Tokenizer;
  readonly eosId: number;
  readonly padId: number;
}

export interface PretrainBatchOptions extends PretrainText {
  /** The repository of a step, counted from 0. */
  readonly worldOf: (step: number) => TrainingWorld;
}

export function pretrainBatches(options: PretrainBatchOptions): PretrainBatches {
  let group = -1;
  let batches: readonly PackedBatch[] = [];
  return {
    batch: (number) => {
      const wanted = Math.floor((number - 1) / GROUP_BATCHES);
      if (wanted !== group) {
        batches = drawGroup(options, wanted);
        group = wanted;
      }
      return batches[(number - 1) % GROUP_BATCHES] as PackedBatch;
    },
  };
}

function drawGroup(options: PretrainBatchOptions, group: number): PackedBatch[] {
  const { config, padId } = options;
  const random = randomStream(`${config.seed}|pretrain|group ${group}`);
  const first = (group * GROUP_BATCHES) / config.optimizer.accumulate;
  const source = textSource(options.worldOf(Math.floor(first)));
  const distractors = distractorsAt(config, first / config.steps);
  const sequences: TokenSequence[] = [];
  let groups: TokenSequence[][] = [];
  // Drawn until there are enough full batches; the shortest and longest may be left over.
  while (groups.length <= GROUP_BATCHES) {
    for (let drawn = 0; drawn < 64; drawn += 1) {
      const example = drawTextExample(source, config, distractors, random);
      if (example === null) continue;
      const sequence = encodeText(example, options.tokenizer, options.eosId, config.promptLossWeight);
      if (sequence.ids.length <= config.model.maxPositions) sequences.push(sequence);
    }
    if (sequences.length === 0) throw noTexts(config);
    groups = bucketByLength(sequences, (sequence) => sequence.ids.length, config.batchTokens);
  }
  return random.shuffle(groups).slice(0, GROUP_BATCHES).map((members) => packBatch(members, padId));
}

export function noTexts(config: PretrainConfig): UserError {
  return UserError.of({
    expected: `pretraining texts of at most ${config.model.maxPositions} tokens`,
    got: 'none that fits',
    where: { key: 'model.maxPositions' },
    fix: 'raise model.maxPositions, or lower distractors',
  });
}

const sources = new WeakMap<TrainingWorld, TextSource>();

function textSource(world: TrainingWorld): TextSource {
  const known = sources.get(world) ?? { rules: world.rules, similar: similarRules(world.rules) };
  sources.set(world, known);
  return known;
}

/** The curriculum's limit at this fraction of the run. */
function distractorsAt(config: PretrainConfig, progress: number): number {
  const stage = config.distractors.findLast(({ from }) => from <= progress);
  return stage?.upTo ?? 0;
}
