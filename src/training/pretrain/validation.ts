/**
 * Validation of pretraining: the loss of the answers alone, once with the gold
 * rules in the prompt and no others, and once without rules, for the same questions.
 * The gap between the two is what the base reads from rules in context.
 */
import { tf } from '../../backend/tf.ts';
import type { LanguageModel } from '../../lm/forward.ts';
import { bucketByLength } from '../../lm/buckets.ts';
import { packBatch, type PackedBatch, type TokenSequence } from '../../lm/pack.ts';
import { sequenceLoss } from '../../lm/sequence-loss.ts';
import { randomStream } from '../../random.ts';
import type { TensorRecord } from '../../tensors/named.ts';
import { similarRules } from '../data/similar-rules.ts';
import type { TrainingWorld } from '../data/world-stream.ts';
import { noTexts, type PretrainText } from './batches.ts';
import type { ModelOf } from './learner.ts';
import { drawTextExample, encodeText, type TextSource } from './rules-in-context.ts';

/** Draws in a row without a text that fits, before the configuration is called unfit. */
const MAX_MISSES = 1000;

export type PretrainValidation = (parameters: TensorRecord) => Promise<Readonly<Record<string, number>>>;

/**
 * Draws the questions from a world that training never sees; scores
 * `validationLossGoldRules` and `validationLossWithoutRules`, in nats a token.
 *
 * @throws UserError where no text fits the context
 */
export function pretrainValidation(text: PretrainText, modelOf: ModelOf, world: TrainingWorld): PretrainValidation {
  const pairs = drawPairs(text, { rules: world.rules, similar: similarRules(world.rules) });
  const goldRules = packAll(pairs.map((pair) => pair.goldRules), text);
  const withoutRules = packAll(pairs.map((pair) => pair.withoutRules), text);
  return (parameters) =>
    Promise.resolve({
      validationLossGoldRules: meanLoss(modelOf(parameters), goldRules),
      validationLossWithoutRules: meanLoss(modelOf(parameters), withoutRules),
    });
}

/** One question, asked both ways. */
interface Pair {
  readonly goldRules: TokenSequence;
  readonly withoutRules: TokenSequence;
}

function drawPairs(text: PretrainText, source: TextSource): Pair[] {
  const { validationQuestions, model } = text.config;
  const pairs: Pair[] = [];
  let misses = 0;
  for (let draw = 0; pairs.length < validationQuestions; draw += 1) {
    const goldRules = drawSequence(text, source, draw, 0);
    const withoutRules = drawSequence(text, source, draw, 1);
    const fits = goldRules !== null && withoutRules !== null && goldRules.ids.length <= model.maxPositions;
    if (fits) pairs.push({ goldRules, withoutRules });
    misses = fits ? 0 : misses + 1;
    if (misses === MAX_MISSES) throw noTexts(text.config);
  }
  return pairs;
}

/** The same draw gives the same question, whatever its prompt shows. */
function drawSequence(text: PretrainText, source: TextSource, draw: number, withoutRules: 0 | 1): TokenSequence | null {
  const random = randomStream(`${text.config.seed}|pretrain validation|question ${draw}`);
  const example = drawTextExample(source, { ...text.config, withoutRules }, 0, random);
  return example === null ? null : encodeText(example, text.tokenizer, text.eosId, 0);
}

function packAll(sequences: readonly TokenSequence[], { config, padId }: PretrainText): PackedBatch[] {
  const buckets = bucketByLength(sequences, (sequence) => sequence.ids.length, config.batchTokens);
  return buckets.map((bucket) => packBatch(bucket, padId));
}

/** Mean over the answers' tokens. */
function meanLoss(model: LanguageModel, batches: readonly PackedBatch[]): number {
  const total = batches.reduce((sum, batch) => {
    const loss = tf.tidy(() => sequenceLoss(model, batch).dataSync()[0] as number);
    return sum + loss * batch.labels.length;
  }, 0);
  return total / batches.reduce((sum, batch) => sum + batch.labels.length, 0);
}
