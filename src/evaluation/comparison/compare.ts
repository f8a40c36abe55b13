/** Two evaluations beside each other: every column of Tables 2 and 4 with its difference, and the questions that flipped. */
import { REPOSITORIES } from '../../config/sections.ts';
import { UserError } from '../../errors.ts';
import { RECALL_AT_1, recallColumns, TABLE2_COLUMNS, TABLE4_COLUMNS, type Column } from '../columns.ts';
import type { Evaluated } from '../evaluate.ts';
import { titlesOf } from '../paper.ts';
import { groupBy } from '../../statistics/spread.ts';
import { formatCount, formatDifference, formatFraction, type Table } from '../table.ts';
import { differenceOf, sideMean } from './difference.ts';
import { flipsOf, flipTable, type Flip } from './flips.ts';
import { pairQuestions, type Pair } from './pairs.ts';

export interface Comparison {
  /** Methods that both have. */
  readonly methods: readonly string[];
  readonly paired: number;
  /** Questions of these methods that one evaluation alone has. */
  readonly unpaired: number;
  readonly tables: readonly Table[];
  readonly flips: readonly Flip[];
}

/**
 * Compares method by method; questions pair by form, pool and seed.
 *
 * @throws UserError where no method, or no question, is in both
 */
export function compareEvaluations(first: Evaluated, second: Evaluated): Comparison {
  const methods = commonMethods(first, second);
  const pairings = methods.map((method) => {
    const of = ({ scores }: Evaluated) => scores.filter((score) => score.method === method);
    return pairQuestions(of(first), of(second));
  });
  const pairs = pairings.flatMap((pairing) => pairing.pairs);
  if (pairs.length === 0) throw nothingPaired(methods);
  const unpaired = pairings.reduce((sum, pairing) => sum + pairing.unpaired, 0);
  const tables = REPOSITORIES.flatMap((repository) => {
    const here = pairs.filter((pair) => pair.first.repository === repository);
    return here.length === 0 ? [] : differenceTables(here, repository);
  });
  return { methods, paired: pairs.length, unpaired, tables: [...tables, flipTable(pairs)], flips: flipsOf(pairs) };
}

function commonMethods(first: Evaluated, second: Evaluated): string[] {
  const [ours, theirs] = [first, second].map(({ scores }) => [...new Set(scores.map(({ method }) => method))]);
  const common = (ours ?? []).filter((method) => theirs?.includes(method));
  if (common.length > 0) return common;
  throw UserError.of({
    expected: 'two evaluations with a method in common',
    got: `${ours?.join(', ')} and ${theirs?.join(', ')}`,
    fix: 'evaluate one method in both; the methods of one experiment are compared by: dynarule eval-table --table paired',
  });
}

function nothingPaired(methods: readonly string[]): UserError {
  return UserError.of({
    expected: `questions of ${methods.join(', ')} that both evaluations ask, against the same rules and with the same seed`,
    got: 'none',
    fix: 'evaluate both with the same data, seeds, rule counts and evaluation.perSubtask',
  });
}

interface Layout {
  readonly title: string;
  readonly average: string;
  readonly columns: readonly Column[];
  /** Columns whose mean is the average. */
  readonly averaged: readonly Column[];
}

function differenceTables(pairs: readonly Pair[], repository: string): Table[] {
  const layouts: Layout[] = [
    { title: `Exact match, ${repository} repository`, average: 'average', columns: TABLE2_COLUMNS, averaged: TABLE2_COLUMNS },
    { title: `Step-wise recall, ${repository} repository`, average: 'mean @1', columns: TABLE4_COLUMNS, averaged: RECALL_AT_1 },
  ];
  return layouts.map((layout) => differenceTable(layout, pairs)).filter((table) => table.rows.length > 0);
}

/** Four rows for each rule count and method: first, second, second − first, half the width of its interval. */
function differenceTable({ title, average, columns, averaged }: Layout, pairs: readonly Pair[]): Table {
  const groups = groupBy(pairs, ({ first }) => `${first.ruleCount}/${first.method}`);
  const sorted = groups.sort((a, b) => (a[0]?.first.ruleCount ?? 0) - (b[0]?.first.ruleCount ?? 0));
  const figures = [...columns.map((column) => [column]), averaged];
  const rows = sorted.flatMap((group) => differenceRows(figures, group));
  return { title, labels: 3, columns: ['rules', 'method', '', ...columns.map((column) => column.title), average], rows };
}

/** None where the method has no such score. */
function differenceRows(figures: readonly (readonly Column[])[], pairs: readonly Pair[]): string[][] {
  const [pair] = pairs;
  if (pair === undefined) return [];
  const { ruleCount, method } = pair.first;
  // recall@100 of 100 rules says nothing, and neither would its difference.
  const telling = new Set([...TABLE2_COLUMNS, ...recallColumns(ruleCount)]);
  const estimates = figures.map((columns) => (columns.every((column) => telling.has(column)) ? differenceOf(columns, pairs) : null));
  if (estimates.every((estimate) => estimate === null)) return [];
  const side = (name: 'first' | 'second'): string[] =>
    figures.map((columns, index) => formatFraction(estimates[index] ? sideMean(columns, pairs, name) : null));
  const label = [formatCount(ruleCount), titlesOf(method).answers];
  return [
    [...label, 'first', ...side('first')],
    [...label, 'second', ...side('second')],
    [...label, 'difference', ...estimates.map((estimate) => formatDifference(estimate?.mean ?? null))],
    [...label, '± 95 %', ...estimates.map((estimate) => formatFraction(estimate?.ci95 ?? null))],
  ];
}
