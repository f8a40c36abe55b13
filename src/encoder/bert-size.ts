/** What a BERT or XLM-RoBERTa encoder weighs, from its config alone. */
import type { BertConfig } from './bert-config.ts';

/** Weights that sentence vectors use: no pooler, no heads. */
export function bertParameterCount(config: BertConfig): number {
  const { vocabSize, hiddenSize: D, feedForwardSize: F, layers, maxPositions, firstPosition, tokenTypes } = config;
  const tables = (vocabSize + maxPositions + firstPosition + tokenTypes) * D + 2 * D;
  const layer = 4 * (D * D + D) + 2 * D * F + F + D + 4 * D;
  return tables + layers * layer;
}
