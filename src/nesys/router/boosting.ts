/** Gradient boosting of trees with the logistic loss: g = p − y, h = p·(1 − p) (XGBoost's `binary:logistic`). */
import { growTree, treeValue, type Tree, type TreeSettings } from './tree.ts';

export interface BoostSettings extends TreeSettings {
  /** Trees. */
  readonly rounds: number;
  /** η: part of each tree that is added. */
  readonly eta: number;
}

/** Trees whose leaves are scaled by η already; they add up to log odds, from 0. */
export type Ensemble = readonly Tree[];

/** Learns P(y | features); the result depends on nothing but its arguments. */
export function boost(features: readonly (readonly number[])[], labels: readonly boolean[], settings: BoostSettings): Ensemble {
  const odds = labels.map(() => 0);
  const trees: Tree[] = [];
  for (let round = 0; round < settings.rounds; round += 1) {
    const shares = odds.map(sigmoid);
    const gradients = shares.map((share, row) => share - (labels[row] ? 1 : 0));
    const hessians = shares.map((share) => share * (1 - share));
    const tree = scaled(growTree({ features, gradients, hessians }, settings), settings.eta);
    features.forEach((row, index) => (odds[index]! += treeValue(tree, row)));
    trees.push(tree);
  }
  return trees;
}

/** P(y) for a row of features. */
export function probability(ensemble: Ensemble, row: readonly number[]): number {
  return sigmoid(ensemble.reduce((sum, tree) => sum + treeValue(tree, row), 0));
}

function scaled(tree: Tree, eta: number): Tree {
  if ('value' in tree) return { value: tree.value * eta };
  return { ...tree, below: scaled(tree.below, eta), above: scaled(tree.above, eta) };
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
