/** Questions that are right in one evaluation and wrong in the other; right is an exact match of 1. */
import { REPOSITORIES } from '../../config/sections.ts';
import { titlesOf } from '../paper.ts';
import { groupBy } from '../../statistics/spread.ts';
import { formatCount, formatProbability, type Table } from '../table.ts';
import type { Pair } from './pairs.ts';
import { signTest } from './sign-test.ts';

/** A question that was won or lost from the first evaluation to the second. */
export interface Flip {
  readonly change: 'won' | 'lost';
  readonly method: string;
  readonly representation: string;
  readonly ruleCount: number;
  readonly repository: string;
  readonly seed: number;
  readonly subtask: string;
  readonly questionId: string;
  readonly question: string;
  readonly gold: string;
  /** The content of the last box; null without one. */
  readonly first: string | null;
  readonly second: string | null;
}

/** The flipped among paired questions, in their order. */
export function flipsOf(pairs: readonly Pair[]): Flip[] {
  return pairs.filter((pair) => isRight(pair, 'first') !== isRight(pair, 'second')).map(flipOf);
}

function flipOf(pair: Pair): Flip {
  const { method, representation, ruleCount, repository, seed, subtask, questionId, question, gold } = pair.first;
  const place = { method, representation, ruleCount, repository, seed, subtask, questionId, question, gold };
  const change = isRight(pair, 'second') ? 'won' : 'lost';
  return { change, ...place, first: pair.first.answer, second: pair.second.answer };
}

function isRight(pair: Pair, side: 'first' | 'second'): boolean {
  return pair[side].exactMatch === 1;
}

/**
 * How many flipped, for each repository, rule count, method and form. p is of
 * McNemar's exact test: apt for one form, in which a question stands once a seed.
 */
export function flipTable(pairs: readonly Pair[]): Table {
  const groups = groupBy(pairs, ({ first: { repository, ruleCount, method, representation } }) =>
    [repository, ruleCount, method, representation].join('/'),
  );
  const sorted = groups.sort((a, b) => placeOrder(a) - placeOrder(b));
  const columns = ['repository', 'rules', 'method', 'form', 'questions', 'right in both', 'won', 'lost', 'wrong in both', 'p'];
  return { title: 'Right in one and wrong in the other', labels: 4, columns, rows: sorted.map(flipCounts) };
}

/** Repositories in their order, smaller rule counts first. */
function placeOrder([pair]: readonly Pair[]): number {
  if (pair === undefined) return 0;
  return REPOSITORIES.indexOf(pair.first.repository) * 1e9 + pair.first.ruleCount;
}

function flipCounts(pairs: readonly Pair[]): string[] {
  const [pair] = pairs;
  if (pair === undefined) throw new RangeError('a group needs pairs');
  const { repository, ruleCount, method, representation } = pair.first;
  const count = (first: boolean, second: boolean): number =>
    pairs.filter((one) => isRight(one, 'first') === first && isRight(one, 'second') === second).length;
  const [won, lost] = [count(false, true), count(true, false)];
  const counts = [pairs.length, count(true, true), won, lost, count(false, false)].map(formatCount);
  return [repository, formatCount(ruleCount), titlesOf(method).answers, representation, ...counts, formatProbability(signTest(won, lost))];
}

/** Flipped questions one by one, `limit` at most. */
export function flipList(flips: readonly Flip[], limit: number): Table {
  const shown = flips.slice(0, limit);
  const title = shown.length < flips.length ? `The first ${limit} of ${formatCount(flips.length)} flipped questions` : 'Flipped questions';
  const columns = ['', 'rules', 'method', 'form', 'seed', 'sub-task', 'question', 'gold', 'first', 'second'];
  return { title, labels: columns.length, columns, rows: shown.map(flipRow) };
}

function flipRow(flip: Flip): string[] {
  const { change, ruleCount, method, representation, seed, subtask, questionId, gold } = flip;
  const answers = [flip.first, flip.second].map((answer) => answer ?? '(no box)');
  return [change, formatCount(ruleCount), titlesOf(method).answers, representation, String(seed), subtask, questionId, gold, ...answers];
}
