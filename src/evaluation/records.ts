/** Records of single questions, as JSON lines. */
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { REPOSITORIES } from '../config/sections.ts';
import { UserError } from '../errors.ts';
import { linesOf } from '../files/lines.ts';
import { RETRIEVAL_KINDS } from '../methods/method.ts';
import { REPRESENTATIONS, QUESTION_SUBTASKS } from '../ruleworld/types.ts';
import { EVALUATOR_VERSION } from './cell.ts';
import { parseJson } from '../files/parse-json.ts';

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
  subtask: z.enum(QUESTION_SUBTASKS),
  /** Whether the method retrieves before each step, once, in rounds, or not at all. */
  retrieval: z.enum(RETRIEVAL_KINDS),
  questionId: z.string(),
  /** Fingerprint of the pool: its rules in their order. */
  pool: z.string(),
  question: z.string(),
  prompt: z.string(),
  promptHash: z.string(),
  promptTokens: z.int(),
  /** Whether `promptTokens` is an estimate, from above: an endpoint's tokenizer is not at hand. */
  promptTokensEstimated: z.boolean(),
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
  /** What each retrieval searched for, where the method writes that itself. */
  queries: z.array(z.string().nullable()).optional(),
  /** Gold rules of each step, with their rank in the retrieval they belong to. */
  goldSteps: z.array(z.array(z.strictObject({ id: z.int(), rank, text: z.string() }))),
  /** Seconds of the question's batch, divided by the questions in it. */
  seconds: z.number(),
  batchSize: z.int(),
  backend: z.string(),
  evaluatorVersion: z.literal(EVALUATOR_VERSION),
  methodFingerprint: z.string(),
});
export type QuestionRecord = z.infer<typeof QuestionRecord>;

/** A record without its long texts: what tables and comparisons are made of. */
export type QuestionScore = Omit<QuestionRecord, 'prompt' | 'text' | 'retrieved' | 'queries' | 'goldSteps'>;

/** Leaves out the long texts, so that the records of a whole evaluation can be held at once. */
export function scoreOf({ prompt: _, text: __, retrieved: ___, goldSteps: ____, queries: _____, ...score }: QuestionRecord): QuestionScore {
  return score;
}

/** Records as lines of a file. */
export function toLines(records: readonly QuestionRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** Reads a JSON-lines file of records, one at a time. @throws UserError where it is missing, naming the first bad line otherwise */
export function* eachRecord(file: string): Generator<QuestionRecord> {
  if (!existsSync(file)) {
    throw UserError.of({ expected: 'the records of an evaluation', got: 'no such file', where: { file }, fix: EVALUATE_AGAIN });
  }
  let number = 0;
  for (const line of linesOf(file)) {
    number += 1;
    yield parseRecord(line, file, number);
  }
}

/** All records of a file. @throws UserError as `eachRecord` */
export function readRecords(file: string): QuestionRecord[] {
  return [...eachRecord(file)];
}

const EVALUATE_AGAIN = 'run the evaluation again: dynarule eval-table --table 2 with the same experiment (finished cells are kept)';

function parseRecord(line: string, file: string, number: number): QuestionRecord {
  const json = parseJson(line);
  const result = QuestionRecord.safeParse(json);
  if (result.success) return result.data;
  throw UserError.of({
    expected: `a question record of evaluator version ${EVALUATOR_VERSION} in every line`,
    got: versionOf(json) ?? result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '),
    where: { file, line: number },
    fix: 'delete this file and run the evaluation again; other cells are kept',
  });
}

/** Says that a record is of another version, where it is: the list of keys that differ would hide it. */
function versionOf(json: unknown): string | null {
  const parsed = z.object({ evaluatorVersion: z.int() }).safeParse(json);
  if (!parsed.success || parsed.data.evaluatorVersion === EVALUATOR_VERSION) return null;
  return `version ${parsed.data.evaluatorVersion}`;
}
