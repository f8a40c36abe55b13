/** What a table needs and the results lack, so that a dash in it can be explained. */
import type { Evaluation } from '../config/evaluation.ts';
import { placeText } from './cell.ts';
import type { ResultCell } from './results.ts';
import { cellPlaces } from './runner.ts';

/** Cells of the matrix that the results have no record of, in words. */
export function missingCells(evaluation: Evaluation, cells: readonly ResultCell[]): string[] {
  const present = new Set(cells.map(placeText));
  const wanted = evaluation.repositories.flatMap((repository) =>
    evaluation.methods.flatMap((method) => cellPlaces(method, repository, evaluation)),
  );
  return wanted.map(placeText).filter((place) => !present.has(place));
}
