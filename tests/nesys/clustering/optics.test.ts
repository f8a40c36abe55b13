import { readFileSync } from 'node:fs';
import { opticsOrder } from '../../../src/nesys/clustering/optics.ts';
import { xiLabels, xiSpans } from '../../../src/nesys/clustering/xi.ts';

/** What scikit-learn finds; null stands for infinity. */
interface Reference {
  readonly points: readonly (readonly number[])[];
  readonly ordering: readonly number[];
  readonly core: readonly number[];
  readonly reachability: readonly (number | null)[];
  readonly predecessor: readonly number[];
  readonly labels: readonly number[];
}

const oracle = JSON.parse(readFileSync(new URL('../../oracle/optics.json', import.meta.url), 'utf8')) as Record<string, Reference>;
const PAPER = { minSamples: 3, xi: 0.05, minClusterSize: 0.1 };

/** Points on a line, as a list of one-dimensional ones. */
function line(...places: number[]): number[][] {
  return places.map((place) => [place]);
}

describe.each(Object.entries(oracle))("scikit-learn's OPTICS of %s", (_, reference) => {
  const order = opticsOrder(reference.points, PAPER.minSamples);

  it('orders and reaches the points as we do', () => {
    expect(order.ordering).toEqual(reference.ordering);
    expect(order.predecessor).toEqual(reference.predecessor);
    reference.core.forEach((distance, point) => expect(order.core[point]).toBeCloseTo(distance, 9));
    reference.reachability.forEach((distance, point) =>
      distance === null ? expect(order.reachability[point]).toBe(Infinity) : expect(order.reachability[point]).toBeCloseTo(distance, 9),
    );
  });

  it('labels them as we do', () => {
    expect(xiLabels(order, PAPER)).toEqual(reference.labels);
  });
});

describe('opticsOrder', () => {
  it('works on a line that one can follow by hand', () => {
    // Two nearest with itself: core distances 1, 1, 2, 7. From 0: 1 is reached at 1, 3 at 3, 10 at 10;
    // from 1: 3 at max(1, 2) = 2, 10 at 9; from 3: 10 at max(2, 7) = 7.
    const order = opticsOrder(line(0, 1, 3, 10), 2);
    expect(order.core).toEqual([1, 1, 2, 7]);
    expect(order.ordering).toEqual([0, 1, 2, 3]);
    expect(order.reachability).toEqual([Infinity, 1, 2, 7]);
    expect(order.predecessor).toEqual([-1, 0, 1, 2]);
  });

  it('refuses neighbourhoods of one point, and of more than there are', () => {
    expect(() => opticsOrder(line(0, 1), 1)).toThrow('min samples 1 for 2 points');
    expect(() => opticsOrder(line(0, 1), 3)).toThrow('min samples 3 for 2 points');
  });
});

describe('xiLabels', () => {
  const groups = line(0, 0.1, 0.21, 0.33, 9, 9.11, 9.23, 9.36);

  it('separates two groups on a line', () => {
    expect(xiLabels(opticsOrder(groups, 2), { minSamples: 2, xi: 0.05, minClusterSize: 3 })).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
  });

  it('takes a size from 2 on for a count, and one below 1 for a share of at least two points', () => {
    const sizes = (minClusterSize: number): number[] =>
      xiSpans(opticsOrder(groups, 2), { minSamples: 2, xi: 0.05, minClusterSize }).map(([start, end]) => end - start + 1);
    expect(Math.min(...sizes(5))).toBeGreaterThanOrEqual(5);
    expect(sizes(0.01)).toEqual(sizes(2));
    expect(sizes(0.5)).toEqual(sizes(4)); // of 8 points
  });
});
