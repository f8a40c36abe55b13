/** results.json: one record for each cell and sub-task, from which every table is made. */
import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { REPOSITORIES } from '../config/sections.ts';
import { UserError } from '../errors.ts';
import { REPRESENTATIONS, QUESTION_SUBTASKS } from '../ruleworld/types.ts';
import type { QuestionRecord } from './records.ts';
import { groupBy, mean, meanOrNull } from '../statistics/spread.ts';
import { parseJson } from '../files/parse-json.ts';

/** Version of the file's format. */
export const RESULTS_SCHEMA = 1;

const fraction = z.number().min(0).max(1);

/** Scores of one sub-task in one cell. Recall is null for a method that retrieves nothing. */
export const ResultCell = z.strictObject({
  method: z.string(),
  representation: z.enum(REPRESENTATIONS),
  ruleCount: z.int().min(1),
  repository: z.enum(REPOSITORIES),
  seed: z.int(),
  subtask: z.enum(QUESTION_SUBTASKS),
  /** Number of questions. */
  n: z.int().min(1),
  exactMatch: fraction,
  recallAt1: fraction.nullable(),
  recallAt10: fraction.nullable(),
  recallAt100: fraction.nullable(),
});
export type ResultCell = z.infer<typeof ResultCell>;

export const Results = z.strictObject({
  schema: z.literal(RESULTS_SCHEMA),
  /** Commit of the code, or `unknown` outside a repository. */
  commit: z.string(),
  /** Name of the experiment. */
  experiment: z.string(),
  cells: z.array(ResultCell),
});
export type Results = z.infer<typeof Results>;

/** Means of the records of each cell and sub-task, in the order in which they first come. */
export function resultCells(records: readonly QuestionRecord[]): ResultCell[] {
  return groupBy(records, (record) => `${record.cell}/${record.subtask}`).map(cellOf);
}

function cellOf(records: readonly QuestionRecord[]): ResultCell {
  const [first] = records;
  if (first === undefined) throw new RangeError('a cell needs records');
  const { method, representation, ruleCount, repository, seed, subtask } = first;
  return {
    method,
    representation,
    ruleCount,
    repository,
    seed,
    subtask,
    n: records.length,
    exactMatch: mean(records.map((record) => record.exactMatch)),
    recallAt1: meanOrNull(records.map((record) => record.recallAt1)),
    recallAt10: meanOrNull(records.map((record) => record.recallAt10)),
    recallAt100: meanOrNull(records.map((record) => record.recallAt100)),
  };
}

/** Reads results.json. @throws UserError where it is missing, damaged or of another version */
export function readResults(file: string): Results {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat?.isFile() !== true) {
    throw UserError.of({
      expected: 'a results file, such as runs/<name>/results.json',
      got: stat === undefined ? 'no such file' : 'a folder',
      where: { file },
      fix: 'make it with: make eval-table2 EXPERIMENT=experiments/<name>.yaml',
    });
  }
  const json = parseJson(readFileSync(file, 'utf8'));
  const result = Results.safeParse(json);
  if (!result.success) throw otherResults(file, faultOf(json, result.error));
  if (result.data.cells.length === 0) throw otherResults(file, 'no cells');
  return result.data;
}

function otherResults(file: string, got: string): UserError {
  return UserError.of({
    expected: `results of schema ${RESULTS_SCHEMA}, with at least one cell`,
    got,
    where: { file },
    fix: 'make it again with: make eval-table2 EXPERIMENT=experiments/<name>.yaml (finished cells are kept)',
  });
}

/** Another schema is named as such: the list of keys that differ would hide it. */
function faultOf(json: unknown, error: z.ZodError): string {
  const parsed = z.object({ schema: z.int() }).safeParse(json);
  if (parsed.success && parsed.data.schema !== RESULTS_SCHEMA) return `schema ${parsed.data.schema}`;
  return error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).slice(0, 5).join('; ');
}
