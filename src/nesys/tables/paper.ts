/** The paper's Tables 1–3, for printing beside what the published files give. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { PAPER_ENVIRONMENTS, type PaperEnvironment } from '../environments/columns.ts';
import type { JudgeName } from './judges.ts';

const Row = z.strictObject({
  method: z.string(),
  /** The model that was fine-tuned; null for one that is prompted. */
  backbone: z.string().nullable(),
  /** Percent by title of the column, and under `average` that of all questions. */
  values: z.record(z.string(), z.number()),
});
export type PaperRow = z.infer<typeof Row>;

const Paper = z.strictObject({
  source: z.string(),
  tables: z.array(z.strictObject({ table: z.int(), environment: z.enum(PAPER_ENVIRONMENTS), rows: z.array(Row) })),
});

export interface PaperTable {
  readonly table: number;
  readonly environment: PaperEnvironment;
  readonly rows: readonly PaperRow[];
}

/** In the order of the paper. */
export const PAPER_TABLES: readonly PaperTable[] = Paper.parse(JSON.parse(readFileSync(new URL('paper.json', import.meta.url), 'utf8'))).tables;

/** Rows that the published files of a model can give, and which of our judges stands for each. */
const PAPER_JUDGES: readonly (readonly [RegExp, JudgeName])[] = [
  [/^Neural WM \(Phase 2\)$/, 'neural'],
  [/^Symbolic WM \(Phase 2\)$/, 'rules'],
  [/^NeSyS \(ours/, 'nesys'],
];

/** The judge that a row of the paper is of; null where its runs are not among the published files. */
export function judgeOf({ method }: PaperRow): JudgeName | null {
  return PAPER_JUDGES.find(([name]) => name.test(method))?.[1] ?? null;
}

/** Models of the published files, and what the paper calls them. */
export const MODELS = { llama: 'Llama3.2-1B', qwen: 'Qwen3-4B' } as const;
export type Model = keyof typeof MODELS;
export const MODEL_NAMES = Object.keys(MODELS) as Model[];

/** The model of the files behind a row; null for a row that is of none. */
export function modelOf({ backbone }: PaperRow): Model | null {
  return MODEL_NAMES.find((model) => MODELS[model] === backbone) ?? null;
}

/** The paper's row of a judge, for a model in an environment. */
export function paperRowOf(environment: PaperEnvironment, model: Model, judge: JudgeName): PaperRow | null {
  const rows = PAPER_TABLES.find((table) => table.environment === environment)?.rows ?? [];
  return rows.find((row) => modelOf(row) === model && judgeOf(row) === judge) ?? null;
}
