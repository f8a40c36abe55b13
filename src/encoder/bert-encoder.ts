/** A sentence encoder of the BERT or XLM-RoBERTa family from its Hugging Face folder: config.json, tokenizer.json, safetensors. */
import { join } from 'node:path';
import { requireMemory } from '../backend/available-memory.ts';
import { openHfWeights } from '../lm/files/hf-folder.ts';
import { readJson } from '../lm/files/json-file.ts';
import { FLOAT_BYTES } from '../lm/model-size.ts';
import { loadTokenizer } from '../lm/tokenizer.ts';
import { bertSentenceVectors, type BertPooling } from './bert.ts';
import { parseBertConfig, type BertConfig } from './bert-config.ts';
import { bertParameterCount } from './bert-size.ts';
import { readBertWeights, type BertWeights } from './bert-weights.ts';
import { encodeByLength, tokenIds } from './by-length.ts';
import type { Encoder } from './encoder.ts';
import { checkPooling, checkVocabulary, folderFingerprint } from './model-folder.ts';

export interface BertEncoderSettings {
  readonly name: string;
  readonly pooling: BertPooling;
  /** Longest input in tokens, [CLS] and [SEP] included; what is beyond is cut, as sentence-transformers does. */
  readonly maxTokens: number;
}

/** [CLS] and [SEP], or <s> and </s>. */
const AROUND = 2;

/**
 * Loads the encoder; a tensor backend must have been started.
 * @throws UserError where a file is missing or damaged, or they do not belong together
 */
export function loadBertEncoder(folder: string, { name, pooling, maxTokens }: BertEncoderSettings): Encoder {
  const config = parseBertConfig(readJson(join(folder, 'config.json')), join(folder, 'config.json'));
  const tokenizer = loadTokenizer(join(folder, 'tokenizer.json'));
  checkVocabulary(tokenizer, config.vocabSize, folder);
  checkPooling(folder, pooling);
  requireMemory({ bytes: FLOAT_BYTES * bertParameterCount(config), what: `the weights of ${folder} as 32-bit floats`, fix: 'use a smaller encoder, or a machine with more memory' });
  const weights = readWeights(folder, config);
  const tokenization = { tokenizer, around: AROUND, limit: limitOf(config, maxTokens) };
  return {
    name,
    fingerprint: bertFingerprint(folder, { pooling, maxTokens }),
    dimensions: config.hiddenSize,
    encode: async (texts) => {
      const tokens = texts.map((text, position) => tokenIds(tokenization, text, position));
      return encodeByLength(tokens, config.hiddenSize, (batch) => bertSentenceVectors({ weights, config, pooling }, batch));
    },
  };
}

/** The fingerprint of the encoder in the folder, without loading it. @throws UserError where its config is missing or of another kind */
export function bertFingerprint(folder: string, { pooling, maxTokens }: Omit<BertEncoderSettings, 'name'>): string {
  const config = parseBertConfig(readJson(join(folder, 'config.json')), join(folder, 'config.json'));
  return folderFingerprint(folder, `bert ${pooling} ${limitOf(config, maxTokens)}`);
}

function limitOf({ maxPositions }: BertConfig, maxTokens: number): number {
  return Math.min(maxTokens, maxPositions);
}

function readWeights(folder: string, config: BertConfig): BertWeights {
  const source = openHfWeights(folder);
  try {
    return readBertWeights(source, config);
  } finally {
    source.close();
  }
}
