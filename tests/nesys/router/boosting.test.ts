import { readFileSync } from 'node:fs';
import { boost, probability, type BoostSettings } from '../../../src/nesys/router/boosting.ts';
import { growTree, treeValue, type Tree } from '../../../src/nesys/router/tree.ts';

type ReferenceTree = { readonly value: number } | { readonly feature: number; readonly threshold: number; readonly below: ReferenceTree; readonly above: ReferenceTree };

interface Oracle {
  readonly features: readonly (readonly number[])[];
  readonly labels: readonly number[];
  readonly models: readonly { readonly settings: BoostSettings; readonly trees: readonly ReferenceTree[]; readonly probabilities: readonly number[] }[];
}

const oracle = JSON.parse(readFileSync(new URL('../../oracle/boosting.json', import.meta.url), 'utf8')) as Oracle;

/** Splits and leaves, depth first; XGBoost computes with 32 bits. */
function expectSameTree(tree: Tree, reference: ReferenceTree): void {
  if ('value' in tree || 'value' in reference) {
    expect('value' in tree && 'value' in reference).toBe(true);
    expect((tree as { value: number }).value).toBeCloseTo((reference as { value: number }).value, 5);
    return;
  }
  expect(tree.feature).toBe(reference.feature);
  expect(tree.threshold).toBeCloseTo(reference.threshold, 5);
  expectSameTree(tree.below, reference.below);
  expectSameTree(tree.above, reference.above);
}

describe.each(oracle.models)("XGBoost's trees with $settings", ({ settings, trees, probabilities }) => {
  const ensemble = boost(oracle.features, oracle.labels.map(Boolean), settings);

  it('split where ours do, and have our leaves', () => {
    expect(ensemble).toHaveLength(trees.length);
    ensemble.forEach((tree, index) => expectSameTree(tree, trees[index]!));
  });

  it('give our probabilities', () => {
    oracle.features.forEach((row, index) => expect(probability(ensemble, row)).toBeCloseTo(probabilities[index]!, 5));
  });
});

describe('growTree', () => {
  const data = { features: [[1, 0], [2, 0], [3, 0], [4, 0]], gradients: [0.5, 0.5, -0.5, -0.5], hessians: [0.25, 0.25, 0.25, 0.25] };

  it('splits as one works it out by hand', () => {
    // At 2.5: G_L = 1, H_L = .5; with λ = 1: 1/1.5 + 1/1.5 − 0/2 = 1.3333. Leaves −1/1.5 and 1/1.5.
    const tree = growTree(data, { depth: 2, lambda: 1, leastHessian: 0.5 });
    expect(tree).toMatchObject({ feature: 0, threshold: 2.5, below: { value: -2 / 3 }, above: { value: 2 / 3 } });
    expect((tree as { gain: number }).gain).toBeCloseTo(4 / 3, 12);
    expect([2, 2.5].map((value) => treeValue(tree, [value, 0]))).toEqual([-2 / 3, 2 / 3]);
  });

  it('makes a leaf where a side would weigh too little, at depth 0, and of rows that are all alike', () => {
    expect(growTree(data, { depth: 2, lambda: 1, leastHessian: 0.6 })).toMatchObject({ value: expect.closeTo(0, 12) });
    expect(growTree(data, { depth: 0, lambda: 1, leastHessian: 0 })).toMatchObject({ value: expect.closeTo(0, 12) });
    const alike = { ...data, features: data.features.map(() => [7, 7]), gradients: [1, 1, 1, 1] };
    expect(growTree(alike, { depth: 3, lambda: 1, leastHessian: 0 })).toEqual({ value: -2 }); // −4/(1 + 1)
  });
});
