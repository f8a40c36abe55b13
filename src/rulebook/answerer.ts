/** A model that answers from rules, with all that it takes. */
import type { Answers } from '../config/own-rules.ts';
import type { DynaRuleModel } from '../dynarule/decode.ts';
import type { ExampleFormat } from '../dynarule/example.ts';
import type { Refusal } from '../dynarule/refusal.ts';
import type { Encoder } from '../encoder/encoder.ts';

export interface Answerer {
  readonly dynarule: DynaRuleModel;
  readonly format: ExampleFormat;
  readonly encoder: Encoder;
  /** What its answers are made of. */
  readonly answers: Answers;
  /** When it says that no rule applies; null: never. */
  readonly refusal: Refusal | null;
}
