/** What neural models are compared by: the share of the training questions that each learns from, and how these are chosen. */
import type { ScoredQuestion } from '../question.ts';
import { selectByRules, selectEvenly } from '../selection/select.ts';

/** Nothing (the base itself), by rules (NeSyS, phase 2), as many drawn evenly, or all questions. */
export const SELECTIONS = ['none', 'by rules', 'evenly', 'all'] as const;
export type SelectionName = (typeof SELECTIONS)[number];

export interface Arm {
  readonly selection: SelectionName;
  /** Of the training questions, as it was asked for. */
  readonly share: number;
  /** Seeds selection, first values and batches; null for the base, which has none. */
  readonly seed: number | null;
}

/** The base; then for each seed every share by rules and evenly, and all. */
export function armsOf(shares: readonly number[], seeds: readonly number[]): Arm[] {
  const ofSeed = (seed: number): Arm[] => [
    ...shares.flatMap((share): Arm[] => [
      { selection: 'by rules', share, seed },
      { selection: 'evenly', share, seed },
    ]),
    { selection: 'all', share: 1, seed },
  ];
  return [{ selection: 'none', share: 0, seed: null }, ...seeds.flatMap(ofSeed)];
}

/** Names the arm's folder: "by-rules-0.5-seed-1". */
export function armName({ selection, share, seed }: Arm): string {
  const parts = [selection.replace(' ', '-'), ...(selection === 'by rules' || selection === 'evenly' ? [String(share)] : []), ...(seed === null ? [] : [`seed-${seed}`])];
  return parts.join('-');
}

/**
 * Indices of the questions that the arm learns from, ascending. An even draw has as many as the rules select
 * for the same share, which may be more than the share.
 *
 * @param seed names the streams of the draws, together with the arm's own
 */
export function chosenBy({ selection, share, seed: own }: Arm, train: readonly ScoredQuestion[], seed: string): readonly number[] {
  if (selection === 'none') return [];
  if (selection === 'all') return [...train.keys()];
  const guided = selectByRules(train, share, `${seed}/${own}`).chosen;
  return selection === 'by rules' ? guided : selectEvenly(train.length, guided.length, `${seed}/${own}/evenly`);
}
