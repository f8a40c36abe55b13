/** Shape of a sentence encoder of the BERT or XLM-RoBERTa family, from the Hugging Face config.json beside its weights. */
import { z } from 'zod';
import { UserError } from '../errors.ts';

export interface BertConfig {
  readonly vocabSize: number;
  readonly hiddenSize: number;
  readonly layers: number;
  /** Divides `hiddenSize`. */
  readonly heads: number;
  readonly feedForwardSize: number;
  /** Longest text in tokens. */
  readonly maxPositions: number;
  /** Row of the table of positions that a text's first token has: RoBERTa's begins after the padding's. */
  readonly firstPosition: number;
  /** Rows of the table of token types, of which the first one is used. */
  readonly tokenTypes: number;
  readonly layerNormEps: number;
}

/** RoBERTa's padding id where config.json does not say it. */
const ROBERTA_PADDING = 1;
/** Far beyond any model; a damaged file may say anything. */
const MOST_LAYERS = 1024;

const size = z.int().positive();
const schema = z.looseObject({
  model_type: z.enum(['bert', 'xlm-roberta']),
  vocab_size: size,
  hidden_size: size,
  num_hidden_layers: size,
  num_attention_heads: size,
  intermediate_size: size,
  max_position_embeddings: size,
  type_vocab_size: size.default(2),
  pad_token_id: z.int().nonnegative().optional(),
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
  const firstPosition = config.model_type === 'bert' ? 0 : (config.pad_token_id ?? ROBERTA_PADDING) + 1;
  const maxPositions = config.max_position_embeddings - firstPosition;
  if (maxPositions < 1 || config.num_hidden_layers > MOST_LAYERS) {
    throw unsupported(`${config.max_position_embeddings} positions and ${config.num_hidden_layers} layers`, file);
  }
  return {
    vocabSize: config.vocab_size,
    hiddenSize: config.hidden_size,
    layers: config.num_hidden_layers,
    heads: config.num_attention_heads,
    feedForwardSize: config.intermediate_size,
    maxPositions,
    firstPosition,
    tokenTypes: config.type_vocab_size,
    layerNormEps: config.layer_norm_eps,
  };
}

function unsupported(got: string, file: string): UserError {
  return UserError.of({
    expected: 'the config of a BERT or XLM-RoBERTa encoder (all-MiniLM-L6-v2, bge-m3)',
    got,
    where: { file },
    fix: 'take config.json from the same model folder as the weights',
  });
}
