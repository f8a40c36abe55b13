/** How methods are told apart: by a colour and a shape that each of them has in every figure, whichever others are drawn. */
import { METHOD_NAMES } from '../../config/evaluation.ts';
import { titlesOf } from '../../evaluation/paper.ts';
import type { FigureRow, FigureSpec } from './figure.ts';
import { SERIES_COLOURS } from './theme.ts';

const TITLES = METHOD_NAMES.map((name) => titlesOf(name).answers);

const SHAPES = ['circle', 'square', 'diamond', 'triangle-up', 'cross'];

/** Entries of a legend side by side; one line of twelve would be wider than its figure. */
const COLUMNS = 4;

/** `color` and `shape` of rows whose `field` is a method's title. */
export function methodChannels(rows: readonly FigureRow[], field: string): { readonly color: FigureSpec; readonly shape: FigureSpec } {
  const domain = TITLES.filter((title) => rows.some((row) => row[field] === title));
  const channel = (range: readonly string[]): FigureSpec => ({
    field,
    type: 'nominal',
    title: null,
    scale: { domain, range: domain.map((title) => range[TITLES.indexOf(title) % range.length]) },
    legend: { columns: COLUMNS },
  });
  return { color: channel(SERIES_COLOURS), shape: channel(SHAPES) };
}
