/** A split of questions in files, RuleWorld's or of outside data: random access by row. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Table, Vector } from 'apache-arrow';
import { UserError } from '../../errors.ts';
import type { Column } from './columns.ts';
import { parseJson } from './json-cell.ts';
import { readArrowFolder } from './read-arrow.ts';
import { QUESTION_COLUMNS, WORLD_QUESTION_COLUMNS } from './schema.ts';
import { problemSchema } from './structure-schema.ts';
import { CONFIG_KEY } from './write-arrow.ts';
import { QUESTION_SUBTASKS, type Question, type QuestionSubtask, type Step, type Subtask, type WorldQuestion } from '../types.ts';

/** Questions by row. */
export interface QuestionTable<Row extends Question = Question> {
  readonly folder: string;
  readonly length: number;
  /** The configuration that made the questions, as JSON text; null where another program rewrote the files. */
  readonly config: string | null;
  question(row: number): Row;
  subtask(row: number): QuestionSubtask;
  /** Rows of one sub-task, ascending. */
  rowsOf(subtask: QuestionSubtask): readonly number[];
  /** Sub-tasks that have a question, in the order of `QUESTION_SUBTASKS`. */
  readonly subtasks: readonly QuestionSubtask[];
}

/**
 * Opens one split of a folder of questions, such as ('datasets/ruleworld/questions-original', 'train').
 *
 * @throws UserError for a missing split and missing, truncated or foreign files.
 */
export function readQuestions(folder: string, split: string): QuestionTable {
  return readSplit(folder, split, QUESTION_COLUMNS, questionAt);
}

/** The same for RuleWorld's own questions, with what the solver needs. */
export function readWorldQuestions(folder: string, split: string): QuestionTable<WorldQuestion> {
  return readSplit(folder, split, WORLD_QUESTION_COLUMNS, worldQuestionAt);
}

type RowOf<Row> = (columns: Columns, row: number, path: string) => Row;

function readSplit<Row extends Question>(
  folder: string,
  split: string,
  schema: readonly Column<Row>[],
  rowAt: RowOf<Row>,
): QuestionTable<Row> {
  const path = join(folder, split);
  if (existsSync(folder) && !existsSync(path)) throw noSplit(folder, split);
  const table = readArrowFolder(path, schema);
  const columns = vectorsOf(table);
  const subtask = (row: number): QuestionSubtask => get<QuestionSubtask>(columns, 'subtask', row);
  const present = new Set(Array.from({ length: table.numRows }, (_, row) => subtask(row)));
  return {
    folder: path,
    length: table.numRows,
    config: table.schema.metadata.get(CONFIG_KEY) ?? null,
    question: (row) => rowAt(columns, row, path),
    subtask,
    rowsOf: (wanted) => Array.from({ length: table.numRows }, (_, row) => row).filter((row) => subtask(row) === wanted),
    subtasks: QUESTION_SUBTASKS.filter((name) => present.has(name)),
  };
}

function noSplit(folder: string, split: string): UserError {
  return UserError.of({
    expected: `the split ${split}`,
    got: 'no such folder',
    where: { file: join(folder, split) },
    fix: 'add the split to the generating configuration (key questions) and generate again',
  });
}

type Columns = ReadonlyMap<string, Vector>;

function vectorsOf(table: Table): Columns {
  return new Map(table.schema.fields.map((field, index) => [field.name, table.getChildAt(index) as Vector]));
}

function get<T>(columns: Columns, name: string, row: number): T {
  const vector = columns.get(name);
  if (vector === undefined) throw new Error(`no column ${name}`); // excluded by readArrowFolder
  if (row < 0 || row >= vector.length) throw new RangeError(`row ${row} is outside 0 … ${vector.length - 1}`);
  return vector.get(row) as T;
}

function questionAt(columns: Columns, row: number): Question {
  const text = (name: string): string => get<string>(columns, name, row);
  return {
    id: text('id'),
    subtask: text('subtask') as QuestionSubtask,
    question: { FOL: text('question_fol'), NL: text('question_nl') },
    steps: Array.from(get<Iterable<StepRow>>(columns, 'steps', row), stepOf),
    answer: text('answer'),
  };
}

function worldQuestionAt(columns: Columns, row: number, path: string): WorldQuestion {
  const text = (name: string): string => get<string>(columns, name, row);
  return {
    ...questionAt(columns, row),
    subtask: text('subtask') as Subtask,
    problem: parseJson(text('problem'), problemSchema, { file: path, key: `problem of row ${row}` }, 'a problem'),
    provenance: {
      skeleton: text('skeleton'),
      templates: [...get<Iterable<string>>(columns, 'templates', row)],
      seed: text('seed'),
    },
  };
}

interface StepRow {
  readonly explanation_fol: string;
  readonly explanation_nl: string;
  readonly gold: Iterable<number>;
}

function stepOf(row: StepRow): Step {
  return { explanation: { FOL: row.explanation_fol, NL: row.explanation_nl }, gold: [...row.gold] };
}
