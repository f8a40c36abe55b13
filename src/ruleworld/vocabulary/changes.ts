/** Verbs of change. Gain and Get are equivalent, and so are Lose and Drop (paper, Table 7). */
import type { ChangeVerb, Direction } from '../types.ts';

export interface ChangeForms {
  readonly third: string;
  readonly past: string;
  readonly gerund: string;
  readonly direction: Direction;
}

/** "get", "lose" and "drop" are the only irregular verbs of RuleWorld. */
export const CHANGE_VERBS: Readonly<Record<ChangeVerb, ChangeForms>> = {
  gain: { third: 'gains', past: 'gained', gerund: 'gaining', direction: 1 },
  get: { third: 'gets', past: 'got', gerund: 'getting', direction: 1 },
  lose: { third: 'loses', past: 'lost', gerund: 'losing', direction: -1 },
  drop: { third: 'drops', past: 'dropped', gerund: 'dropping', direction: -1 },
};

/** The surface verbs of an increase (1) and of a decrease (-1); the first names the pair. */
export const VERBS_OF: Readonly<Record<Direction, readonly [ChangeVerb, ChangeVerb]>> = {
  1: ['gain', 'get'],
  [-1]: ['lose', 'drop'],
};
