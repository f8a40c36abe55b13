/**
 * Log-probabilities of continuations. Several continuations of one prompt share it:
 * its keys and values are computed once and copied for each.
 */
import { tf, type Tensor1D, type Tensor2D, type Tensor4D } from '../backend/tf.ts';
import { embedTokens, logitsOf, runLayers, type LanguageModel } from './forward.ts';
import { createKvCache, type KvCache } from './kv-cache.ts';
import { MASKED } from './masks.ts';
import { readPrompts } from './read-prompts.ts';
import { ropeAngles } from './rope.ts';
import { flatRows, pickRows } from './rows.ts';

/** A prompt and what may follow it. */
export interface Continuations {
  /** At least two tokens. */
  readonly prompt: readonly number[];
  /** Tokens of each continuation; at least one each. */
  readonly continuations: readonly (readonly number[])[];
}

/** Rows of logits that are held at a time: a vocabulary is wide. */
const LOGIT_ROWS = 256;

/**
 * Σ log p(token | prompt and tokens before it) of each continuation, in nats, for a batch of prompts.
 * Prompts are padded on the left to one length and continuations on the right.
 */
export function continuationLogProbs(model: LanguageModel, batch: readonly Continuations[], padId: number): number[][] {
  const cache = createKvCache(model.config.layers);
  try {
    // The last token of a prompt goes with each continuation, whose first token it foretells.
    const { segments, padding } = readPrompts(model, batch.map(({ prompt }) => prompt.slice(0, -1)), padId);
    cache.extend(segments);
    const owners = batch.flatMap(({ continuations }, owner) => continuations.map(() => owner));
    cache.keepRows(owners);
    const rows = batch.flatMap(({ prompt, continuations }) => continuations.map((tokens): Row => ({ before: prompt.at(-1)!, tokens })));
    const sums = scoreRows(model, cache, rows, { padding: owners.map((owner) => padding[owner]!), padId });
    let next = 0;
    return batch.map(({ continuations }) => sums.slice(next, (next += continuations.length)));
  } finally {
    cache.dispose();
  }
}

/** A continuation, and the token before it. */
interface Row {
  readonly before: number;
  readonly tokens: readonly number[];
}

interface Padded {
  /** Padding in front of each row of the cache. */
  readonly padding: readonly number[];
  readonly padId: number;
}

function scoreRows(model: LanguageModel, cache: KvCache, rows: readonly Row[], { padding, padId }: Padded): number[] {
  const length = rows.reduce((most, { tokens }) => Math.max(most, tokens.length), 0);
  const ids = rows.map(({ before, tokens }) => [before, ...tokens.slice(0, -1), ...new Array<number>(length - tokens.length).fill(padId)]);
  const hidden = tf.tidy(() => {
    const positions = padding.map((pad) => Array.from({ length }, (_, index) => cache.length - pad + index));
    const { hidden } = runLayers(model, {
      embeddings: embedTokens(model, tf.tensor2d(ids, [rows.length, length], 'int32')),
      angles: ropeAngles(positions, model.config),
      bias: continuedBias(cache.length, length, padding),
      past: cache.past(),
      frees: true,
    });
    return flatRows(hidden);
  });
  const logProbs = labelLogProbs(model, hidden, rows.flatMap(({ tokens }, row) => tokens.map((label, index): Label => ({ place: row * length + index, label }))));
  hidden.dispose();
  let next = 0;
  return rows.map(({ tokens }) => tokens.reduce((sum) => sum + logProbs[next++]!, 0));
}

/** Bias of S new tokens over a left-padded past of P and themselves, [B, 1, S, P + S]. */
function continuedBias(past: number, length: number, padding: readonly number[]): Tensor4D {
  const all = past + length;
  const bias = new Float32Array(padding.length * length * all);
  padding.forEach((pad, row) => {
    for (let query = 0; query < length; query += 1) {
      const start = (row * length + query) * all;
      bias.fill(MASKED, start, start + pad);
      bias.fill(MASKED, start + past + query + 1, start + all);
    }
  });
  return tf.tensor4d(bias, [padding.length, 1, length, all]);
}

/** A row of hidden states, and the token after it. */
interface Label {
  readonly place: number;
  readonly label: number;
}

function labelLogProbs(model: LanguageModel, hidden: Tensor2D, labels: readonly Label[]): number[] {
  const found: number[] = [];
  for (let start = 0; start < labels.length; start += LOGIT_ROWS) {
    const part = labels.slice(start, start + LOGIT_ROWS);
    const logProbs = tf.tidy(() => {
      const logits = logitsOf(model, pickRows(hidden, Int32Array.from(part, ({ place }) => place)));
      const index = tf.tensor2d(part.flatMap(({ label }, row) => [row, label]), [part.length, 2], 'int32');
      return tf.sub(tf.gatherND(logits, index), tf.logSumExp(logits, 1)) as Tensor1D;
    });
    found.push(...logProbs.dataSync());
    logProbs.dispose();
  }
  return found;
}
