/**
 * A Llama, Qwen2 or Qwen3 model in GGUF, seen through Hugging Face's names, shapes and row
 * order.
 *
 * llama.cpp rotates neighbouring pairs of a head's rows, (0,1), (2,3), …, in Llama
 * models, Hugging Face the pairs (i, i + hd/2), so its converter interleaves the
 * query and key rows of Llama; here they are put back. Qwen's rows are not touched.
 */
import { LM_FAMILIES, type LmFamily } from '../../config/sections.ts';
import { UserError } from '../../errors.ts';
import { checkConfig, type LmConfig } from '../config.ts';
import type { RopeScaling } from '../rope-scaling.ts';
import type { TensorSource } from '../tensor-source.ts';
import type { GgufFile } from './gguf.ts';
import { metadataNumber, metadataText, optionalNumber } from './gguf-metadata.ts';
import { unknownTensor } from './safetensors.ts';

const OUTER_NAMES: Readonly<Record<string, string>> = {
  'model.embed_tokens.weight': 'token_embd.weight',
  'model.norm.weight': 'output_norm.weight',
  'lm_head.weight': 'output.weight',
};
const LAYER_NAMES: Readonly<Record<string, string>> = {
  input_layernorm: 'attn_norm',
  'self_attn.q_proj': 'attn_q',
  'self_attn.k_proj': 'attn_k',
  'self_attn.v_proj': 'attn_v',
  'self_attn.o_proj': 'attn_output',
  'self_attn.q_norm': 'attn_q_norm',
  'self_attn.k_norm': 'attn_k_norm',
  post_attention_layernorm: 'ffn_norm',
  'mlp.gate_proj': 'ffn_gate',
  'mlp.up_proj': 'ffn_up',
  'mlp.down_proj': 'ffn_down',
};
/** Llama 3.1's rope scaling. */
const DIVISORS = 'rope_freqs.weight';
const LAYER_NAME = /^model\.layers\.(\d+)\.(.+)\.(weight|bias)$/;

/** @throws UserError for another architecture or a missing entry */
export function ggufConfig(file: GgufFile): LmConfig {
  const architecture = readArchitecture(file);
  const number = (key: string): number => metadataNumber(file, `${architecture}.${key}`);
  const heads = number('attention.head_count');
  const hiddenSize = number('embedding_length');
  const headDim = optionalNumber(file, `${architecture}.attention.key_length`) ?? hiddenSize / heads;
  const config: LmConfig = {
    architecture,
    vocabSize: file.shape('token_embd.weight')[0] ?? 0,
    hiddenSize,
    layers: number('block_count'),
    heads,
    kvHeads: optionalNumber(file, `${architecture}.attention.head_count_kv`) ?? heads,
    headDim,
    feedForwardSize: number('feed_forward_length'),
    ropeTheta: optionalNumber(file, `${architecture}.rope.freq_base`) ?? 10_000,
    ropeScaling: ropeScaling(file, architecture, headDim),
    rmsNormEps: number('attention.layer_norm_rms_epsilon'),
    tiedEmbeddings: !file.has('output.weight'),
    qkvBias: file.has('blk.0.attn_q.bias'),
    maxPositions: number('context_length'),
    bosTokenId: optionalNumber(file, 'tokenizer.ggml.bos_token_id'),
    eosTokenId: optionalNumber(file, 'tokenizer.ggml.eos_token_id'),
  };
  return checkConfig(config, file.path);
}

function readArchitecture(file: GgufFile): LmFamily {
  const name = metadataText(file, 'general.architecture');
  const known = LM_FAMILIES.find((architecture) => architecture === name);
  if (known !== undefined) return known;
  throw UserError.of({ expected: `an architecture among ${LM_FAMILIES.join(', ')}`, got: `'${name}'`, where: { file: file.path, key: 'general.architecture' }, fix: 'use a model of one of these' });
}

/** Llama 3.1's comes as a tensor of divisors, linear and YaRN scaling as metadata. */
function ropeScaling(file: GgufFile, architecture: string, headDim: number): RopeScaling | null {
  const key = `${architecture}.rope.scaling`;
  const kind = file.metadata.get(`${key}.type`) ?? 'none';
  if (file.has(DIVISORS) && kind === 'none') return { kind: 'divisors', divisors: readDivisors(file, headDim) };
  if (kind === 'none') return null;
  const factor = metadataNumber(file, `${key}.factor`);
  if (!(factor > 0)) throw wrongScaling(file, `a factor of ${factor}`);
  if (kind === 'linear') return { kind, factor };
  if (kind !== 'yarn') throw wrongScaling(file, `'${String(kind)}'`);
  const originalPositions = optionalNumber(file, `${key}.original_context_length`) ?? metadataNumber(file, `${architecture}.context_length`);
  return { kind, factor, originalPositions, betaFast: 32, betaSlow: 1, attentionFactor: 1 + 0.1 * Math.log(Math.max(1, factor)), truncate: true };
}

function readDivisors(file: GgufFile, headDim: number): number[] {
  const [length, ...rest] = file.shape(DIVISORS);
  if (length !== headDim / 2 || rest.length > 0) {
    throw UserError.of({ expected: `shape [${headDim / 2}], half a head`, got: `[${file.shape(DIVISORS).join(', ')}]`, where: { file: file.path, key: DIVISORS }, fix: 'the file is damaged; get it again' });
  }
  const divisors = [...file.read(DIVISORS)];
  if (divisors.every((divisor) => divisor > 0 && Number.isFinite(divisor))) return divisors;
  throw UserError.of({ expected: 'divisors above 0', got: divisors.join(', '), where: { file: file.path, key: DIVISORS }, fix: 'the file is damaged; get it again' });
}

function wrongScaling(file: GgufFile, got: string): UserError {
  return UserError.of({ expected: 'no rope scaling, linear, or yarn', got, where: { file: file.path, key: 'rope.scaling' }, fix: 'use a model without it, or its Hugging Face folder' });
}

/** The same tensors under their Hugging Face names. */
export function ggufAsHf(file: GgufFile, config: LmConfig): TensorSource {
  const inner = (name: string): string => toGgufName(name) ?? unknownTensor(file.path, name);
  return {
    path: file.path,
    names: () => hfNames(file, config),
    has: (name) => { const known = toGgufName(name); return known !== null && file.has(known); },
    shape: (name) => file.shape(inner(name)),
    read: (name) => {
      const values = file.read(inner(name));
      const heads = interleavedHeads(name, config);
      return heads === null ? values : restoreRows(values, heads, config.headDim);
    },
    close: () => { file.close(); },
  };
}

function toGgufName(name: string): string | null {
  const outer = OUTER_NAMES[name];
  if (outer !== undefined) return outer;
  const [, layer, part, kind] = LAYER_NAME.exec(name) ?? [];
  const known = part === undefined ? undefined : LAYER_NAMES[part];
  return known === undefined ? null : `blk.${layer}.${known}.${kind}`;
}

/** Names of the file's tensors as Hugging Face has them; one that it has not keeps its own. */
function hfNames(file: GgufFile, config: LmConfig): string[] {
  const layer = (index: number): string[] =>
    Object.keys(LAYER_NAMES).flatMap((part) => ['weight', 'bias'].map((kind) => `model.layers.${index}.${part}.${kind}`));
  const all = [...Object.keys(OUTER_NAMES), ...Array.from({ length: config.layers }, (_, index) => layer(index)).flat()];
  const hfName = new Map(all.map((name) => [toGgufName(name), name]));
  return file.names().map((name) => hfName.get(name) ?? name);
}

/** How many heads a tensor's rows are interleaved in, or null. */
function interleavedHeads(name: string, config: LmConfig): number | null {
  if (config.architecture !== 'llama') return null;
  if (name.includes('.q_proj.')) return config.heads;
  return name.includes('.k_proj.') ? config.kvHeads : null;
}

/** Row 2i + h of a head in the file is row h · hd/2 + i in Hugging Face's order. */
function restoreRows(values: Float32Array, heads: number, headDim: number): Float32Array {
  const columns = values.length / (heads * headDim);
  const half = headDim / 2;
  const restored = new Float32Array(values.length);
  for (let row = 0; row < heads * headDim; row++) {
    const inHead = row % headDim;
    const target = row - inHead + (inHead % 2) * half + (inHead >> 1);
    restored.set(values.subarray(row * columns, (row + 1) * columns), target * columns);
  }
  return restored;
}
