/** The content of a report, before it becomes Markdown or HTML: facts about the run, tables, figures, example questions. */
import type { CaseFinder } from '../analysis/cases.ts';
import { REPOSITORIES } from '../config/sections.ts';
import { errorTable } from '../evaluation/error-table.ts';
import type { QuestionRecord, QuestionScore } from '../evaluation/records.ts';
import type { Results } from '../evaluation/results.ts';
import { mean } from '../statistics/spread.ts';
import type { Table } from '../evaluation/table.ts';
import { makeTable, makeTables, type TableSource } from '../evaluation/tables/catalogue.ts';
import type { TableName } from '../evaluation/tables/names.ts';
import { randomStream } from '../random.ts';
import { allFigures } from './figures/catalogue.ts';
import type { FigureOutcome } from './figures/figure.ts';
import type { FigureSource } from './figures/source.ts';
import { keyFigures, type KeyFigure } from './key-figures.ts';

export interface Report {
  readonly title: string;
  /** The run in a sentence. */
  readonly lead: string;
  readonly keyFigures: readonly KeyFigure[];
  /** Name and value of what a reader needs to know of the run. */
  readonly facts: readonly (readonly [string, string])[];
  readonly tables: readonly Table[];
  readonly figures: readonly FigureOutcome[];
  readonly cases: Pick<CaseFinder, 'counts' | 'studies'>;
  readonly examples: readonly QuestionRecord[];
}

/** Example questions in a report. */
const EXAMPLES = 10;

/** Tables of a report, in their order. Table 10 would repeat Table 4, and Tables 3 and 13 compare several experiments. */
const REPORTED: readonly TableName[] = ['2', '4', 'outside', 'stepwise', '8', '9', '11', '12'];

/**
 * @param examples questions that are shown in full
 * @param cases what was heard of all records
 */
export function buildReport(from: FigureSource, examples: readonly QuestionRecord[], cases: Report['cases']): Report {
  const { results, scores } = from;
  const source: TableSource = { results: [results], scores };
  const tables = REPORTED.flatMap((name) => REPOSITORIES.flatMap((repository) => makeTables(name, source, repository)));
  const errors = REPOSITORIES.map((repository) => errorTable(scores, repository));
  return {
    title: `Evaluation of ${results.experiment}`,
    lead: `${scores.length.toLocaleString('en-US')} answers at commit ${results.commit.slice(0, 10)}; the paper's figures stand beside ours. Its questions are not ours.`,
    keyFigures: keyFigures(results),
    facts: factsOf(results, scores),
    tables: [...tables, ...errors.filter((table) => table.rows.length > 0)],
    figures: allFigures(from),
    cases,
    examples,
  };
}

/** Tables by name, for the repositories that the results have cells of. */
export function resultTables(names: readonly TableName[], source: TableSource): Table[] {
  return REPOSITORIES.flatMap((repository) => names.flatMap((name) => makeTable(name, source, repository)));
}

function factsOf(results: Results, records: readonly QuestionScore[]): [string, string][] {
  const distinct = (values: readonly (string | number)[]): string => [...new Set(values)].join(', ');
  return [
    ['experiment', results.experiment],
    ['commit', results.commit],
    ['backend', distinct(records.map((record) => record.backend))],
    ['evaluator version', distinct(records.map((record) => record.evaluatorVersion))],
    ['methods', distinct(records.map((record) => `${record.method} (${record.methodFingerprint})`))],
    ['seeds', distinct(records.map((record) => record.seed))],
    ['questions answered', String(records.length)],
    ['seconds a question', records.length === 0 ? '–' : mean(records.map((record) => record.seconds)).toFixed(3)],
    ['batch size', distinct(records.map((record) => record.batchSize))],
  ];
}

/** Tells the questions that examples are taken from: the first method's at the largest rule count. */
export function exampleFilter({ cells }: Results): (record: QuestionRecord) => boolean {
  const largest = cells.reduce((count, cell) => Math.max(count, cell.ruleCount), 0);
  return ({ method, ruleCount }) => method === cells[0]?.method && ruleCount === largest;
}

/** Ten of these drawn at random (always the same), of different sub-tasks as far as possible. */
export function chooseExamples(candidates: readonly QuestionRecord[]): QuestionRecord[] {
  const shuffled = randomStream('report/examples').shuffle(candidates);
  const seen = new Set<string>();
  const firsts = shuffled.filter(({ subtask }) => !seen.has(subtask) && seen.add(subtask));
  const rest = shuffled.filter((record) => !firsts.includes(record));
  return [...firsts, ...rest].slice(0, EXAMPLES);
}
