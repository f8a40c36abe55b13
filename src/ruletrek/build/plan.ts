/** How many instances of which size a domain has, so that means and bins of the paper are met by design. */
import { groupBy, mean } from '../../statistics/spread.ts';
import type { Manifest } from '../formats/manifest.ts';
import type { Target } from '../scenario/compose.ts';

/** Depth (edges on the longest path) → numbers of rules. 40 instances: 9.1 rules and depth 2.7 on average. */
const SIZES: Readonly<Record<number, readonly number[]>> = {
  1: [2, 3, 4, 5, 7],
  2: [3, 3, 4, 5, 6, 6, 7, 8, 8, 9, 10, 11, 12, 14],
  3: [5, 6, 7, 8, 9, 9, 10, 11, 12, 13, 14, 15],
  4: [9, 11, 12, 13, 14, 16],
  5: [13, 15, 16],
};

/** All targets of a domain, small instances first. */
export const TARGETS: readonly Target[] = Object.entries(SIZES)
  .flatMap(([depth, sizes]) => sizes.map((nodes) => ({ nodes, depth: Number(depth) })))
  .sort((a, b) => a.nodes - b.nodes || a.depth - b.depth);

/** The first `count` targets where they are spread over all sizes. */
export function targetsFor(count: number): Target[] {
  const step = TARGETS.length / count;
  return Array.from({ length: count }, (_, i) => TARGETS[Math.floor(i * step) % TARGETS.length]!);
}

/** Bins of Figure 3: numbers of rules, and depth. */
const NODE_BINS = [['<=3', 3], ['4-6', 6], ['7-9', 9], ['10-13', 13], ['>=14', Infinity]] as const;

export const NODE_BIN_NAMES: readonly string[] = NODE_BINS.map(([name]) => name);
export const DEPTH_BIN_NAMES: readonly string[] = [1, 2, 3, 4, 5].map(depthBin);

export function nodeBin(nodes: number): string {
  return NODE_BINS.find(([, most]) => nodes <= most)![0];
}

export function depthBin(depth: number): string {
  return depth <= 1 ? '<=1' : depth >= 5 ? '>=5' : String(depth);
}

/** Means and bins of instances, as the manifest has them. */
export function summariseSizes(instances: Manifest['instances']): Pick<Manifest, 'means' | 'bins'> {
  const meanOf = (key: 'nodes' | 'edges' | 'depth'): number => mean(instances.map((instance) => instance[key]));
  const count = (bin: (instance: Manifest['instances'][number]) => string): Record<string, number> =>
    Object.fromEntries(groupBy(instances, bin).map((group) => [bin(group[0]!), group.length]));
  return {
    means: { nodes: meanOf('nodes'), edges: meanOf('edges'), depth: meanOf('depth') },
    bins: { nodes: count(({ nodes }) => nodeBin(nodes)), depth: count(({ depth }) => depthBin(depth)) },
  };
}
