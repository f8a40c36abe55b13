/** `runs/<name>/phase2.json`: what neural models that learnt from different selections answer beside the rules. */
import { z } from 'zod';
import { SCALES } from '../energy.ts';
import { parseResults, SetSummaryRecord } from '../tables/summary-file.ts';
import { SELECTIONS } from './arms.ts';

const count = z.int().min(0);
const Right = z.strictObject({ neural: count, rules: count, nesys: count });
const BothSplits = z.strictObject({ dev: Right, test: Right });

const ArmResult = z.strictObject({
  selection: z.enum(SELECTIONS),
  share: z.number().min(0).max(1),
  /** Null for the base. */
  seed: count.nullable(),
  /** That were learnt from. */
  questions: count,
  /** Rules that the cleaning pass took away. */
  discarded: z.array(z.string()),
  right: BothSplits,
});
export type ArmResult = z.infer<typeof ArmResult>;

const Induction = z.strictObject({
  /** The arm whose errors rules were written for. */
  arm: z.string(),
  /** Rules before the cleaning pass, and after the induction. */
  before: count,
  after: count,
  right: BothSplits,
});

const ComparisonRecord = z.strictObject({
  experiment: z.string(),
  commit: z.string(),
  /** The language model that was fine-tuned. */
  model: z.string(),
  scale: z.enum(SCALES),
  /** Questions of each split. */
  questions: z.strictObject({ train: count, dev: count, test: count }),
  /** Rules of phase 1. */
  rules: count,
  arms: z.array(ArmResult).min(1),
  /** Null where nobody was asked to write rules. */
  induction: Induction.nullable(),
  /** The model whose rules were induced last, or else the first one that learnt by rules: accuracy by column, rules, flips. */
  sets: z.array(SetSummaryRecord),
});
export type ComparisonResults = z.infer<typeof ComparisonRecord>;

/** @throws UserError for a file that cannot be read, or that another version wrote */
export function readComparison(file: string): ComparisonResults {
  return parseResults(ComparisonRecord, file, 'dynarule nesys phase2');
}
