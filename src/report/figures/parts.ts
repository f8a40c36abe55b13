/** Parts of specifications that several figures share. */
import { formatCount } from '../../evaluation/table.ts';
import type { FigureSpec } from './figure.ts';

/** Size of one panel of a figure that has several. */
export const PANEL = { width: 190, height: 150 };

/** An axis of fractions that begins and ends where the data do. */
export function fractionAxis(field: string, title: string): FigureSpec {
  return { field, type: 'quantitative', title, scale: { zero: false, nice: true }, axis: { format: '.2~f', tickCount: 5 } };
}

/** Rule counts, on a logarithmic axis whose ticks are the counts themselves. */
export function ruleCountAxis(counts: readonly number[]): FigureSpec {
  const axis = { values: [...counts], format: ',d', grid: false };
  return { field: 'ruleCount', type: 'quantitative', title: 'rules in the pool', scale: { type: 'log', nice: false, padding: 12 }, axis };
}

/** Steps or layers: whole numbers from the first to the last one that there is. */
export function countingAxis(field: string, title: string): FigureSpec {
  return { field, type: 'quantitative', title, axis: { tickMinStep: 1, format: 'd', grid: false }, scale: { zero: false, nice: false, padding: 10 } };
}

/** Colours by rule count, smallest first. */
export function ruleCountColour(counts: readonly number[]): FigureSpec {
  return { field: 'rules', type: 'nominal', title: 'rules', sort: counts.map(formatCount) };
}

/** A line with its points, and a vertical bar from `low` to `high` at each. */
export function linesWithIntervals(x: FigureSpec, y: FigureSpec, more: FigureSpec): FigureSpec[] {
  const { field: _, ...titled } = y;
  // A bar with a shape would be drawn as one, at its lower end.
  const { shape: _shape, ...plain } = more;
  return [
    { mark: { type: 'rule', opacity: 0.55 }, encoding: { x, y: { ...titled, field: 'low' }, y2: { field: 'high' }, ...plain } },
    { mark: { type: 'line', point: true }, encoding: { x, y, ...more } },
  ];
}

/** Distinct numbers, ascending. */
export function distinctNumbers(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}
