/** Which sentence encoder an experiment has. */
import { z } from 'zod';
import { positiveInteger, text } from './sections.ts';

/** How a rule's text becomes its embedding. */
export const Encoder = z.discriminatedUnion('kind', [
  z.strictObject({
    /** Frequency-weighted sum of seeded Gaussian word vectors. */
    kind: z.literal('hashed'),
    /** Width P of an embedding. */
    dimensions: positiveInteger.default(1024),
  }),
  z.strictObject({
    /** Token embeddings of a base model, laid out by section and place. */
    kind: z.literal('lexical'),
    /** Its Hugging Face folder. */
    base: text.default('checkpoints/tiny-base'),
  }),
  z.strictObject({
    /** all-MiniLM-L6-v2. */
    kind: z.literal('minilm'),
    /** Its Hugging Face folder. */
    folder: text.default('models/minilm'),
  }),
  z.strictObject({
    /** bge-m3: XLM-RoBERTa, first token. */
    kind: z.literal('bge-m3'),
    /** Its Hugging Face folder. */
    folder: text,
  }),
  z.strictObject({
    /** Qwen3-Embedding of any size: last token. */
    kind: z.literal('qwen3-embedding'),
    /** Its Hugging Face folder. */
    folder: text,
    /** What a question is compared with rules for; stands before questions, never before rules. */
    instruction: text.default('Given a question, retrieve the rules that are needed to answer it'),
  }),
]);
export type EncoderConfig = z.infer<typeof Encoder>;
