/** The tables of a training on a user's own rules: answers before and after, and how well it knows when no rule applies. */
import { formatCount, formatFraction, type Table } from '../../evaluation/table.ts';
import { RATES, rateCells } from '../../evaluation/refusal/tables.ts';
import type { RefusalRates } from '../../evaluation/refusal/threshold.ts';
import { WORDED_BY, type WordedBy } from '../questions/own-question.ts';
import type { AnsweredQuestion } from './measure.ts';

/** Answers to the same questions with one set of adapters. */
export interface MeasuredAdapters {
  readonly label: string;
  readonly answered: readonly AnsweredQuestion[];
}

export function answersTable(rules: number, measured: readonly MeasuredAdapters[]): Table {
  return {
    title: `Questions that were not trained on, ${formatCount(rules)} rules`,
    labels: 2,
    columns: ['adapters', 'worded by', 'questions', 'exact', 'rule found first'],
    rows: measured.flatMap(({ label, answered }) =>
      WORDED_BY.flatMap((by) => {
        const own = answered.filter((one) => one.by === by);
        return own.length === 0 ? [] : [[label, by, formatCount(own.length), share(own, 'exact'), share(own, 'found')]];
      }),
    ),
  };
}

function share(answered: readonly AnsweredQuestion[], what: 'exact' | 'found'): string {
  return formatFraction(answered.filter((one) => one[what]).length / answered.length);
}

/** How questions in one kind of wording were refused or answered; each was asked with its rules in the set and without them. */
export interface MeasuredRefusal {
  readonly by: WordedBy;
  readonly questions: number;
  readonly rates: RefusalRates;
}

export function refusalTable(measured: readonly MeasuredRefusal[]): Table {
  return {
    title: 'Refusal: the same questions with their rules in the set and without them',
    labels: 1,
    columns: ['worded by', 'questions', ...RATES],
    rows: measured.map(({ by, questions, rates }) => [by, formatCount(questions), ...rateCells(rates)]),
  };
}
