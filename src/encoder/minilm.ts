/**
 * all-MiniLM-L6-v2 (or another BERT sentence encoder with mean pooling) from its
 * Hugging Face folder: config.json, tokenizer.json, model.safetensors.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from '../lm/files/json-file.ts';
import { openSafetensors } from '../lm/files/safetensors.ts';
import { loadTokenizer, type Tokenizer } from '../lm/tokenizer.ts';
import { UserError } from '../errors.ts';
import { bertSentenceVectors } from './bert.ts';
import { parseBertConfig, type BertConfig } from './bert-config.ts';
import { readBertWeights } from './bert-weights.ts';
import { emptyTextError, type Encoder } from './encoder.ts';

/** Longest input in tokens, [CLS] and [SEP] included; what is beyond is cut, as sentence-transformers does. */
const MAX_TOKENS = 256;
/** Tokens computed at once, padding included: enough to fill the matrix products, small enough for the cache. */
const BATCH_TOKENS = 4096;

/**
 * Loads the encoder; a tensor backend must have been started.
 * @throws UserError where a file is missing or damaged, or the three do not belong together
 */
export function loadMiniLm(folder: string): Encoder {
  const config = parseBertConfig(readJson(join(folder, 'config.json')), join(folder, 'config.json'));
  const tokenizer = loadTokenizer(join(folder, 'tokenizer.json'));
  checkVocabulary(tokenizer, config, folder);
  const source = openSafetensors(join(folder, 'model.safetensors'));
  const weights = readBertWeights(source, config);
  source.close();
  const limit = Math.min(MAX_TOKENS, config.maxPositions);
  return {
    name: 'all-MiniLM-L6-v2',
    fingerprint: fingerprintOf(folder, limit),
    dimensions: config.hiddenSize,
    encode: async (texts) => {
      const tokens = texts.map((text, position) => tokenIds(tokenizer, text, position, limit));
      const out = new Float32Array(texts.length * config.hiddenSize);
      for (const batch of batchesByLength(tokens)) {
        const vectors = bertSentenceVectors(weights, config, batch.map((index) => tokens[index] as number[]));
        const rows = await vectors.data();
        vectors.dispose();
        scatterRows(rows as Float32Array, batch, out);
      }
      return out;
    },
  };
}

/** Ids with [CLS] and [SEP]; a text that is too long loses its end, never its [SEP]. */
function tokenIds(tokenizer: Tokenizer, text: string, position: number, limit: number): number[] {
  const ids = tokenizer.encode(text, true);
  if (ids.length <= 2) throw emptyTextError(text, position);
  return ids.length <= limit ? ids : [...ids.slice(0, limit - 1), ids[ids.length - 1] as number];
}

/** Positions in `tokens`, grouped so that texts of about the same length are padded together. */
function batchesByLength(tokens: readonly (readonly number[])[]): number[][] {
  const lengthOf = (index: number): number => (tokens[index] as readonly number[]).length;
  const order = tokens.map((_, index) => index).sort((a, b) => lengthOf(a) - lengthOf(b) || a - b);
  const batches: number[][] = [];
  let batch: number[] = [];
  for (const index of order) {
    if (batch.length > 0 && (batch.length + 1) * lengthOf(index) > BATCH_TOKENS) {
      batches.push(batch);
      batch = [];
    }
    batch.push(index);
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

/** Writes row i of `rows` to row `targets[i]` of `out`. */
function scatterRows(rows: Float32Array, targets: readonly number[], out: Float32Array): void {
  const width = rows.length / targets.length;
  targets.forEach((target, row) => out.set(rows.subarray(row * width, (row + 1) * width), target * width));
}

function checkVocabulary(tokenizer: Tokenizer, config: BertConfig, folder: string): void {
  if (tokenizer.vocabSize <= config.vocabSize) return;
  throw UserError.of({
    expected: `a tokenizer of at most ${config.vocabSize} tokens, as config.json says`,
    got: `${tokenizer.vocabSize} tokens`,
    where: { file: join(folder, 'tokenizer.json') },
    fix: 'take tokenizer.json from the same model folder as the weights',
  });
}

/** Of what the vectors depend on: weights, tokenizer, and where a text is cut. */
function fingerprintOf(folder: string, limit: number): string {
  const hash = createHash('sha256').update(`bert mean ${limit}`);
  for (const file of ['config.json', 'tokenizer.json', 'model.safetensors']) hash.update(readFileSync(join(folder, file)));
  return hash.digest('hex');
}
