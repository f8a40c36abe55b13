/** Models of a few thousand random weights, in the layout and of the family of real ones. */
import { join } from 'node:path';
import type { EncoderConfig } from '../../config/encoder.ts';
import type { LmFamily } from '../../config/sections.ts';
import type { BertConfig } from '../../encoder/bert-config.ts';
import { toHfConfig, type LmConfig } from '../../lm/config.ts';
import { writeHfFolder } from '../../lm/files/hf-folder.ts';
import { trainTokenizer } from '../../lm/tokenizer-train.ts';
import type { TokenizerJson } from '../../lm/tokenizer-json.ts';
import { randomBert, randomDecoder } from './random-weights.ts';

export const MINIATURE_LAYERS = 3;
const [WIDTH, HEADS, FEED_FORWARD, POSITIONS, VOCABULARY] = [32, 4, 48, 2048, 640];
const START = '<s>';
const END = '</s>';
const [START_ID, END_ID] = [0, 1];

/** Writes a base with grouped queries. */
export function writeMiniatureBase(folder: string, family: LmFamily, texts: readonly string[]): void {
  writeDecoder(folder, family, miniatureTokenizer(texts));
}

/** The experiment's encoder with miniature files in place of real ones, where it has any. */
export function miniatureEncoder(encoder: EncoderConfig, base: string, folder: string, texts: readonly string[]): EncoderConfig {
  const tokenizer = miniatureTokenizer(texts);
  switch (encoder.kind) {
    case 'hashed':
      return { ...encoder, dimensions: WIDTH };
    case 'lexical':
      return { ...encoder, base };
    case 'minilm':
      writeBert(folder, 'bert', tokenizer);
      return { ...encoder, folder };
    case 'bge-m3':
      writeBert(folder, 'xlm-roberta', tokenizer);
      return { ...encoder, folder };
    case 'qwen3-embedding':
      writeDecoder(folder, 'qwen3', withAround(tokenizer, [], [END]));
      return { ...encoder, folder };
  }
}

function miniatureTokenizer(texts: readonly string[]): TokenizerJson {
  return trainTokenizer(texts, { vocabSize: VOCABULARY, specialTokens: [START, END] });
}

function writeDecoder(folder: string, architecture: LmFamily, tokenizer: TokenizerJson): void {
  const config: LmConfig = {
    architecture,
    vocabSize: Object.keys(tokenizer.model.vocab).length,
    hiddenSize: WIDTH,
    layers: MINIATURE_LAYERS,
    heads: HEADS,
    kvHeads: HEADS / 2,
    headDim: WIDTH / HEADS,
    feedForwardSize: FEED_FORWARD,
    ropeTheta: 10_000,
    ropeScaling: null,
    rmsNormEps: 1e-6,
    tiedEmbeddings: false,
    qkvBias: architecture === 'qwen2',
    maxPositions: POSITIONS,
    bosTokenId: START_ID,
    eosTokenId: END_ID,
  };
  writeHfFolder(folder, { config: toHfConfig(config), tokenizer, tensors: randomDecoder(config) }, { dtype: 'F32' });
}

function writeBert(folder: string, family: 'bert' | 'xlm-roberta', tokenizer: TokenizerJson): void {
  const firstPosition = family === 'bert' ? 0 : 2;
  const config: BertConfig = {
    vocabSize: Object.keys(tokenizer.model.vocab).length,
    hiddenSize: WIDTH,
    layers: MINIATURE_LAYERS,
    heads: HEADS,
    feedForwardSize: FEED_FORWARD,
    maxPositions: POSITIONS,
    firstPosition,
    tokenTypes: 1,
    layerNormEps: 1e-5,
  };
  const json = {
    model_type: family,
    vocab_size: config.vocabSize,
    hidden_size: WIDTH,
    num_hidden_layers: MINIATURE_LAYERS,
    num_attention_heads: HEADS,
    intermediate_size: FEED_FORWARD,
    max_position_embeddings: POSITIONS + firstPosition,
    type_vocab_size: 1,
    layer_norm_eps: config.layerNormEps,
    pad_token_id: 1,
  };
  writeHfFolder(folder, { config: json, tokenizer: withAround(tokenizer, [START], [END]), tensors: randomBert(config) }, { dtype: 'F32' });
}

/** A tokenizer that puts these tokens around every text. */
function withAround(tokenizer: TokenizerJson, before: readonly string[], after: readonly string[]): TokenizerJson {
  const special = (id: string): object => ({ SpecialToken: { id, type_id: 0 } });
  const ids = { [START]: START_ID, [END]: END_ID };
  const tokens = Object.fromEntries(Object.entries(ids).map(([token, id]) => [token, { id: token, ids: [id], tokens: [token] }]));
  const single = [...before.map(special), { Sequence: { id: 'A', type_id: 0 } }, ...after.map(special)];
  return { ...tokenizer, post_processor: { type: 'TemplateProcessing', single, pair: single, special_tokens: tokens } };
}

/** Where the parts of a dry run are. */
export function miniaturePaths(folder: string): { data: string; base: string; encoder: string; retrieval: string; runs: string; experiment: string } {
  const at = (name: string): string => join(folder, name);
  return { data: at('data'), base: at('base'), encoder: at('encoder'), retrieval: at('retrieval-encoder'), runs: at('runs'), experiment: at('experiment.yaml') };
}
