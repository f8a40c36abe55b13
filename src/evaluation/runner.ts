/** Runs cells: skips what is finished, goes on where a cell was interrupted, and keeps every batch at once. */
import { UserError } from '../errors.ts';
import type { Method, MethodEntry, MethodInput } from '../methods/method.ts';
import type { Question } from '../ruleworld/types.ts';
import type { CellPlace } from './cell.ts';
import { batches } from './batches.ts';
import type { CellStore } from './cell-store.ts';
import { createMethodHolder } from './method-holder.ts';
import type { Cell } from './plan.ts';
import { evaluationPool } from './pools.ts';
import type { QuestionRecord } from './records.ts';
import { scoreAnswer } from './score.ts';

/** Told after every batch, and once for a cell that was finished before. */
export type Progress = (place: CellPlace, done: number, total: number) => void;

/** What a run needs beside its cells. */
export interface RunContext {
  readonly store: CellStore;
  /** Name of the tensor backend, for the records. */
  readonly backend: string;
  readonly progress: Progress;
}

/** Runs one cell after another, and keeps a method loaded as long as cells of the same one come. */
export interface CellRunner {
  run(cell: Cell): Promise<void>;
  /** Gives the last method back. */
  close(): Promise<void>;
}

export function createCellRunner(context: RunContext): CellRunner {
  const { methodOf, close } = createMethodHolder();
  return { run: (cell) => runCell(cell, methodOf, context), close };
}

/** Runs cells in this process, in their order. */
export async function runCells(cells: readonly Cell[], context: RunContext): Promise<void> {
  const runner = createCellRunner(context);
  try {
    for (const cell of cells) await runner.run(cell);
  } finally {
    await runner.close();
  }
}

async function runCell(cell: Cell, methodOf: (entry: MethodEntry) => Promise<Method>, context: RunContext): Promise<void> {
  const { place, name, questions } = cell;
  const { store, progress } = context;
  if (store.isFinished(name)) return progress(place, questions.length, questions.length);
  const records = store.partial(name);
  const answered = new Set(records.map((record) => record.questionId));
  const open = questions.filter((question) => !answered.has(question.id));
  for (const batch of batches(open, cell.batchSize)) {
    const scored = await answerBatch(cell, await methodOf(cell.entry), batch, context.backend);
    store.append(name, scored);
    records.push(...scored);
    progress(place, records.length, questions.length);
  }
  checkComplete(records, cell);
  store.finish(name);
}

/**
 * Two evaluations at the same cell write its questions twice, which must not pass for a result.
 * @throws UserError unless every question has its record, in their order
 */
export function checkComplete(records: readonly QuestionRecord[], { questions, name }: Cell): void {
  const answered = records.map((record) => record.questionId).join(' ');
  if (answered === questions.map((question) => question.id).join(' ')) return;
  throw UserError.of({
    expected: `one record for each of the ${questions.length} questions, in their order`,
    got: `${records.length} records`,
    where: { file: `${name}.jsonl` },
    fix: 'delete this cell and run the evaluation again, with one command at a time',
  });
}

async function answerBatch(cell: Cell, method: Method, batch: readonly Question[], backend: string): Promise<QuestionRecord[]> {
  const { place, address, data, methodFingerprint, batchSize } = cell;
  const inputs = batch.map((question) => inputOf(question, cell));
  const start = performance.now();
  const answers = await method.answer(inputs);
  const secondsEach = (performance.now() - start) / 1000 / batch.length;
  if (answers.length !== inputs.length) {
    throw new RangeError(`${method.name} gave ${answers.length} answers to ${inputs.length} questions`);
  }
  const { ruleTexts, rulesFingerprint } = data;
  const { retrieval } = method;
  const shared = { place, address, retrieval, rulesFingerprint, ruleTexts, secondsEach, batchSize, backend, methodFingerprint };
  return answers.map((answer, index) => scoreAnswer(inputs[index] as MethodInput, answer, shared));
}

function inputOf(question: Question, { place, data }: Cell): MethodInput {
  const pool = evaluationPool(question, place.ruleCount, data.ruleTexts.length, place.seed);
  return { question, representation: place.representation, pool };
}
