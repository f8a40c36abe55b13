/** Which γ the paper's figures were made with, and which one dev would have chosen. */
import { formatPoints, type Table } from '../../evaluation/table.ts';
import { countRight, firstMaximum, type Count } from '../energy.ts';
import { percentOf, roundsTo, AVERAGE } from './accuracy.ts';
import { MODELS, paperRowOf } from './paper.ts';
import type { PublishedResult, ScaleFit } from './published-results.ts';

/** One row for each environment, model and γ. */
export function gammaTable(results: readonly PublishedResult[]): Table {
  return {
    title: 'γ: NeSyS with each, weights learnt on dev with the same',
    labels: 3,
    columns: ['environment', 'backbone', 'γ', 'dev', 'dev %', 'test', 'test %', 'paper %', 'best on dev', "paper's figure"],
    rows: results.flatMap(gammaRows),
  };
}

function gammaRows(result: PublishedResult): string[][] {
  const { pair, scales } = result;
  const best = devChoice(scales);
  const paper = paperFigure(result);
  return scales.map((fit) => {
    const test = fit.test === null ? null : countRight(fit.test);
    const made = test !== null && paper !== null && roundsTo(test, paper);
    const marks = [fit === best ? 'yes' : '', test === null ? '–' : made ? 'yes' : ''];
    return [pair.environment, MODELS[pair.model], fit.scale, ...cells(countRight(fit.dev)), ...cells(test), formatPoints(paper), ...marks];
  });
}

function cells(count: Count | null): string[] {
  return count === null ? ['–', '–'] : [`${count.right}/${count.total}`, formatPoints(percentOf(count))];
}

/** The first with most right answers on dev. */
function devChoice(scales: readonly ScaleFit[]): ScaleFit | undefined {
  return scales[firstMaximum(scales.map(({ dev }) => countRight(dev).right))];
}

function paperFigure({ pair }: PublishedResult): number | null {
  return paperRowOf(pair.environment, pair.model, 'nesys')?.values[AVERAGE] ?? null;
}

/** A line for each figure of the paper that no γ chosen on dev gives. */
export function gammaLines(results: readonly PublishedResult[]): string[] {
  return results.flatMap((result) => {
    const { pair, scales } = result;
    const [paper, best] = [paperFigure(result), devChoice(scales)];
    if (paper === null || best === undefined || best.test === null) return [];
    const chosen = countRight(best.test);
    if (roundsTo(chosen, paper)) return [];
    const made = scales.filter(({ test }) => test !== null && roundsTo(countRight(test), paper)).map(({ scale }) => scale);
    const source = made.length === 0 ? 'no γ gives' : `γ = ${made.join(' and ')} gives`;
    const name = `${pair.environment}, ${MODELS[pair.model]}`;
    return [`${name}: ${source} the paper's ${formatPoints(paper)}; dev chooses ${best.scale}, which gives ${formatPoints(percentOf(chosen))}${amongTwo(scales)}`];
  });
}

/** The published code knows 1 and spread + 1 alone. */
function amongTwo(scales: readonly ScaleFit[]): string {
  const best = devChoice(scales.filter(({ scale }) => scale !== 'spread'));
  if (best === undefined || best.test === null) return '';
  return `; between 1 and spread+1 alone it chooses ${best.scale}, which gives ${formatPoints(percentOf(countRight(best.test)))}`;
}
