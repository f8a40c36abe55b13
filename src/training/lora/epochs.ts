/** Batches of a fixed set of texts, epoch after epoch, each time in another order and company. */
import { bucketByLength } from '../../lm/buckets.ts';
import { packBatch, type PackedBatch, type TokenSequence } from '../../lm/pack.ts';
import { randomStream } from '../../random.ts';

export interface EpochOptions {
  /** At least one, each of at least two tokens. */
  readonly sequences: readonly TokenSequence[];
  /** Tokens in a batch, padding included; a longer text is a batch of its own. */
  readonly batchTokens: number;
  readonly padId: number;
  readonly seed: string;
}

/** The batch of a number, counted from 1 over the whole run. The same number always gives the same batch. */
export function epochBatches(options: EpochOptions): (number: number) => PackedBatch {
  // Lengths alone decide how many batches an epoch has.
  const perEpoch = drawEpoch(options, 0).length;
  let epoch = -1;
  let batches: readonly TokenSequence[][] = [];
  return (number) => {
    const wanted = Math.floor((number - 1) / perEpoch);
    if (wanted !== epoch) {
      batches = drawEpoch(options, wanted);
      epoch = wanted;
    }
    return packBatch(batches[(number - 1) % perEpoch]!, options.padId);
  };
}

/** Texts of one length are shuffled before they are cut into batches, and batches after. */
function drawEpoch({ sequences, batchTokens, seed }: EpochOptions, epoch: number): TokenSequence[][] {
  const random = randomStream(`${seed}|epoch ${epoch}`);
  return random.shuffle(bucketByLength(random.shuffle(sequences), ({ ids }) => ids.length, batchTokens));
}
