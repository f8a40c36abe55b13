/**
 * Shape of a decoder language model of the Llama or Qwen2 family, and how it is
 * read from a Hugging Face config.json.
 */
import { z } from 'zod';
import { UserError } from '../errors.ts';

export type LmArchitecture = 'llama' | 'qwen2';

/** Everything about a model that is not a weight. Sizes are counts of elements. */
export interface LmConfig {
  readonly architecture: LmArchitecture;
  readonly vocabSize: number;
  readonly hiddenSize: number;
  readonly layers: number;
  /** Query heads. */
  readonly heads: number;
  /** Key and value heads; divides `heads`. */
  readonly kvHeads: number;
  readonly headDim: number;
  readonly feedForwardSize: number;
  /** Base of the rotary position embedding's frequencies. */
  readonly ropeTheta: number;
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
const rope = z.looseObject({ rope_type: z.string().optional(), type: z.string().optional(), rope_theta: z.number().positive().optional() }).nullish();

const hfConfigSchema = z.looseObject({
  model_type: z.enum(['llama', 'qwen2']),
  vocab_size: size,
  hidden_size: size,
  num_hidden_layers: size,
  num_attention_heads: size,
  num_key_value_heads: size.nullish(),
  head_dim: size.nullish(),
  intermediate_size: size,
  rms_norm_eps: z.number().positive(),
  rope_theta: z.number().positive().optional(),
  rope_scaling: rope,
  rope_parameters: rope,
  tie_word_embeddings: z.boolean().default(false),
  attention_bias: z.boolean().optional(),
  mlp_bias: z.literal(false).optional(),
  hidden_act: z.literal('silu').default('silu'),
  use_sliding_window: z.literal(false).default(false),
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
      expected: 'the config.json of a Llama or Qwen2 model',
      got: z.prettifyError(parsed.error),
      where: { file },
      fix: 'use a model of these architectures (full attention, SiLU, no MLP bias)',
    });
  }
  rejectRopeScaling(parsed.data, file);
  return checkConfig(fromHf(parsed.data), file);
}

function fromHf(hf: HfConfig): LmConfig {
  return {
    architecture: hf.model_type,
    vocabSize: hf.vocab_size,
    hiddenSize: hf.hidden_size,
    layers: hf.num_hidden_layers,
    heads: hf.num_attention_heads,
    kvHeads: hf.num_key_value_heads ?? hf.num_attention_heads,
    headDim: hf.head_dim ?? hf.hidden_size / hf.num_attention_heads,
    feedForwardSize: hf.intermediate_size,
    ropeTheta: hf.rope_parameters?.rope_theta ?? hf.rope_theta ?? 10_000,
    rmsNormEps: hf.rms_norm_eps,
    tiedEmbeddings: hf.tie_word_embeddings,
    qkvBias: hf.attention_bias ?? hf.model_type === 'qwen2',
    maxPositions: hf.max_position_embeddings,
    bosTokenId: hf.bos_token_id,
    eosTokenId: hf.eos_token_id,
  };
}

function rejectRopeScaling(hf: HfConfig, file: string): void {
  const scaling = hf.rope_parameters ?? hf.rope_scaling;
  const kind = scaling?.rope_type ?? scaling?.type ?? 'default';
  if (kind === 'default') return;
  throw UserError.of({
    expected: 'plain rotary positions',
    got: `rope scaling '${kind}'`,
    where: { file, key: 'rope_scaling' },
    fix: 'use a model without rope scaling (Qwen2.5, Llama 3, SmolLM2)',
  });
}

/** Relations between the sizes, whatever file they came from. */
export function checkConfig(config: LmConfig, file: string): LmConfig {
  const fail = (expected: string, got: string): never => {
    throw UserError.of({ expected, got, where: { file }, fix: 'the file does not describe a model that can run; get it again' });
  };
  if (config.heads % config.kvHeads !== 0) fail('key/value heads that divide the query heads', `${config.kvHeads} of ${config.heads}`);
  if (!Number.isInteger(config.headDim) || config.headDim % 2 !== 0) fail('an even head dimension', String(config.headDim));
  return config;
}

/** The config.json that `parseHfConfig` and transformers read back as this model. */
export function toHfConfig(config: LmConfig): Record<string, unknown> {
  return {
    architectures: [config.architecture === 'qwen2' ? 'Qwen2ForCausalLM' : 'LlamaForCausalLM'],
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
    tie_word_embeddings: config.tiedEmbeddings,
    attention_bias: config.qkvBias,
    hidden_act: 'silu',
    max_position_embeddings: config.maxPositions,
    bos_token_id: config.bosTokenId,
    eos_token_id: config.eosTokenId,
    torch_dtype: 'float32',
  };
}
