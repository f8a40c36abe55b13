/** UMAP of points to few dimensions (NeSyS, phase 1: 5), by umap-js with a seeded stream. */
import { UMAP } from 'umap-js';
import { randomStream } from '../../random.ts';

export interface UmapSettings {
  /** Dimensions of the result. */
  readonly dimensions: number;
  /** Neighbours of a point; fewer where there are fewer points. */
  readonly neighbours: number;
  /** Least distance between points of the result; 0 packs clusters tightly. */
  readonly minDistance: number;
}

/** Fewer points than this have no neighbourhood to learn from. */
export const FEWEST_UMAP_POINTS = 4;

/**
 * [points, dimensions]. The same points, settings and seed give the same result.
 * @throws RangeError for fewer than `FEWEST_UMAP_POINTS` points
 */
export function umapProjection(points: readonly (readonly number[])[], settings: UmapSettings, seed: string): number[][] {
  if (points.length < FEWEST_UMAP_POINTS) throw new RangeError(`UMAP needs ${FEWEST_UMAP_POINTS} points, got ${points.length}`);
  const umap = new UMAP({
    nComponents: settings.dimensions,
    nNeighbors: Math.min(settings.neighbours, points.length - 1),
    minDist: settings.minDistance,
    random: randomStream(seed).next,
  });
  return umap.fit(points.map((point) => [...point]));
}
