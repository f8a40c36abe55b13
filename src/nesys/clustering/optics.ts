/**
 * OPTICS (Ankerst et al. 1999): an ordering of points in which the points of a
 * cluster follow one another, with the distance at which each was reached. No
 * limit on distance. Equal distances go to the point of smaller index, as in
 * scikit-learn, whose results these are.
 */

export interface OpticsOrder {
  /** Point indices in the order in which they were reached. */
  readonly ordering: readonly number[];
  /** By point: distance to its `minSamples`-th nearest, itself being the first. */
  readonly core: readonly number[];
  /** By point: distance at which it was reached; Infinity for the first. */
  readonly reachability: readonly number[];
  /** By point: the point that it was reached from; −1 for the first. */
  readonly predecessor: readonly number[];
}

/**
 * @param points [n, dimensions]
 * @param minSamples points that a dense neighbourhood holds, its centre among them; 2 to n
 * @throws RangeError for a `minSamples` outside of 2 to n
 */
export function opticsOrder(points: readonly (readonly number[])[], minSamples: number): OpticsOrder {
  if (minSamples < 2 || minSamples > points.length) throw new RangeError(`min samples ${minSamples} for ${points.length} points`);
  const core = points.map((point) => coreDistance(points, point, minSamples));
  const reachability = points.map(() => Infinity);
  const predecessor = points.map(() => -1);
  const waiting = new Set(points.keys());
  const ordering: number[] = [];
  while (waiting.size > 0) {
    const point = nearest(waiting, reachability);
    waiting.delete(point);
    ordering.push(point);
    for (const other of waiting) {
      const distance = Math.max(core[point]!, euclidean(points[point]!, points[other]!));
      if (distance >= reachability[other]!) continue;
      reachability[other] = distance;
      predecessor[other] = point;
    }
  }
  return { ordering, core, reachability, predecessor };
}

function coreDistance(points: readonly (readonly number[])[], centre: readonly number[], minSamples: number): number {
  const distances = points.map((point) => euclidean(centre, point)).sort((a, b) => a - b);
  return distances[minSamples - 1]!;
}

/** The first of the waiting points that are reached at the least distance; a set keeps the order of indices. */
function nearest(waiting: ReadonlySet<number>, reachability: readonly number[]): number {
  let best = -1;
  for (const point of waiting) if (best === -1 || reachability[point]! < reachability[best]!) best = point;
  return best;
}

function euclidean(a: readonly number[], b: readonly number[]): number {
  return Math.sqrt(a.reduce((sum, value, i) => sum + (value - b[i]!) ** 2, 0));
}
