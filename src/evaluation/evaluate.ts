/** The whole matrix of an experiment: every repository's cells, then results.json and the records beside it. */
import { join } from 'node:path';
import { writeJsonAtomically, writeTextAtomically } from '../files/atomic-write.ts';
import type { QuestionRecord } from './records.ts';
import { RESULTS_SCHEMA, resultCells, type Results } from './results.ts';
import { cellPlaces, runRepository, type Matrix, type RepositoryData, type RunContext } from './runner.ts';

/** Where an experiment's evaluation is kept. */
export interface EvaluationFiles {
  /** Folder of single cells. */
  readonly cells: string;
  /** Records of all questions of the last evaluation, as JSON lines. */
  readonly records: string;
  readonly results: string;
  readonly config: string;
}

/** runs/<name>/results.json, and the rest under runs/<name>/evaluation. */
export function evaluationFiles(name: string, root = 'runs'): EvaluationFiles {
  const folder = join(root, name, 'evaluation');
  return {
    cells: join(folder, 'cells'),
    records: join(folder, 'records.jsonl'),
    results: join(root, name, 'results.json'),
    config: join(folder, 'config.yaml'),
  };
}

/** Runs what is not done yet. A method that cannot be loaded is found out before the first question. */
export async function evaluate(
  repositories: readonly RepositoryData[],
  matrix: Matrix,
  context: RunContext,
): Promise<QuestionRecord[]> {
  for (const data of repositories) for (const method of data.methods) await method.fingerprint();
  const records: QuestionRecord[] = [];
  for (const data of repositories) records.push(...(await runRepository(data, matrix, context)));
  return records;
}

/** Questions that the matrix asks in all. */
export function countQuestions(repositories: readonly RepositoryData[], matrix: Matrix, perCell: number): number {
  const cells = repositories.flatMap(({ name, methods }) => methods.flatMap((method) => cellPlaces(method.name, name, matrix)));
  return cells.length * perCell;
}

/** Writes records and results; returns the results. */
export function writeEvaluation(
  files: EvaluationFiles,
  experiment: string,
  commit: string,
  records: readonly QuestionRecord[],
): Results {
  const results: Results = { schema: RESULTS_SCHEMA, commit, experiment, cells: resultCells(records) };
  writeTextAtomically(files.records, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  writeJsonAtomically(files.results, results);
  return results;
}
