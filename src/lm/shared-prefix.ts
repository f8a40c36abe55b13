/**
 * Prompts of a batch that begin alike, as those do that list the same rules, have what they share read
 * once. Its keys and values stand once too, [1, KV, P, headDim], however many rows attend to them.
 */
import { tf } from '../backend/tf.ts';
import type { KvSegment } from './attention.ts';
import { embedTokens, runLayers, type LanguageModel } from './forward.ts';
import { causalBias } from './masks.ts';
import { ropeAngles } from './rope.ts';

/** Shorter beginnings are not worth a pass of their own. */
const SHORTEST_PREFIX = 16;

/** How many tokens all prompts begin with, at least one left to each; 0 where sharing them saves nothing. */
export function sharedPrefixLength(prompts: readonly (readonly number[])[]): number {
  const [first, ...others] = prompts;
  if (first === undefined || others.length === 0) return 0;
  const most = Math.min(...prompts.map((prompt) => prompt.length - 1));
  let length = 0;
  while (length < most && others.every((prompt) => prompt[length] === first[length])) length += 1;
  return length < SHORTEST_PREFIX ? 0 : length;
}

/** Keys and values of a prefix, one segment a layer; the caller disposes of them. */
export function readPrefix(model: LanguageModel, prefix: readonly number[]): readonly KvSegment[] {
  return tf.tidy(() => {
    const positions = [prefix.map((_, position) => position)];
    return runLayers(model, {
      embeddings: embedTokens(model, tf.tensor2d([...prefix], [1, prefix.length], 'int32')),
      angles: ropeAngles(positions, model.config),
      bias: causalBias(prefix.length),
      frees: true,
    }).segments as unknown as tf.TensorContainer;
  }) as unknown as readonly KvSegment[];
}
