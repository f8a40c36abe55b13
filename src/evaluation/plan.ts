/** The cells of an evaluation, in the order in which they are run, each with its address. */
import type { Repository } from '../config/sections.ts';
import type { MethodEntry } from '../methods/method.ts';
import type { Question, Representation, Texts } from '../ruleworld/types.ts';
import { cellAddress, cellName, questionsFingerprint, type CellPlace } from './cell.ts';
import { chooseQuestions, type QuestionSource } from './pools.ts';

/** One rule repository with the test questions over it, and the methods that are set up for it. */
export interface RepositoryData {
  readonly name: Repository;
  /** Rule texts by rule id. */
  readonly ruleTexts: readonly Texts[];
  readonly rulesFingerprint: string;
  readonly questions: QuestionSource;
  readonly methods: readonly MethodEntry[];
}

/** The matrix to run, as the section `evaluation` of an experiment has it. */
export interface Matrix {
  readonly seeds: readonly number[];
  readonly perSubtask: number;
  readonly ruleCounts: readonly number[];
  readonly representations: readonly Representation[];
  readonly batchSize: number;
}

/** A cell with all that is needed to run it. */
export interface Cell {
  readonly place: CellPlace;
  readonly address: string;
  /** File name in the cell store, without its ending. */
  readonly name: string;
  readonly questions: readonly Question[];
  readonly data: RepositoryData;
  readonly entry: MethodEntry;
  readonly methodFingerprint: string;
  readonly batchSize: number;
}

/**
 * All cells: repository by repository, method by method. A method that lacks its
 * weights is found out here, before the first question.
 *
 * @throws UserError for missing weights, and for more questions than there are
 */
export async function planCells(repositories: readonly RepositoryData[], matrix: Matrix): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const data of repositories) {
    const asked = questionsBySeed(data, matrix);
    for (const entry of data.methods) {
      const methodFingerprint = await entry.fingerprint();
      const places = cellPlaces(entry.name, data.name, matrix);
      cells.push(...places.map((place) => cellAt(place, { data, entry, methodFingerprint, batchSize: matrix.batchSize }, asked)));
    }
  }
  return cells;
}

/** The cells of one method over one repository, in the order they are run. */
export function cellPlaces(method: string, repository: Repository, matrix: Omit<Matrix, 'batchSize' | 'perSubtask'>): CellPlace[] {
  return matrix.ruleCounts.flatMap((ruleCount) =>
    matrix.representations.flatMap((representation) =>
      matrix.seeds.map((seed) => ({ method, representation, ruleCount, repository, seed })),
    ),
  );
}

interface Asked {
  readonly questions: readonly Question[];
  readonly fingerprint: string;
}

function questionsBySeed(data: RepositoryData, matrix: Matrix): Map<number, Asked> {
  return new Map(
    matrix.seeds.map((seed) => {
      const questions = chooseQuestions(data.questions, matrix.perSubtask, seed);
      return [seed, { questions, fingerprint: questionsFingerprint(questions) }];
    }),
  );
}

type MethodOverData = Pick<Cell, 'data' | 'entry' | 'methodFingerprint' | 'batchSize'>;

function cellAt(place: CellPlace, method: MethodOverData, asked: ReadonlyMap<number, Asked>): Cell {
  const { questions, fingerprint } = asked.get(place.seed) as Asked;
  const inputs = { method: method.methodFingerprint, rules: method.data.rulesFingerprint, questions: fingerprint };
  const address = cellAddress(place, inputs);
  return { place, address, name: cellName(place, address), questions, ...method };
}
