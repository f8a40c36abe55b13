/**
 * Coordinate ascent on accuracy (NeSyS, Section 3.3, as published): one rule after the
 * other gets the weight of a grid with which most questions are answered rightly.
 */
import { firstMaximum } from '../energy.ts';
import { sumInOrder, type Problem } from './problem.ts';

/** The published grid. */
export const GRID = [-2, -1.5, -1, -0.5, -0.25, -0.1, 0, 0.1, 0.25, 0.5, 1, 1.25, 1.5, 2, 3] as const;
/** Its part for weights that may silence a rule but not turn it round. */
export const NON_NEGATIVE_GRID = GRID.filter((weight) => weight >= 0);

/** A change is kept where accuracy rises by more. */
const LEAST_GAIN = 1e-4;
const MOST_PASSES = 10;

export interface AscentOptions {
  /** Weights that are tried, in this order: the first of equal bests wins. */
  readonly grid?: readonly number[];
  /** Rules in the order in which they are visited; by default that of the file. */
  readonly order?: readonly number[];
}

export interface Learned {
  readonly weights: readonly number[];
  /** Right answers on the questions they were learnt on. */
  readonly right: number;
  /** Passes over all rules, the last of which changed nothing unless there were ten. */
  readonly passes: number;
}

/** Where the ascent stands. */
interface State {
  readonly problem: Problem;
  readonly grid: readonly number[];
  readonly weights: Float64Array;
  /** Σ of each question with these weights, in order of the rules. */
  readonly sums: readonly Float64Array[];
  /** Room for a sum of each question with another weight. */
  readonly trials: readonly Float64Array[];
  /** How far the right choice of a question is above each other one, and what a rule's weight adds to that. */
  readonly leads: Float64Array;
  readonly slopes: Float64Array;
  right: number;
}

/** Learns weights from w = 1. */
export function coordinateAscent(problem: Problem, { grid = GRID, order }: AscentOptions = {}): Learned {
  const state = firstState(problem, grid);
  const visits = order ?? Array.from({ length: problem.ruleCount }, (_, rule) => rule);
  let passes = 0;
  for (let changed = true; changed && passes < MOST_PASSES; passes += 1) {
    changed = visits.reduce((any, rule) => improveRule(state, rule) || any, false);
  }
  return { weights: [...state.weights], right: state.right, passes };
}

function firstState(problem: Problem, grid: readonly number[]): State {
  const weights = new Float64Array(problem.ruleCount).fill(1);
  const [sums, trials] = [0, 1].map(() => problem.questions.map(({ base }) => new Float64Array(base.length))) as [Float64Array[], Float64Array[]];
  const widest = problem.questions.reduce((most, { base }) => Math.max(most, base.length), 1);
  const [leads, slopes] = [new Float64Array(widest), new Float64Array(widest)];
  problem.questions.forEach((question, index) => sumInOrder(question, weights, sums[index]!));
  const right = problem.questions.filter(({ correct }, index) => firstMaximum(sums[index]!) === correct).length;
  return { problem, grid, weights, sums, trials, leads, slopes, right };
}

/** Gives one rule its best weight; false where none is better than the one it has. */
function improveRule(state: State, rule: number): boolean {
  const { problem, grid, weights } = state;
  const [before, ...counts] = rightCounts(state, rule, [weights[rule]!, ...grid]);
  const best = firstMaximum(counts);
  const gained = counts[best]! - before!;
  if (gained / problem.questions.length <= LEAST_GAIN) return false;
  weights[rule] = grid[best]!;
  state.right += gained;
  for (const index of problem.spoken[rule]!) sumInOrder(problem.questions[index]!, weights, state.sums[index]!);
  return true;
}

/**
 * Right answers with each of some weights, among the questions that a rule speaks of. Sums are
 * changed by the rule's share alone; where choices come so close that rounding decides, they are added up anew.
 */
function rightCounts(state: State, rule: number, tried: readonly number[]): number[] {
  const { problem, weights } = state;
  const counts = tried.map(() => 0);
  for (const index of problem.spoken[rule]!) {
    const { doubt } = problem.questions[index]!;
    const others = readLeads(state, index, rule);
    for (let i = 0; i < tried.length; i += 1) {
      const lead = leastLead(state, others, tried[i]! - weights[rule]!);
      if (lead > doubt || (lead >= -doubt && isRightExactly(state, index, rule, tried[i]!))) counts[i]! += 1;
    }
  }
  return counts;
}

/** Fills `leads` and `slopes`; returns how many other choices there are. */
function readLeads({ problem, sums, leads, slopes }: State, index: number, rule: number): number {
  const { correct, terms } = problem.questions[index]!;
  const [own, term] = [sums[index]!, terms[rule]!];
  let others = 0;
  for (let choice = 0; choice < own.length; choice += 1) {
    if (choice === correct) continue;
    leads[others] = own[correct]! - own[choice]!;
    slopes[others] = term[correct]! - term[choice]!;
    others += 1;
  }
  return others;
}

function leastLead({ leads, slopes }: State, others: number, change: number): number {
  let least = leads[0]! + change * slopes[0]!;
  for (let i = 1; i < others; i += 1) {
    const lead = leads[i]! + change * slopes[i]!;
    if (lead < least) least = lead;
  }
  return least;
}

function isRightExactly({ problem, weights, trials }: State, index: number, rule: number, weight: number): boolean {
  const [question, sums] = [problem.questions[index]!, trials[index]!];
  const kept = weights[rule]!;
  weights[rule] = weight;
  sumInOrder(question, weights, sums);
  weights[rule] = kept;
  return firstMaximum(sums) === question.correct;
}
