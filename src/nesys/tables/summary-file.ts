/** What `runs/<name>/nesys.json` holds, read back for a report. */
import { z } from 'zod';
import { UserError } from '../../errors.ts';
import { readJson } from '../../lm/files/json-file.ts';
import { SCALES } from '../energy.ts';
import { ENVIRONMENTS } from '../question.ts';
import type { SetSummary } from './set-summary.ts';
import type { NesysSummary } from './summary.ts';

const count = z.int().min(0);
const text = z.string();
const Flips = z.strictObject({ better: count, worse: count, neither: count });
const Right = z.strictObject({ neural: count.nullable(), rules: count.nullable(), nesys: count.nullable() });

const RuleUse = z.strictObject({
  rule: count,
  id: text.nullable(),
  weight: z.number(),
  weightAlone: z.number(),
  fires: count,
  firesIn: z.record(text, count),
  decided: Flips,
});

export const SetSummaryRecord: z.ZodType<SetSummary> = z.strictObject({
  environment: z.enum(ENVIRONMENTS),
  backbone: text,
  split: z.enum(['test', 'dev']),
  file: text,
  columns: z.array(z.strictObject({ title: text, questions: count, right: Right, flips: Flips.nullable() })).min(1),
  rules: z.array(RuleUse),
});

const Table = z.strictObject({ title: text, labels: count, columns: z.array(text), rows: z.array(z.array(text)) });

const SummaryRecord = z.strictObject({
  commit: text,
  experiment: text,
  energy: z.strictObject({ scale: z.enum(SCALES), clip: z.boolean() }),
  tables: z.array(z.strictObject({ table: Table, notes: z.array(text) })),
  table4: text,
  gains: Table,
  findings: z.array(z.strictObject({ title: text, lines: z.array(text) })),
  checks: z.array(Table),
  sets: z.array(SetSummaryRecord),
});

/** A summary, and the commit that made it. */
export interface SavedSummary {
  readonly commit: string;
  readonly summary: NesysSummary;
}

/** @throws UserError for a file that cannot be read, or that another version wrote */
export function readSummary(file: string): SavedSummary {
  const { commit, ...summary } = parseResults(SummaryRecord, file, 'dynarule nesys tables');
  return { commit, summary };
}

/** @param command what writes such a file */
export function parseResults<T>(schema: z.ZodType<T>, file: string, command: string): T {
  const parsed = schema.safeParse(readJson(file));
  if (parsed.success) return parsed.data;
  throw UserError.of({ expected: `what \`${command}\` writes`, got: z.prettifyError(parsed.error), where: { file }, fix: `run \`${command}\` again, or remove the file` });
}
