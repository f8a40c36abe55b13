/** The content of a report, before it becomes Markdown or HTML: facts about the run, tables, example questions. */
import { REPOSITORIES } from '../config/sections.ts';
import { errorTable } from '../evaluation/error-table.ts';
import type { QuestionRecord } from '../evaluation/records.ts';
import type { Results } from '../evaluation/results.ts';
import { mean } from '../evaluation/statistics.ts';
import type { Table } from '../evaluation/table.ts';
import { table2, table4 } from '../evaluation/tables.ts';
import { randomStream } from '../ruleworld/random.ts';

export interface Report {
  readonly title: string;
  /** Name and value of what a reader needs to know of the run. */
  readonly facts: readonly (readonly [string, string])[];
  readonly tables: readonly Table[];
  readonly examples: readonly QuestionRecord[];
}

/** Example questions in a report. */
const EXAMPLES = 10;

/** Tables with at least one row: Table 2, Table 4 and the errors, repository by repository. */
export function buildReport(results: Results, records: readonly QuestionRecord[]): Report {
  const tables = resultTables([results]);
  const errors = REPOSITORIES.map((repository) => errorTable(records, repository));
  return {
    title: `Evaluation of ${results.experiment}`,
    facts: factsOf(results, records),
    tables: [...tables, ...errors.filter((table) => table.rows.length > 0)],
    examples: chooseExamples(records),
  };
}

/** Tables 2 and 4 for the repositories that the results have cells of. */
export function resultTables(results: readonly Results[]): Table[] {
  const tables = REPOSITORIES.flatMap((repository) => [
    table2(results, repository),
    table4(results, repository),
  ]);
  return tables.filter((table) => table.rows.length > 0);
}

function factsOf(results: Results, records: readonly QuestionRecord[]): [string, string][] {
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

/**
 * Ten questions drawn at random (always the same), of different sub-tasks as far
 * as possible, from the first method's cells at the largest rule count.
 */
export function chooseExamples(records: readonly QuestionRecord[]): QuestionRecord[] {
  const largest = Math.max(...records.map((record) => record.ruleCount));
  const candidates = records.filter((record) => record.method === records[0]?.method && record.ruleCount === largest);
  const shuffled = randomStream('report/examples').shuffle(candidates);
  const seen = new Set<string>();
  const firsts = shuffled.filter(({ subtask }) => !seen.has(subtask) && seen.add(subtask));
  const rest = shuffled.filter((record) => !firsts.includes(record));
  return [...firsts, ...rest].slice(0, EXAMPLES);
}
