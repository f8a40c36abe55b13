/**
 * Qwen3-Embedding: a causal decoder whose last token, an end mark that the tokenizer adds, stands for the
 * text, scaled to length 1. A question is read with an instruction before it, a rule as it stands.
 */
import { basename, join } from 'node:path';
import { tf, type Tensor2D } from '../backend/tf.ts';
import { UserError } from '../errors.ts';
import { parseHfConfig, type LmConfig } from '../lm/config.ts';
import { readJson } from '../lm/files/json-file.ts';
import { embedTokens, runLayers, type LanguageModel } from '../lm/forward.ts';
import { openLm, requireRoom } from '../lm/load.ts';
import { causalBias } from '../lm/masks.ts';
import { range, ropeAngles } from '../lm/rope.ts';
import { pickRows } from '../lm/rows.ts';
import type { Tokenizer } from '../lm/tokenizer.ts';
import { readWeights } from '../lm/weights.ts';
import { unitRows } from './bert.ts';
import { encodeByLength, tokenIds } from './by-length.ts';
import type { Encoder } from './encoder.ts';
import { checkPooling, folderFingerprint } from './model-folder.ts';

/** What is beyond is cut. */
const MAX_TOKENS = 8192;
/** The end mark. */
const AROUND = 1;

/**
 * Loads the encoder from a Hugging Face folder; a tensor backend must have been started.
 * @throws UserError where a file is missing or damaged, or they do not belong together
 */
export function loadQwen3Embedding(folder: string, instruction: string): Encoder {
  const { model, tokenizer } = loadModel(folder);
  checkPooling(folder, 'last');
  const tokenization = { tokenizer, around: AROUND, limit: limitOf(model.config) };
  const { hiddenSize } = model.config;
  return {
    name: basename(folder),
    fingerprint: fingerprintOf(folder, model.config),
    dimensions: hiddenSize,
    encode: async (texts, role) => {
      const tokens = texts.map((text, position) => {
        const plain = tokenIds(tokenization, text, position);
        return role === 'query' ? tokenIds(tokenization, withInstruction(instruction, text), position) : plain;
      });
      return encodeByLength(tokens, hiddenSize, (batch) => lastTokenVectors(model, batch));
    },
  };
}

/** The fingerprint of the encoder in the folder, without loading it. @throws UserError where its config is missing or of another kind */
export function qwen3Fingerprint(folder: string): string {
  const file = join(folder, 'config.json');
  return fingerprintOf(folder, parseHfConfig(readJson(file), file));
}

function fingerprintOf(folder: string, config: LmConfig): string {
  return folderFingerprint(folder, `qwen3 last ${limitOf(config)}`);
}

function limitOf({ maxPositions }: LmConfig): number {
  return Math.min(MAX_TOKENS, maxPositions);
}

/** As the model was trained to read questions. */
function withInstruction(instruction: string, text: string): string {
  return `Instruct: ${instruction}\nQuery:${text}`;
}

function loadModel(folder: string): { model: LanguageModel; tokenizer: Tokenizer } {
  const { config: own, tokenizer, source } = openLm(folder);
  try {
    if (own.architecture !== 'qwen3') throw wrongModel(folder, `a ${own.architecture} model`);
    if (tokenizer.encode('a', true).length !== tokenizer.encode('a').length + AROUND) throw wrongModel(folder, 'a tokenizer that adds no end mark');
    // Vectors need no head: the larger models' folders say that it is untied, and have none.
    const config = { ...own, tiedEmbeddings: true };
    requireRoom(folder, config);
    return { model: { config, weights: readWeights(source, config) }, tokenizer };
  } finally {
    source.close();
  }
}

/** Vectors [B, D] of token lists, padded on the right, where no token of theirs looks. */
function lastTokenVectors(model: LanguageModel, texts: readonly (readonly number[])[]): Tensor2D {
  return tf.tidy(() => {
    const length = Math.max(...texts.map((ids) => ids.length));
    const ids = new Int32Array(texts.length * length);
    texts.forEach((text, row) => ids.set(text, row * length));
    const { hidden } = runLayers(model, {
      embeddings: embedTokens(model, tf.tensor2d(ids, [texts.length, length], 'int32')),
      angles: ropeAngles([range(length)], model.config),
      bias: causalBias(length),
    });
    const flat = tf.reshape(hidden, [texts.length * length, model.config.hiddenSize]) as Tensor2D;
    return unitRows(pickRows(flat, Int32Array.from(texts, (text, row) => row * length + text.length - 1)));
  });
}

function wrongModel(folder: string, got: string): UserError {
  return UserError.of({ expected: 'the folder of a Qwen3-Embedding model', got, where: { file: folder }, fix: 'choose the encoder.kind that belongs to the model' });
}
