/**
 * The folder of cells. A cell being answered grows in `….partial.jsonl`, a batch
 * at a time, and is renamed to `….jsonl` when it is complete.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { readRecords, toLines, type QuestionRecord } from './records.ts';

/** Cells of a run, one JSON-lines file each. */
export interface CellStore {
  isFinished(name: string): boolean;
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
    isFinished: (name) => existsSync(complete(name)),
    finished: (name) => (existsSync(complete(name)) ? readRecords(complete(name)) : null),
    partial: (name) => (existsSync(growing(name)) ? recoverRecords(growing(name)) : []),
    append: (name, records) => appendFileSync(growing(name), toLines(records)),
    finish: (name) => renameSync(growing(name), complete(name)),
  };
}

/** Reads after cutting off what follows the last line end, so that the next batch starts a line. */
function recoverRecords(file: string): QuestionRecord[] {
  const bytes = readFileSync(file);
  truncateSync(file, bytes.lastIndexOf('\n') + 1);
  return readRecords(file);
}
