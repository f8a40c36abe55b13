/**
 * Greedy decoding of a batch with a KV cache. What all prompts begin with is read once; the rest is
 * padded on the left. Rows that are done leave the batch once half of it is done.
 */
import { tf, type Tensor2D, type Tensor3D, type Tensor4D } from '../backend/tf.ts';
import { embedTokens, logitsOf, runLayers, type LanguageModel, type LayersInput, type MemoryProvider } from './forward.ts';
import { createKvCache, type KvCache } from './kv-cache.ts';
import type { KvSegment } from './kv-segment.ts';
import { paddedCausalBias, paddingBias } from './masks.ts';
import { readPrompts } from './read-prompts.ts';
import { ropeAngles } from './rope.ts';
import { sharedPrefixLength } from './shared-prefix.ts';

/** The tokens that one forward pass takes in. */
export interface DecodeInput {
  /** Row-major [B, S], padded on the left. */
  readonly ids: Int32Array;
  readonly rows: number;
  readonly length: number;
  /** Padding in front of each row's own tokens, as many as stand among these S; 0 after the prefill. */
  readonly padding: readonly number[];
}

/** What a model with a memory changes about decoding; the plain model changes nothing. */
export interface DecodeHooks {
  /** Whether a token's keys and values depend on the tokens before it alone, so that prompts may share a beginning. */
  readonly sharesPrefixes: boolean;
  /** [B, S, D] */
  embed(input: DecodeInput): Tensor3D;
  /** Logits of the last token of each row, [B, D] → [B, V]. */
  logits(hidden: Tensor2D): Tensor2D;
  memory(input: DecodeInput): MemoryProvider | undefined;
  /** Sees each layer's attention over its memory in each pass; see `LayersInput`. */
  readonly observe?: LayersInput['observe'];
  /** Rows that stay, as positions in the batch so far. */
  keepRows(rows: readonly number[]): void;
}

export interface GenerateOptions {
  readonly maxNewTokens: number;
  /** A row ends with one of these; it is not part of the result. */
  readonly stopIds: readonly number[];
  readonly padId: number;
}

/** The hooks of a model without memory. */
export function plainHooks(model: LanguageModel): DecodeHooks {
  return {
    sharesPrefixes: true,
    embed: ({ ids, rows, length }) => embedTokens(model, tf.tensor2d(ids, [rows, length], 'int32')),
    logits: (hidden) => logitsOf(model, hidden),
    memory: () => undefined,
    keepRows: () => undefined,
  };
}

/** Continues each prompt with its most likely tokens. Prompts need at least one token each. */
export function generateGreedy(
  model: LanguageModel,
  prompts: readonly (readonly number[])[],
  options: GenerateOptions,
  hooks: DecodeHooks = plainHooks(model),
): number[][] {
  let outputs: readonly (readonly number[])[] = prompts.map(() => []);
  for (const soFar of greedyPasses(model, prompts, options, hooks)) outputs = soFar;
  return outputs.map((tokens) => withoutStop(tokens, options.stopIds));
}

/**
 * The same one forward pass at a time, for callers that show tokens as they come or may stop on the way: leaving the
 * loop frees the cache.
 *
 * @yields the tokens of each prompt so far, an end mark among them; the same lists grow on
 */
export function* greedyPasses(
  model: LanguageModel,
  prompts: readonly (readonly number[])[],
  options: GenerateOptions,
  hooks: DecodeHooks,
): Generator<readonly (readonly number[])[]> {
  const outputs: number[][] = prompts.map(() => []);
  const shared = hooks.sharesPrefixes ? sharedPrefixLength(prompts) : 0;
  const cache = createKvCache(model.config.layers, shared === 0 ? [] : readPrompts(model, [prompts[0]!.slice(0, shared)], options.padId).segments);
  try {
    let active = prompts.map((_, index) => index);
    let input = padLeft(prompts.map((prompt) => prompt.slice(shared)), options.padId);
    let padding = [...input.padding];
    for (let step = 0; step < options.maxNewTokens && active.length > 0; step += 1) {
      const next = forwardStep(model, cache, input, padding, hooks);
      const done = recordTokens(next, active, outputs, options.stopIds);
      // What a row would say after its end must not reach the hooks: it might search.
      const fed = active.map((row, at) => (done.has(row) ? options.padId : (next[at] as number)));
      const rows = done.size * 2 >= active.length ? active.flatMap((row, at) => (done.has(row) ? [] : [at])) : null;
      if (rows !== null) {
        cache.keepRows(rows);
        hooks.keepRows(rows);
        active = rows.map((at) => active[at] as number);
        padding = rows.map((at) => padding[at] as number);
      }
      const ids = Int32Array.from(rows === null ? fed : rows.map((at) => fed[at] as number));
      input = { ids, rows: active.length, length: 1, padding: active.map(() => 0) };
      yield outputs;
    }
  } finally {
    cache.dispose();
  }
}

/** Adds each row's token to its output and returns the rows that have ended. */
function recordTokens(
  next: Int32Array,
  active: readonly number[],
  outputs: readonly number[][],
  stopIds: readonly number[],
): Set<number> {
  const done = new Set<number>();
  active.forEach((row, at) => {
    const output = outputs[row] as number[];
    const last = output[output.length - 1];
    // A row that ended earlier stays in the batch until half of it has.
    if (last === undefined || !stopIds.includes(last)) output.push(next[at] as number);
    if (stopIds.includes(output[output.length - 1] as number)) done.add(row);
  });
  return done;
}

function withoutStop(tokens: readonly number[], stopIds: readonly number[]): number[] {
  const last = tokens[tokens.length - 1];
  return last !== undefined && stopIds.includes(last) ? tokens.slice(0, -1) : [...tokens];
}

function padLeft(prompts: readonly (readonly number[])[], padId: number): DecodeInput {
  const length = Math.max(...prompts.map((prompt) => prompt.length));
  const ids = new Int32Array(prompts.length * length).fill(padId);
  const padding = prompts.map((prompt, row) => {
    ids.set(prompt, (row + 1) * length - prompt.length);
    return length - prompt.length;
  });
  return { ids, rows: prompts.length, length, padding };
}

/**
 * One pass over new tokens, which joins the cache.
 *
 * @param padding padding in front of each row since its first token
 * @returns the most likely next token of each row
 */
function forwardStep(
  model: LanguageModel,
  cache: KvCache,
  input: DecodeInput,
  padding: readonly number[],
  hooks: DecodeHooks,
): Int32Array {
  const { hiddenSize } = model.config;
  let next = new Int32Array(0);
  const segments = tf.tidy(() => {
    const memory = hooks.memory(input);
    const positions = padding.map((pad) => tokenPositions(cache.length, input.length, pad));
    const { hidden, segments: added } = runLayers(model, {
      embeddings: hooks.embed(input),
      angles: ropeAngles(positions, model.config),
      bias: decodeBias(cache, input.length, padding),
      past: cache.past(),
      ...(memory === undefined ? {} : { memory }),
      ...(hooks.observe === undefined ? {} : { observe: hooks.observe }),
      // Of a long prompt, what all layers make at once is gigabytes.
      frees: memory === undefined && hooks.observe === undefined,
    });
    const last = tf.slice3d(hidden, [0, input.length - 1, 0], [input.rows, 1, hiddenSize]);
    const logits = hooks.logits(tf.reshape(last, [input.rows, hiddenSize]) as Tensor2D);
    next = Int32Array.from(tf.argMax(logits, 1).dataSync());
    return added as unknown as tf.TensorContainer;
  }) as unknown as readonly KvSegment[];
  cache.extend(segments);
  return next;
}

/** The rows' own tokens are causal in the first pass; afterwards one token looks at all but padding. */
function decodeBias({ length: held, sharedLength }: KvCache, length: number, padding: readonly number[]): Tensor4D | null {
  if (held === sharedLength) return paddedCausalBias(length, padding, sharedLength);
  return padding.every((own) => own === 0) ? null : paddingBias(held + length, padding, sharedLength);
}

/** Padding stands at position 0, like the first token; it is masked. */
function tokenPositions(start: number, length: number, pad: number): number[] {
  return Array.from({ length }, (_, index) => Math.max(0, start + index - pad));
}
