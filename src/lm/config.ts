/**
 * Shape of a decoder language model of the Llama (SmolLM2 too), Qwen2 or Qwen3 family,
 * and how it is read from a Hugging Face config.json.
 */
import { z } from 'zod';
import { LM_FAMILIES, type LmFamily } from '../config/sections.ts';
import { UserError } from '../errors.ts';
import { hfRopeSchema, parseRopeScaling, toHfRope, type RopeConfig } from './rope-scaling.ts';

/** What each family's files call its model class. */
const HF_CLASSES: Readonly<Record<LmFamily, string>> = { llama: 'LlamaForCausalLM', qwen2: 'Qwen2ForCausalLM', qwen3: 'Qwen3ForCausalLM' };

/** Far beyond any model; a damaged file may say anything. */
const MOST_LAYERS = 1024;
/** The width of Qwen3's heads where config.json does not say it. */
const QWEN3_HEAD_DIM = 128;

/** Everything about a model that is not a weight. Sizes are counts of elements. */
export interface LmConfig extends RopeConfig {
  readonly architecture: LmFamily;
  readonly vocabSize: number;
  readonly hiddenSize: number;
  readonly layers: number;
  /** Query heads. */
  readonly heads: number;
  /** Key and value heads; divides `heads`. */
  readonly kvHeads: number;
  readonly feedForwardSize: number;
  readonly rmsNormEps: number;
  /** The output head is the embedding matrix. */
  readonly tiedEmbeddings: boolean;
  readonly qkvBias: boolean;
  readonly maxPositions: number;
  readonly bosTokenId: number | null;
  readonly eosTokenId: number | null;
}

const size = z.int().positive();
/** Generation configs may list several ids; the first one ends the turn. */
const tokenId = z
  .union([z.int(), z.array(z.int()).min(1)])
  .nullish()
  .transform((id) => (Array.isArray(id) ? (id[0] ?? null) : (id ?? null)));

const hfConfigSchema = z.looseObject({
  model_type: z.enum(LM_FAMILIES),
  vocab_size: size,
  hidden_size: size,
  num_hidden_layers: size,
  num_attention_heads: size,
  num_key_value_heads: size.nullish(),
  head_dim: size.nullish(),
  intermediate_size: size,
  rms_norm_eps: z.number().positive(),
  rope_theta: z.number().positive().optional(),
  rope_scaling: hfRopeSchema,
  rope_parameters: hfRopeSchema,
  partial_rotary_factor: z.literal(1).optional(),
  tie_word_embeddings: z.boolean().default(false),
  attention_bias: z.boolean().optional(),
  mlp_bias: z.literal(false).optional(),
  hidden_act: z.literal('silu').default('silu'),
  use_sliding_window: z.literal(false).default(false),
  layer_types: z.array(z.literal('full_attention')).nullish(),
  max_position_embeddings: size,
  bos_token_id: tokenId,
  eos_token_id: tokenId,
});
type HfConfig = z.infer<typeof hfConfigSchema>;

/**
 * Reads a parsed config.json.
 * @param file its path, for messages
 * @throws UserError where a key is missing, mistyped, or asks for what is not supported
 */
export function parseHfConfig(json: unknown, file: string): LmConfig {
  const parsed = hfConfigSchema.safeParse(json);
  if (!parsed.success) {
    throw UserError.of({
      expected: 'the config.json of a Llama, Qwen2 or Qwen3 model',
      got: z.prettifyError(parsed.error),
      where: { file },
      fix: 'use a model of these architectures (full attention, SiLU, no MLP bias)',
    });
  }
  rejectOutputBias(parsed.data, file);
  return checkConfig(fromHf(parsed.data, file), file);
}

function fromHf(hf: HfConfig, file: string): LmConfig {
  return {
    architecture: hf.model_type,
    vocabSize: hf.vocab_size,
    hiddenSize: hf.hidden_size,
    layers: hf.num_hidden_layers,
    heads: hf.num_attention_heads,
    kvHeads: hf.num_key_value_heads ?? hf.num_attention_heads,
    headDim: hf.head_dim ?? (hf.model_type === 'qwen3' ? QWEN3_HEAD_DIM : hf.hidden_size / hf.num_attention_heads),
    feedForwardSize: hf.intermediate_size,
    ropeTheta: hf.rope_parameters?.rope_theta ?? hf.rope_theta ?? 10_000,
    ropeScaling: parseRopeScaling(hf.rope_parameters ?? hf.rope_scaling, hf.max_position_embeddings, file),
    rmsNormEps: hf.rms_norm_eps,
    tiedEmbeddings: hf.tie_word_embeddings,
    qkvBias: hf.model_type === 'qwen2',
    maxPositions: hf.max_position_embeddings,
    bosTokenId: hf.bos_token_id,
    eosTokenId: hf.eos_token_id,
  };
}

/** With `attention_bias`, Llama and Qwen3 have one after the attention's output too. */
function rejectOutputBias(hf: HfConfig, file: string): void {
  if (hf.model_type === 'qwen2' || hf.attention_bias !== true) return;
  throw UserError.of({
    expected: 'attention without bias',
    got: 'attention_bias: true',
    where: { file, key: 'attention_bias' },
    fix: 'use a model without it; Llama 3, SmolLM2 and Qwen3 have none',
  });
}

/** Relations between the sizes, whatever file they came from. */
export function checkConfig(config: LmConfig, file: string): LmConfig {
  const fail = (expected: string, got: string): never => {
    throw UserError.of({ expected, got, where: { file }, fix: 'the file does not describe a model that can run; get it again' });
  };
  const sizes = ['vocabSize', 'hiddenSize', 'layers', 'heads', 'kvHeads', 'feedForwardSize', 'maxPositions'] as const;
  for (const name of sizes) if (!Number.isSafeInteger(config[name]) || config[name] < 1) fail(`a whole number of ${name}`, String(config[name]));
  if (config.layers > MOST_LAYERS) fail(`at most ${MOST_LAYERS} layers`, String(config.layers));
  if (!(config.ropeTheta > 0 && config.rmsNormEps > 0)) fail('a rotary base and a norm epsilon above 0', `${config.ropeTheta}, ${config.rmsNormEps}`);
  if (config.heads % config.kvHeads !== 0) fail('key/value heads that divide the query heads', `${config.kvHeads} of ${config.heads}`);
  if (!Number.isInteger(config.headDim) || config.headDim % 2 !== 0 || config.headDim < 2) fail('an even head dimension', String(config.headDim));
  return config;
}

/** The config.json that `parseHfConfig` and transformers read back as this model. */
export function toHfConfig(config: LmConfig): Record<string, unknown> {
  return {
    architectures: [HF_CLASSES[config.architecture]],
    model_type: config.architecture,
    vocab_size: config.vocabSize,
    hidden_size: config.hiddenSize,
    num_hidden_layers: config.layers,
    num_attention_heads: config.heads,
    num_key_value_heads: config.kvHeads,
    head_dim: config.headDim,
    intermediate_size: config.feedForwardSize,
    rms_norm_eps: config.rmsNormEps,
    rope_theta: config.ropeTheta,
    rope_parameters: toHfRope(config),
    tie_word_embeddings: config.tiedEmbeddings,
    attention_bias: config.qkvBias,
    hidden_act: 'silu',
    max_position_embeddings: config.maxPositions,
    bos_token_id: config.bosTokenId,
    eos_token_id: config.eosTokenId,
    torch_dtype: 'float32',
  };
}
