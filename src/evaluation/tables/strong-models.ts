/**
 * Large models that are prompted with all rules: Table 3 at 1,000 rules, Table 13
 * sub-task by sub-task. A model is an experiment with an endpoint, so the
 * experiment's name stands for it; the paper's models follow ours.
 */
import type { Repository } from '../../config/sections.ts';
import { REPRESENTATIONS, type Representation } from '../../ruleworld/types.ts';
import { subtaskColumns, TABLE3_COLUMNS, type Column } from '../columns.ts';
import { paperRows, titlesOf, type PaperTable } from '../paper.ts';
import type { Results } from '../results.ts';
import { columnMean, seriesOf, type Series } from '../series.ts';
import { meanOrNull } from '../../statistics/spread.ts';
import { formatCount, formatFraction, type Table } from '../table.ts';
import { hasFigures, labelOf } from './rows.ts';

/** Methods with a row in these tables: a prompted model, and what it is compared with. */
export const STRONG_MODEL_METHODS: readonly string[] = ['prompting', 'dynarule'];

export const TABLE3_RULE_COUNTS = [1000];
export const TABLE13_RULE_COUNTS = [100, 500, 1000];

/** Table 3: single, parallel and multi-hop questions in either form. */
export function table3(results: readonly Results[], repository: Repository): Table {
  const rows = TABLE3_RULE_COUNTS.flatMap((ruleCount) => {
    const layout = { table: 3 as const, columns: TABLE3_COLUMNS, averageKey: 'average' };
    return modelRows(layout, results, repository, ruleCount).map((row) => [formatCount(ruleCount), ...row]);
  });
  const columns = ['rules', 'model', ...TABLE3_COLUMNS.map((column) => column.title), 'average'];
  return { title: `Table 3: exact match of strong models, ${repository} repository`, labels: 2, columns, rows };
}

/** Table 13: every sub-task, form by form. */
export function table13(results: readonly Results[], repository: Repository): Table {
  const rows = TABLE13_RULE_COUNTS.flatMap((ruleCount) =>
    REPRESENTATIONS.flatMap((form) => {
      const layout = { table: 13 as const, columns: subtaskColumns(form), averageKey: `${form}.average` };
      return modelRows(layout, results, repository, ruleCount).map((row) => [formatCount(ruleCount), form, ...row]);
    }),
  );
  const columns = ['rules', 'form', 'model', ...subtaskTitles('FOL'), 'average'];
  return { title: `Table 13: exact match of strong models by sub-task, ${repository} repository`, labels: 3, columns, rows };
}

function subtaskTitles(form: Representation): string[] {
  return subtaskColumns(form).map((column) => column.title);
}

interface Layout {
  readonly table: PaperTable;
  readonly columns: readonly Column[];
  readonly averageKey: string;
}

/** Our models at a rule count, then the paper's: label, columns, average. */
function modelRows(layout: Layout, results: readonly Results[], repository: Repository, ruleCount: number): string[][] {
  const { table, columns, averageKey } = layout;
  const series = seriesOf(results, repository).filter(
    (one) => one.ruleCount === ruleCount && STRONG_MODEL_METHODS.includes(one.method) && hasFigures(one, columns),
  );
  const ours = series.map((one) => {
    const values = columns.map((column) => columnMean(one, column));
    return [modelLabel(one, results), ...[...values, meanOrNull(values)].map(formatFraction)];
  });
  if (ours.length === 0 || repository !== 'original') return ours;
  const keys = [...columns.map(({ key }) => key), averageKey];
  const theirs = paperRows(table).filter((row) => row.ruleCount === ruleCount);
  return [...ours, ...theirs.map((row) => [`paper: ${row.method}`, ...keys.map((key) => formatFraction(row.values[key] ?? null))])];
}

function modelLabel(series: Series, results: readonly Results[]): string {
  return series.method === 'prompting' ? series.experiment : labelOf(series, titlesOf(series.method).answers, results);
}
