/** Keys and values of prompts, for whatever is to follow them. */
import { tf } from '../backend/tf.ts';
import { embedTokens, runLayers, type LanguageModel } from './forward.ts';
import type { KvSegment } from './kv-segment.ts';
import { paddedCausalBias } from './masks.ts';
import { ropeAngles } from './rope.ts';

export interface ReadPrompts {
  /** One a layer; the caller disposes of them. */
  readonly segments: readonly KvSegment[];
  /** In front of each prompt: they are padded on the left to one length. */
  readonly padding: readonly number[];
}

export function readPrompts(model: LanguageModel, prompts: readonly (readonly number[])[], padId: number): ReadPrompts {
  const length = prompts.reduce((most, prompt) => Math.max(most, prompt.length), 0);
  const padding = prompts.map((prompt) => length - prompt.length);
  const segments = tf.tidy(() => {
    const ids = prompts.map((prompt, row) => [...new Array<number>(padding[row]!).fill(padId), ...prompt]);
    const positions = padding.map((pad) => Array.from({ length }, (_, index) => Math.max(0, index - pad)));
    return runLayers(model, {
      embeddings: embedTokens(model, tf.tensor2d(ids, [prompts.length, length], 'int32')),
      angles: ropeAngles(positions, model.config),
      bias: paddedCausalBias(length, padding),
      frees: true,
    }).segments as unknown as tf.TensorContainer;
  }) as unknown as readonly KvSegment[];
  return { segments, padding };
}
