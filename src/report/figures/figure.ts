/** A figure as data: its rows, what is drawn of them, and what a reader is told. */

/** One row of a figure's data. */
export type FigureRow = Readonly<Record<string, string | number | null>>;

/** A Vega-Lite specification without its data; plain JSON. */
export type FigureSpec = Readonly<Record<string, unknown>>;

export interface Figure {
  readonly kind: 'drawn';
  /** Name of its files. */
  readonly name: string;
  readonly title: string;
  /** What is on the axes, what the bars are, and how many questions stand behind it. */
  readonly caption: string;
  readonly spec: FigureSpec;
  readonly rows: readonly FigureRow[];
}

/** A figure that cannot be drawn from what there is. */
export interface MissingFigure {
  readonly kind: 'missing';
  readonly name: string;
  readonly title: string;
  /** What it lacks, in words. */
  readonly lacks: string;
  /** The command that makes it. */
  readonly command: string;
}

export type FigureOutcome = Figure | MissingFigure;
