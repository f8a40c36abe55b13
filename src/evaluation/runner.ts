/** Runs cells: skips what is finished, goes on where a cell was interrupted, and keeps every batch at once. */
import type { Method, MethodEntry, MethodInput } from '../methods/method.ts';
import { lazy } from '../methods/once.ts';
import type { Repository } from '../config/sections.ts';
import { UserError } from '../errors.ts';
import type { Question, Representation, Texts } from '../ruleworld/types.ts';
import { cellAddress, cellName, questionsFingerprint, type CellPlace } from './cell.ts';
import { chooseQuestions, evaluationPool, type QuestionSource } from './pools.ts';
import type { CellStore, QuestionRecord } from './records.ts';
import { scoreAnswer } from './score.ts';

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

/** Told after every batch, and once for a cell that was finished before. */
export type Progress = (place: CellPlace, done: number, total: number) => void;

/** What a run needs beside its matrix. */
export interface RunContext {
  readonly store: CellStore;
  /** Name of the tensor backend, for the records. */
  readonly backend: string;
  readonly progress: Progress;
}

/** Runs all cells over one repository, method by method; returns the records of all of them. */
export async function runRepository(data: RepositoryData, matrix: Matrix, context: RunContext): Promise<QuestionRecord[]> {
  const records: QuestionRecord[] = [];
  const chosen = new Map(matrix.seeds.map((seed) => [seed, chooseQuestions(data.questions, matrix.perSubtask, seed)]));
  for (const entry of data.methods) {
    const methodFingerprint = await entry.fingerprint();
    const loaded = lazy(() => entry.load(), ({ dispose }) => dispose());
    try {
      for (const place of cellPlaces(entry.name, data.name, matrix)) {
        const questions = chosen.get(place.seed) ?? [];
        const cell = { place, questions, data, methodFingerprint, batchSize: matrix.batchSize };
        records.push(...(await runCell(cell, async () => (await loaded.get()).method, context)));
      }
    } finally {
      await loaded.release();
    }
  }
  return records;
}

/** The cells of one method over one repository, in the order they are run. */
export function cellPlaces(method: string, repository: Repository, matrix: Matrix): CellPlace[] {
  return matrix.ruleCounts.flatMap((ruleCount) =>
    matrix.representations.flatMap((representation) =>
      matrix.seeds.map((seed) => ({ method, representation, ruleCount, repository, seed })),
    ),
  );
}

interface Cell {
  readonly place: CellPlace;
  readonly questions: readonly Question[];
  readonly data: RepositoryData;
  readonly methodFingerprint: string;
  readonly batchSize: number;
}

async function runCell(cell: Cell, load: () => Promise<Method>, context: RunContext): Promise<QuestionRecord[]> {
  const { place, questions } = cell;
  const { store, progress } = context;
  const address = addressOf(cell);
  const name = cellName(place, address);
  const finished = store.finished(name);
  if (finished !== null) {
    checkComplete(finished, questions, name);
    progress(place, finished.length, finished.length);
    return finished;
  }
  const records = store.partial(name);
  const answered = new Set(records.map((record) => record.questionId));
  const open = questions.filter((question) => !answered.has(question.id));
  for (const batch of batches(open, cell.batchSize)) {
    const scored = await answerBatch(cell, address, await load(), batch, context.backend);
    store.append(name, scored);
    records.push(...scored);
    progress(place, records.length, questions.length);
  }
  checkComplete(records, questions, name);
  store.finish(name);
  return records;
}

/** Two processes at the same cell write its questions twice, which must not pass for a result. */
function checkComplete(records: readonly QuestionRecord[], questions: readonly Question[], name: string): void {
  const answered = records.map((record) => record.questionId).join(' ');
  if (answered === questions.map((question) => question.id).join(' ')) return;
  throw UserError.of({
    expected: `one record for each of the ${questions.length} questions, in their order`,
    got: `${records.length} records`,
    where: { file: `${name}.jsonl` },
    fix: 'delete this cell and run the evaluation again, in one process',
  });
}

function addressOf({ place, questions, data, methodFingerprint }: Cell): string {
  const inputs = {
    method: methodFingerprint,
    rules: data.rulesFingerprint,
    questions: questionsFingerprint(questions),
  };
  return cellAddress(place, inputs);
}

async function answerBatch(
  cell: Cell,
  address: string,
  method: Method,
  batch: readonly Question[],
  backend: string,
): Promise<QuestionRecord[]> {
  const inputs = batch.map((question) => inputOf(question, cell));
  const start = performance.now();
  const answers = await method.answer(inputs);
  const secondsEach = (performance.now() - start) / 1000 / batch.length;
  if (answers.length !== inputs.length) {
    throw new RangeError(`${method.name} gave ${answers.length} answers to ${inputs.length} questions`);
  }
  const { place, data, methodFingerprint, batchSize } = cell;
  const { ruleTexts } = data;
  const shared = { place, address, retrieval: method.retrieval, ruleTexts, secondsEach, batchSize, backend, methodFingerprint };
  return answers.map((answer, index) => scoreAnswer(inputs[index] as MethodInput, answer, shared));
}

function inputOf(question: Question, { place, data }: Cell): MethodInput {
  const pool = evaluationPool(question, place.ruleCount, data.ruleTexts.length, place.seed);
  return { question, representation: place.representation, pool };
}

function batches<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}
