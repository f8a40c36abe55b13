/** What went wrong: read wrongly with every gold rule at hand, or a gold rule not retrieved. */
import type { QuestionScore } from './records.ts';
import { groupBy } from '../statistics/spread.ts';
import { formatFraction, type Table } from './table.ts';
import { titlesOf } from './paper.ts';

const COLUMNS = ['rules', 'method', 'form', 'questions', 'right', 'wrong, gold ranked first', 'wrong, gold at hand', 'wrong, not retrieved'];

/**
 * Fractions of questions for each method, rule count and form. "Right" is a score
 * of 1; "ranked first" is a step-wise recall@1 of 1, and "at hand" means that the
 * LM was given every gold rule, though not ranked first.
 */
export function errorTable(records: readonly QuestionScore[], repository: QuestionScore['repository']): Table {
  const here = records.filter((record) => record.repository === repository);
  const groups = groupBy(here, (record) => `${record.method}/${record.ruleCount}/${record.representation}`);
  const sorted = groups.sort((a, b) => (a[0]?.ruleCount ?? 0) - (b[0]?.ruleCount ?? 0));
  return { title: `Errors, ${repository} repository`, labels: 3, columns: COLUMNS, rows: sorted.map(errorRow) };
}

function errorRow(records: readonly QuestionScore[]): string[] {
  const [first] = records;
  if (first === undefined) throw new RangeError('a group needs records');
  const share = (chosen: (record: QuestionScore) => boolean): string =>
    formatFraction(records.filter(chosen).length / records.length);
  const misread = (record: QuestionScore): boolean => record.outcome === 'retrieved-but-wrong';
  return [
    first.ruleCount.toLocaleString('en-US'),
    titlesOf(first.method).answers,
    first.representation,
    String(records.length),
    share((record) => record.outcome === 'correct'),
    share((record) => misread(record) && record.recallAt1 === 1),
    share((record) => misread(record) && record.recallAt1 !== 1),
    share((record) => record.outcome === 'not-retrieved'),
  ];
}
