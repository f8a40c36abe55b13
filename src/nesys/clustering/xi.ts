/**
 * Clusters from an OPTICS ordering by the ξ-steep method (Ankerst et al. 1999,
 * Figure 19) with the correction by predecessors (Schubert and Gertz 2018,
 * Algorithm 2). A cluster lies between an area that falls steeply and one that
 * rises steeply in the plot of reachability; the plot ends with an infinite value.
 */
import type { OpticsOrder } from './optics.ts';

export interface XiSettings {
  readonly minSamples: number;
  /** Least relative change from one point of the plot to the next that is steep; in (0, 1). */
  readonly xi: number;
  /** Least points of a cluster: a count from 2 on, or a fraction of all points below 1. */
  readonly minClusterSize: number;
}

/** Positions in the ordering, both ends included. */
type Span = readonly [start: number, end: number];

/** A steep area on the way down; `between` is the highest value met since its end. */
interface DownArea {
  readonly start: number;
  readonly end: number;
  readonly between: number;
}

interface Plot {
  /** Reachability by position, and Infinity after the last. */
  readonly values: readonly number[];
  readonly predecessors: readonly number[];
  readonly ordering: readonly number[];
  /** 1 − ξ. */
  readonly keep: number;
}

/** The cluster of each point, from 0; −1 for a point in none. Of nested clusters the innermost counts. */
export function xiLabels(order: OpticsOrder, settings: XiSettings): number[] {
  const labels = order.ordering.map(() => -1);
  let label = 0;
  for (const [start, end] of xiSpans(order, settings)) {
    const inside = order.ordering.slice(start, end + 1);
    if (inside.some((point) => labels[point] !== -1)) continue;
    for (const point of inside) labels[point] = label;
    label += 1;
  }
  return labels;
}

/** All clusters as positions in the ordering, a nested one before the one around it. */
export function xiSpans(order: OpticsOrder, settings: XiSettings): Span[] {
  const plot: Plot = {
    values: [...order.ordering.map((point) => order.reachability[point]!), Infinity],
    predecessors: order.ordering.map((point) => order.predecessor[point]!),
    ordering: order.ordering,
    keep: 1 - settings.xi,
  };
  const least = settings.minClusterSize < 1 ? Math.max(2, Math.floor(settings.minClusterSize * order.ordering.length)) : settings.minClusterSize;
  return walk(plot, settings.minSamples, least);
}

/** Goes through the plot once, keeping the falling areas that a rising one may still close. */
function walk(plot: Plot, minSamples: number, least: number): Span[] {
  const { values } = plot;
  const spans: Span[] = [];
  let open: DownArea[] = [];
  let between = 0;
  let next = 0;
  for (let position = 0; position < plot.ordering.length; position += 1) {
    if (position < next || !(fallsSteeply(plot, position) || risesSteeply(plot, position))) continue;
    between = Math.max(between, ...values.slice(next, position + 1));
    open = stillOpen(open, between, plot);
    const falling = fallsSteeply(plot, position);
    const end = endOfArea(plot, position, falling, minSamples);
    if (falling) open.push({ start: position, end, between: 0 });
    else spans.push(...closed(open, { start: position, end }, plot, least));
    next = end + 1;
    between = values[next]!;
  }
  return spans;
}

/** Infinity over Infinity is no number, and neither falls nor rises. */
function ratio({ values }: Plot, position: number): number {
  return values[position]! / values[position + 1]!;
}

function fallsSteeply(plot: Plot, position: number): boolean {
  return ratio(plot, position) >= 1 / plot.keep;
}

function risesSteeply(plot: Plot, position: number): boolean {
  return ratio(plot, position) <= plot.keep;
}

/** A steep area goes on over at most `minSamples` points that are not steep, and never turns back. */
function endOfArea(plot: Plot, start: number, falling: boolean, minSamples: number): number {
  let end = start;
  let flat = 0;
  for (let position = start; position < plot.ordering.length; position += 1) {
    const change = ratio(plot, position);
    if (falling ? fallsSteeply(plot, position) : risesSteeply(plot, position)) {
      flat = 0;
      end = position;
    } else if (falling ? change < 1 : change > 1) {
      return end;
    } else {
      flat += 1;
      if (flat > minSamples) return end;
    }
  }
  return end;
}

/** A falling area is out once something as high as its start has come after it. */
function stillOpen(open: readonly DownArea[], between: number, { values, keep }: Plot): DownArea[] {
  return open
    .filter(({ start }) => between !== Infinity && between <= values[start]! * keep)
    .map((area) => ({ ...area, between: Math.max(area.between, between) }));
}

/** The clusters that a rising area ends, the one with the latest start first. */
function closed(open: readonly DownArea[], rise: { readonly start: number; readonly end: number }, plot: Plot, least: number): Span[] {
  return open.toReversed().flatMap((fall) => {
    if (plot.values[rise.end + 1]! * plot.keep < fall.between) return [];
    const [first, last] = levelEnds(fall, rise, plot);
    const span = correctedEnd(first, last, plot);
    if (span === null) return [];
    const [start, end] = span;
    return end - start + 1 >= least && start <= fall.end && end >= rise.start ? [span] : [];
  });
}

/** Cuts the higher side down to the level of the other. */
function levelEnds(fall: DownArea, rise: { readonly start: number; readonly end: number }, { values, keep }: Plot): Span {
  let [start, end] = [fall.start, rise.end];
  const [before, after] = [values[start]!, values[end + 1]!];
  if (before * keep >= after) {
    while (values[start + 1]! > after && start < fall.end) start += 1;
  } else if (after * keep >= before) {
    while (values[end - 1]! > before && end > rise.start) end -= 1;
  }
  return [start, end];
}

/** Takes points off the end until the last was reached from inside of the cluster. */
function correctedEnd(start: number, last: number, { values, predecessors, ordering }: Plot): Span | null {
  for (let end = last; end > start; end -= 1) {
    const inside = ordering.slice(start, end).includes(predecessors[end]!);
    if (inside || values[start]! > values[end]!) return [start, end];
  }
  return null;
}
