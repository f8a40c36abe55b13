/**
 * Regression trees on the gradients g and hessians h of a loss, as XGBoost grows them
 * (Chen and Guestrin 2016, Equations 5 to 7): a leaf is worth −G/(H + λ), a split gains
 * G_L²/(H_L + λ) + G_R²/(H_R + λ) − G²/(H + λ), and the exact greedy search goes
 * through all midpoints between neighbouring values. Of equal gains the first counts,
 * features in their order and thresholds ascending.
 */

export interface TreeSettings {
  /** Splits from the root to a leaf, at most. */
  readonly depth: number;
  /** λ: pulls the values of leaves to 0. */
  readonly lambda: number;
  /** Least sum of hessians on either side of a split. */
  readonly leastHessian: number;
}

export type Tree =
  | { readonly value: number }
  | { readonly feature: number; readonly threshold: number; readonly gain: number; readonly below: Tree; readonly above: Tree };

/** Rows of features, and the loss's derivatives at each of them. */
export interface TreeData {
  /** [rows, features]. */
  readonly features: readonly (readonly number[])[];
  readonly gradients: readonly number[];
  readonly hessians: readonly number[];
}

interface Split {
  readonly feature: number;
  readonly threshold: number;
  readonly gain: number;
}

/** Gains up to this are rounding. */
const LEAST_GAIN = 1e-6;

export function growTree(data: TreeData, settings: TreeSettings): Tree {
  return grow(data, [...data.features.keys()], settings, settings.depth);
}

/** The leaf's value for a row; values below a threshold go to the side `below`. */
export function treeValue(tree: Tree, row: readonly number[]): number {
  let node = tree;
  while (!('value' in node)) node = row[node.feature]! < node.threshold ? node.below : node.above;
  return node.value;
}

function grow(data: TreeData, rows: readonly number[], settings: TreeSettings, depth: number): Tree {
  const split = depth === 0 ? null : bestSplit(data, rows, settings);
  if (split === null) return { value: -sumOf(data.gradients, rows) / (sumOf(data.hessians, rows) + settings.lambda) };
  const isBelow = (row: number): boolean => data.features[row]![split.feature]! < split.threshold;
  return {
    ...split,
    below: grow(data, rows.filter(isBelow), settings, depth - 1),
    above: grow(data, rows.filter((row) => !isBelow(row)), settings, depth - 1),
  };
}

function bestSplit(data: TreeData, rows: readonly number[], settings: TreeSettings): Split | null {
  const width = data.features[0]?.length ?? 0;
  let best: Split | null = null;
  for (let feature = 0; feature < width; feature += 1) {
    const found = bestThreshold(data, rows, feature, settings);
    if (found !== null && found.gain > (best?.gain ?? LEAST_GAIN)) best = found;
  }
  return best;
}

function bestThreshold(data: TreeData, rows: readonly number[], feature: number, settings: TreeSettings): Split | null {
  const valueOf = (row: number): number => data.features[row]![feature]!;
  const sorted = [...rows].sort((a, b) => valueOf(a) - valueOf(b));
  const [g, h] = [sumOf(data.gradients, rows), sumOf(data.hessians, rows)];
  let [left, hessian] = [0, 0];
  let best: Split | null = null;
  for (let i = 0; i + 1 < sorted.length; i += 1) {
    left += data.gradients[sorted[i]!]!;
    hessian += data.hessians[sorted[i]!]!;
    const [value, next] = [valueOf(sorted[i]!), valueOf(sorted[i + 1]!)];
    if (value === next || Math.min(hessian, h - hessian) < settings.leastHessian) continue;
    const worth = (sum: number, weight: number): number => (sum * sum) / (weight + settings.lambda);
    const gain = worth(left, hessian) + worth(g - left, h - hessian) - worth(g, h);
    if (gain > (best?.gain ?? LEAST_GAIN)) best = { feature, threshold: (value + next) / 2, gain };
  }
  return best;
}

function sumOf(values: readonly number[], rows: readonly number[]): number {
  return rows.reduce((sum, row) => sum + values[row]!, 0);
}
