/** Clusters of the transitions that a world model gets wrong (NeSyS, phase 1), largest first. */
import type { Encoder } from '../../encoder/encoder.ts';
import type { ChoiceQuestion } from '../question.ts';
import { clusterTexts, type ClusterSettings } from './cluster-texts.ts';

/** A question and the choice that was taken for right. */
export interface WrongAnswer {
  readonly question: ChoiceQuestion;
  readonly answered: number;
}

export interface ErrorCluster {
  readonly errors: readonly WrongAnswer[];
  /** What the errors have in common, in words; none for those that are like no others. */
  readonly terms: readonly string[];
  /** Errors that are in no cluster; they come last. */
  readonly scattered: boolean;
}

/**
 * Every error is in one cluster, or among the scattered ones.
 * @throws UserError for a text that the encoder cannot encode
 */
export async function errorClusters(errors: readonly WrongAnswer[], settings: ClusterSettings, encoder: Encoder | null, seed: string): Promise<ErrorCluster[]> {
  if (errors.length === 0) return [];
  const { labels, terms } = await clusterTexts(errors.map(errorText), settings, encoder, seed);
  const members = (label: number): WrongAnswer[] => errors.filter((_, index) => labels[index] === label);
  const clusters = terms.map((words, label) => ({ errors: members(label), terms: words, scattered: false }));
  const scattered = { errors: members(-1), terms: [], scattered: true };
  return [...clusters.sort((a, b) => b.errors.length - a.errors.length), scattered].filter((cluster) => cluster.errors.length > 0);
}

/**
 * What an error is compared by: the action, the words that come or go between the state and what
 * follows, and those that tell what follows from what was taken for it. What stays as it is would
 * only say which states are alike.
 */
export function errorText({ question, answered }: WrongAnswer): string {
  const { action, state, choices, correct } = question;
  const right = choices[correct]!;
  return [action, ...differentWords(state, right), ...differentWords(right, choices[answered]!)].join(' ');
}

/** Words of either text that the other has not, or not as often. */
function differentWords(a: string, b: string): string[] {
  return [...missingWords(a, b), ...missingWords(b, a)];
}

function missingWords(from: string, other: string): string[] {
  const left = new Map<string, number>();
  for (const word of wordsOf(other)) left.set(word, (left.get(word) ?? 0) + 1);
  return wordsOf(from).filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
