/** Draws the paper's figures from an evaluated experiment's run folder: SVG, PNG, and the data as CSV. */
import { join } from 'node:path';
import { loadExperiment } from '../src/config/experiment.ts';
import { allFigures, isDrawn, isMissing } from '../src/report/figures/catalogue.ts';
import { writeFigures } from '../src/report/figures/files.ts';
import type { MissingFigure } from '../src/report/figures/figure.ts';
import { readFigureSource } from '../src/report/input.ts';

export interface FiguresOptions {
  /** YAML file of the experiment. */
  readonly experiment: string;
  readonly set?: readonly string[];
  /** Parent of all run folders; `runs` by default. */
  readonly root?: string;
  readonly print?: (line: string) => void;
}

/**
 * Writes runs/<name>/figures.
 *
 * @throws UserError where the experiment was not evaluated
 */
export async function run(options: FiguresOptions): Promise<void> {
  const config = loadExperiment(options.experiment, options.set);
  const print = options.print ?? console.log;
  const root = options.root ?? 'runs';
  const asked = { file: options.experiment, set: options.set ?? [], evaluation: config.evaluation };
  const outcomes = allFigures(readFigureSource(config, asked, root));
  const folder = join(root, config.name, 'figures');
  const figures = outcomes.filter(isDrawn);
  await writeFigures(folder, figures);
  for (const line of outcomes.filter(isMissing).flatMap(missingFigureLines)) print(line);
  print(`${folder}: ${figures.length} figures, each as SVG, PNG and CSV`);
}

/** Two lines for a figure that was not drawn. */
export function missingFigureLines({ title, lacks, command }: MissingFigure): string[] {
  return [`not drawn: ${title}: no ${lacks}`, `  make it with: ${command}`];
}
