/** What an evaluation leaves: results.json, the records beside it, and reading both again. */
import { dirname, join } from 'node:path';
import type { Split } from '../config/evaluation.ts';
import { UserError } from '../errors.ts';
import { writeJsonAtomically, writePartsAtomically } from '../files/atomic-write.ts';
import type { CellStore } from './cell-store.ts';
import type { Cell } from './plan.ts';
import { eachRecord, scoreOf, toLines, type QuestionRecord, type QuestionScore } from './records.ts';
import { readResults, RESULTS_SCHEMA, resultCells, type ResultCell, type Results } from './results.ts';
import { checkComplete } from './runner.ts';

/** Where an experiment's evaluation is kept. */
export interface EvaluationFiles {
  /** Folder of single cells. */
  readonly cells: string;
  /** Records of all questions of the last evaluation, as JSON lines. */
  readonly records: string;
  readonly results: string;
  readonly config: string;
}

/** Where answers to questions of this split are kept: those to validation questions apart, so that they never pass for results. */
export function splitFiles(name: string, split: Split, root: string): EvaluationFiles {
  return evaluationFiles(split === 'test' ? name : join(name, split), root);
}

/** runs/<name>/results.json, and the rest under runs/<name>/evaluation. */
export function evaluationFiles(name: string, root = 'runs'): EvaluationFiles {
  return filesBeside(join(root, name, 'results.json'));
}

function filesBeside(results: string): EvaluationFiles {
  const folder = join(dirname(results), 'evaluation');
  return { cells: join(folder, 'cells'), records: join(folder, 'records.jsonl'), results, config: join(folder, 'config.yaml') };
}

/** An evaluation as tables and comparisons need it. */
export interface Evaluated {
  readonly results: Results;
  /** One for each question. */
  readonly scores: readonly QuestionScore[];
}

/**
 * Gathers the finished cells of a plan into results.json and the records beside it.
 *
 * @throws UserError for a damaged cell, and where none is finished
 */
export function gatherEvaluation(
  cells: readonly Cell[],
  store: CellStore,
  files: EvaluationFiles,
  { experiment, commit }: Pick<Results, 'experiment' | 'commit'>,
): Evaluated {
  const scores: QuestionScore[] = [];
  const gathered: ResultCell[] = [];
  writePartsAtomically(files.records, cellLines());
  const results: Results = { schema: RESULTS_SCHEMA, commit, experiment, cells: gathered };
  writeJsonAtomically(files.results, results);
  return { results, scores };

  function* cellLines(): Generator<string> {
    for (const records of finishedCells(cells, store)) {
      scores.push(...records.map(scoreOf));
      gathered.push(...resultCells(records));
      yield toLines(records);
    }
    if (gathered.length === 0) throw nothingFinished(files.cells);
  }
}

function* finishedCells(cells: readonly Cell[], store: CellStore): Generator<QuestionRecord[]> {
  for (const cell of cells) {
    const records = store.finished(cell.name);
    if (records === null) continue;
    checkComplete(records, cell);
    yield records;
  }
}

function nothingFinished(folder: string): UserError {
  return UserError.of({
    expected: 'at least one finished cell of this experiment as it is now configured',
    got: 'none',
    where: { file: folder },
    fix: 'leave --finished out, so that its questions are answered',
  });
}

/**
 * Reads a results.json with the records beside it.
 *
 * @param hear is given every record in full
 * @throws UserError where either is missing, damaged or of another version, and where they are not of one evaluation
 */
export function readEvaluation(file: string, hear: (record: QuestionRecord) => void = () => undefined): Evaluated {
  const results = readResults(file);
  const { records } = filesBeside(file);
  const scores: QuestionScore[] = [];
  for (const record of eachRecord(records)) {
    hear(record);
    scores.push(scoreOf(record));
  }
  checkTogether(results, scores.length, records);
  return { results, scores };
}

function checkTogether({ cells }: Results, found: number, file: string): void {
  const answered = cells.reduce((sum, { n }) => sum + n, 0);
  if (answered === found) return;
  throw UserError.of({
    expected: `the records of the ${answered} questions that results.json sums up`,
    got: `${found} records`,
    where: { file },
    fix: 'make both again: dynarule eval-table --table 2 with the same experiment (finished cells are kept)',
  });
}
