/**
 * Records of single questions as JSON lines, and the folder of cells they are
 * kept in. A cell being answered grows in `….partial.jsonl`, a batch at a time,
 * and is renamed to `….jsonl` when it is complete.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { REPOSITORIES } from '../config/sections.ts';
import { UserError } from '../errors.ts';
import { REPRESENTATIONS, SUBTASKS } from '../ruleworld/types.ts';

const recall = z.number().nullable();
const rank = z.int().min(1).nullable();

/** One answered question. Rule texts stand in it, so that a record can be read alone. */
export const QuestionRecord = z.strictObject({
  cell: z.string(),
  method: z.string(),
  representation: z.enum(REPRESENTATIONS),
  ruleCount: z.int(),
  repository: z.enum(REPOSITORIES),
  seed: z.int(),
  subtask: z.enum(SUBTASKS),
  questionId: z.string(),
  question: z.string(),
  prompt: z.string(),
  promptHash: z.string(),
  promptTokens: z.int(),
  /** Rules that the LM's context had no room for. */
  promptCut: z.int(),
  /** What the LM wrote. */
  text: z.string(),
  /** The content of its last box; null without one. */
  answer: z.string().nullable(),
  gold: z.string(),
  exactMatch: z.number(),
  recallAt1: recall,
  recallAt10: recall,
  recallAt100: recall,
  /** Wrong although the LM was given every gold rule, or wrong without one of them. */
  outcome: z.enum(['correct', 'retrieved-but-wrong', 'not-retrieved']),
  /** The ten best rules of each retrieval. */
  retrieved: z.array(z.array(z.strictObject({ id: z.int(), score: z.number(), text: z.string() }))),
  /** Gold rules of each step, with their rank in the retrieval they belong to. */
  goldSteps: z.array(z.array(z.strictObject({ id: z.int(), rank, text: z.string() }))),
  /** Seconds of the question's batch, divided by the questions in it. */
  seconds: z.number(),
  batchSize: z.int(),
  backend: z.string(),
  evaluatorVersion: z.int(),
  methodFingerprint: z.string(),
});
export type QuestionRecord = z.infer<typeof QuestionRecord>;

/** Cells of a run, one JSON-lines file each. */
export interface CellStore {
  /** Records of a complete cell, or null. @throws UserError on a damaged file */
  finished(name: string): QuestionRecord[] | null;
  /** Records of an interrupted cell; a line that was cut off in writing is dropped. */
  partial(name: string): QuestionRecord[];
  /** Adds a batch to the cell in progress. */
  append(name: string, records: readonly QuestionRecord[]): void;
  /** Declares the cell complete. */
  finish(name: string): void;
}

/** Opens the folder of cells, making it where needed. */
export function openCellStore(folder: string): CellStore {
  mkdirSync(folder, { recursive: true });
  const complete = (name: string): string => join(folder, `${name}.jsonl`);
  const growing = (name: string): string => join(folder, `${name}.partial.jsonl`);
  return {
    finished: (name) => (existsSync(complete(name)) ? readRecords(complete(name)) : null),
    partial: (name) => (existsSync(growing(name)) ? recoverRecords(growing(name)) : []),
    append: (name, records) => appendFileSync(growing(name), toLines(records)),
    finish: (name) => renameSync(growing(name), complete(name)),
  };
}

function toLines(records: readonly QuestionRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** Reads a JSON-lines file of records. @throws UserError naming the first bad line */
export function readRecords(file: string): QuestionRecord[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line, index) => parseRecord(line, file, index + 1));
}

/** As `readRecords`, after cutting off what follows the last line end, so that the next batch starts a line. */
function recoverRecords(file: string): QuestionRecord[] {
  const bytes = readFileSync(file);
  truncateSync(file, bytes.lastIndexOf('\n') + 1);
  return readRecords(file);
}

function parseRecord(line: string, file: string, number: number): QuestionRecord {
  const result = QuestionRecord.safeParse(parseJson(line));
  if (result.success) return result.data;
  throw UserError.of({
    expected: 'a question record of this version in every line',
    got: result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '),
    where: { file, line: number },
    fix: 'delete this file and run the evaluation again; other cells are kept',
  });
}

/** Undefined for text that is not JSON, which the schema then refuses. */
function parseJson(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}
