/**
 * What the analyses leave under runs/<name>/analysis, one JSON file each, and reading it
 * again. Layers count from 0 in files. Intervals are over questions.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../errors.ts';
import { QuestionRecord } from '../evaluation/records.ts';
import { writeJsonAtomically } from '../files/atomic-write.ts';
import { readJson } from '../lm/files/json-file.ts';
import { REPRESENTATIONS, QUESTION_SUBTASKS } from '../ruleworld/types.ts';
import { FAULT_KINDS } from './faults.ts';
import { openKeptParts, type KeptParts } from './kept-parts.ts';
import type { AnalysisName } from './names.ts';

const representation = z.enum(REPRESENTATIONS);
const fraction = z.number().min(0).max(1);
const spread = z.number().min(0).nullable();
/** A mean with its sample deviation and half its 95 % interval; see src/statistics. */
const summary = z.strictObject({ mean: z.number(), std: spread, ci95: spread });

const head = { experiment: z.string(), commit: z.string(), questions: z.int().min(1) };

const Retention = z.strictObject({
  ...head,
  adapters: z.string(),
  rows: z.array(
    z.strictObject({
      representation,
      /** Where the right rules are: at one layer, at all, or at none. */
      right: z.enum(['one', 'all', 'none']),
      layer: z.int().min(0).nullable(),
      exactMatch: summary,
    }),
  ),
});

const Attention = z.strictObject({
  ...head,
  /** Folder of the adapters, shipped ones or those of the experiment's own run. */
  adapters: z.string(),
  ruleCount: z.int().min(1),
  layers: z.array(z.int().min(0)),
  /** Attention, while a step is written, to the gold rules of a step; both from 1. */
  stairs: z.array(z.strictObject({ representation, writing: z.int().min(1), of: z.int().min(1), attention: fraction, questions: z.int().min(1) })),
  examples: z.array(
    z.strictObject({
      representation,
      subtask: z.enum(QUESTION_SUBTASKS),
      questionId: z.string(),
      question: z.string(),
      tokens: z.array(z.strictObject({ text: z.string(), step: z.int().min(1) })),
      rules: z.array(z.strictObject({ id: z.int().min(0), step: z.int().min(1), text: z.string() })),
      /** By rule, then token. */
      attention: z.array(z.array(fraction)),
    }),
  ),
});

const RemovalRow = z.strictObject({ method: z.string(), representation, removed: fraction, exactMatch: summary });
const Removal = z.strictObject({ ...head, ruleCount: z.int().min(1), rows: z.array(RemovalRow) });

const CostRow = z.strictObject({
  method: z.string(),
  ruleCount: z.int().min(1),
  promptTokens: z.number().min(0),
  answerTokens: z.number().min(0),
  firstTokenSeconds: summary,
  totalSeconds: summary,
  /** After the first one. */
  tokensPerSecond: summary,
  /** Largest sum of all tensors on the way to the first token, the model's weights among them. */
  peakBytes: z.number().min(0),
});
const Cost = z.strictObject({ ...head, backend: z.string(), rows: z.array(CostRow) });

/** Rows that take long enough to be kept one by one. */
const KEPT_ROWS = { removal: RemovalRow, cost: CostRow } as const;
type KeptRow<N extends keyof typeof KEPT_ROWS> = z.infer<(typeof KEPT_ROWS)[N]>;

const Cases = z.strictObject({
  ...head,
  counts: z.array(
    z.strictObject({
      method: z.string(),
      representation,
      ruleCount: z.int(),
      repository: z.string(),
      answered: z.int(),
      wrong: z.int(),
      faults: z.record(z.enum(FAULT_KINDS), z.int()),
    }),
  ),
  studies: z.array(z.strictObject({ kind: z.enum(FAULT_KINDS), step: z.int().min(1), reason: z.string(), record: QuestionRecord })),
});

const SCHEMAS = { retention: Retention, attention: Attention, removal: Removal, cost: Cost, cases: Cases } as const;

export type Analysis<N extends AnalysisName> = z.infer<(typeof SCHEMAS)[N]>;
/** Those that figures are drawn from; case studies come from the records themselves. */
export type Analyses = { readonly [N in Exclude<AnalysisName, 'cases'>]: Analysis<N> | null };

/** runs/<name>/analysis/<analysis>.json */
export function analysisFile(analysis: AnalysisName, experiment: string, root: string): string {
  return join(root, experiment, 'analysis', `${analysis}.json`);
}

/** Writes the analysis; its rows need not be kept one by one any longer. */
export function writeAnalysis<N extends AnalysisName>(name: N, found: Analysis<N>, root: string): string {
  const file = analysisFile(name, found.experiment, root);
  writeJsonAtomically(file, found);
  rmSync(partsFile(name, found.experiment, root), { force: true });
  return file;
}

/** Rows of an analysis that may have been stopped on the way. */
export function keptRows<N extends keyof typeof KEPT_ROWS>(name: N, experiment: string, root: string): KeptParts<KeptRow<N>> {
  return openKeptParts(partsFile(name, experiment, root), KEPT_ROWS[name] as unknown as z.ZodType<KeptRow<N>>);
}

function partsFile(analysis: AnalysisName, experiment: string, root: string): string {
  return join(root, experiment, 'analysis', `${analysis}.part.jsonl`);
}

/** The analyses of an experiment that figures are drawn from; null where one was not made. @throws UserError for a damaged file */
export function readAnalyses(experiment: string, root: string): Analyses {
  const read = <N extends AnalysisName>(name: N): Analysis<N> | null => readAnalysis(name, experiment, root);
  return { retention: read('retention'), attention: read('attention'), removal: read('removal'), cost: read('cost') };
}

function readAnalysis<N extends AnalysisName>(name: N, experiment: string, root: string): Analysis<N> | null {
  const file = analysisFile(name, experiment, root);
  if (!existsSync(file)) return null;
  const parsed = SCHEMAS[name].safeParse(readJson(file));
  if (parsed.success) return parsed.data as Analysis<N>;
  throw UserError.of({
    expected: `what \`dynarule analyse ${name}\` writes`,
    got: z.prettifyError(parsed.error),
    where: { file },
    fix: `delete this file, or make it again: dynarule analyse ${name}`,
  });
}
