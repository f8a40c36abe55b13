/** Shape of a BERT sentence encoder, from the Hugging Face config.json beside its weights. */
import { z } from 'zod';
import { UserError } from '../errors.ts';

export interface BertConfig {
  readonly vocabSize: number;
  readonly hiddenSize: number;
  readonly layers: number;
  /** Divides `hiddenSize`. */
  readonly heads: number;
  readonly feedForwardSize: number;
  readonly maxPositions: number;
  readonly layerNormEps: number;
}

const size = z.int().positive();
const schema = z.looseObject({
  model_type: z.literal('bert'),
  vocab_size: size,
  hidden_size: size,
  num_hidden_layers: size,
  num_attention_heads: size,
  intermediate_size: size,
  max_position_embeddings: size,
  layer_norm_eps: z.number().positive(),
  hidden_act: z.literal('gelu').default('gelu'),
  position_embedding_type: z.literal('absolute').default('absolute'),
});

/**
 * Checks a parsed config.json.
 * @throws UserError naming every key that is missing or that this forward pass does not cover
 */
export function parseBertConfig(json: unknown, file: string): BertConfig {
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw unsupported(z.prettifyError(parsed.error), file);
  const config = parsed.data;
  if (config.hidden_size % config.num_attention_heads !== 0) {
    throw unsupported(`hidden_size ${config.hidden_size} is not a multiple of ${config.num_attention_heads} heads`, file);
  }
  return {
    vocabSize: config.vocab_size,
    hiddenSize: config.hidden_size,
    layers: config.num_hidden_layers,
    heads: config.num_attention_heads,
    feedForwardSize: config.intermediate_size,
    maxPositions: config.max_position_embeddings,
    layerNormEps: config.layer_norm_eps,
  };
}

function unsupported(got: string, file: string): UserError {
  return UserError.of({
    expected: 'the config of a BERT encoder (all-MiniLM-L6-v2)',
    got,
    where: { file },
    fix: 'take config.json from the same model folder as the weights',
  });
}
