/** Random weights of a decoder or a BERT, under their Hugging Face names and in their shapes. */
import type { BertConfig } from '../../encoder/bert-config.ts';
import type { LmConfig } from '../../lm/config.ts';
import type { PlainTensor } from '../../lm/files/safetensors-write.ts';
import { randomStream } from '../../random.ts';

const STD = 0.2;

type Shapes = [name: string, shape: number[]][];

export function randomDecoder(config: LmConfig): Map<string, PlainTensor> {
  const { vocabSize: V, hiddenSize: D, layers, tiedEmbeddings } = config;
  const inner = Array.from({ length: layers }, (_, layer) => decoderLayer(config, `model.layers.${layer}.`)).flat();
  const head: Shapes = tiedEmbeddings ? [] : [['lm_head.weight', [V, D]]];
  return randomTensors([['model.embed_tokens.weight', [V, D]], ...inner, ['model.norm.weight', [D]], ...head]);
}

function decoderLayer(config: LmConfig, prefix: string): Shapes {
  const { hiddenSize: D, feedForwardSize: F, heads, kvHeads, headDim, qkvBias, architecture } = config;
  const [query, key] = [heads * headDim, kvHeads * headDim];
  const biases: Shapes = [['self_attn.q_proj.bias', [query]], ['self_attn.k_proj.bias', [key]], ['self_attn.v_proj.bias', [key]]];
  const headNorms: Shapes = [['self_attn.q_norm.weight', [headDim]], ['self_attn.k_norm.weight', [headDim]]];
  const all: Shapes = [
    ['input_layernorm.weight', [D]],
    ['self_attn.q_proj.weight', [query, D]],
    ['self_attn.k_proj.weight', [key, D]],
    ['self_attn.v_proj.weight', [key, D]],
    ['self_attn.o_proj.weight', [D, query]],
    ...(qkvBias ? biases : []),
    ...(architecture === 'qwen3' ? headNorms : []),
    ['post_attention_layernorm.weight', [D]],
    ['mlp.gate_proj.weight', [F, D]],
    ['mlp.up_proj.weight', [F, D]],
    ['mlp.down_proj.weight', [D, F]],
  ];
  return all.map(([name, shape]) => [prefix + name, shape]);
}

export function randomBert(config: BertConfig): Map<string, PlainTensor> {
  const { vocabSize, hiddenSize: D, maxPositions, firstPosition, tokenTypes, layers } = config;
  const inner = Array.from({ length: layers }, (_, layer) => bertLayer(config, `encoder.layer.${layer}.`)).flat();
  return randomTensors([
    ['embeddings.word_embeddings.weight', [vocabSize, D]],
    ['embeddings.position_embeddings.weight', [maxPositions + firstPosition, D]],
    ['embeddings.token_type_embeddings.weight', [tokenTypes, D]],
    ...affine('embeddings.LayerNorm', [D]),
    ...inner,
  ]);
}

function bertLayer({ hiddenSize: D, feedForwardSize: F }: BertConfig, prefix: string): Shapes {
  return [
    ...['query', 'key', 'value'].flatMap((part) => affine(`${prefix}attention.self.${part}`, [D, D])),
    ...affine(`${prefix}attention.output.dense`, [D, D]),
    ...affine(`${prefix}attention.output.LayerNorm`, [D]),
    ...affine(`${prefix}intermediate.dense`, [F, D]),
    ...affine(`${prefix}output.dense`, [D, F]),
    ...affine(`${prefix}output.LayerNorm`, [D]),
  ];
}

function affine(name: string, weight: number[]): Shapes {
  return [[`${name}.weight`, weight], [`${name}.bias`, weight.slice(0, 1)]];
}

/** Uniform around 0, norms around 1. */
function randomTensors(shapes: Shapes): Map<string, PlainTensor> {
  const random = randomStream('miniature');
  const tensor = (name: string, shape: number[]): PlainTensor => {
    const centre = /norm\.weight$/i.test(name) ? 1 : 0;
    const length = shape.reduce((product, size) => product * size, 1);
    return { shape, data: Float32Array.from({ length }, () => centre + STD * (2 * random.next() - 1)) };
  };
  return new Map(shapes.map(([name, shape]) => [name, tensor(name, shape)]));
}
