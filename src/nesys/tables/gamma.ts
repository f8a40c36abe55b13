/** Which γ the paper's figures were made with, and which one dev would have chosen. */
import { formatPoints, type Table } from '../../evaluation/table.ts';
import { countRight, firstMaximum } from '../energy.ts';
import { accuracyRange, gainOf, gainText, type IntervalOptions } from '../intervals.ts';
import { percentOf, roundsTo, AVERAGE } from './accuracy.ts';
import { MODELS, paperRowOf } from './paper.ts';
import type { PublishedResult, ScaleFit } from './published-results.ts';

/** One row for each environment, model and γ. */
export function gammaTable(results: readonly PublishedResult[], options: IntervalOptions): Table {
  return {
    title: 'γ: NeSyS with each, weights learnt on dev with the same',
    labels: 3,
    columns: ['environment', 'backbone', 'γ', 'dev', 'dev %', '95 %', 'test', 'test %', '95 %', 'paper %', 'best on dev', "paper's figure"],
    rows: results.flatMap((result) => gammaRows(result, options)),
  };
}

function gammaRows(result: PublishedResult, options: IntervalOptions): string[][] {
  const { pair, scales } = result;
  const best = devChoice(scales);
  const paper = paperFigure(result);
  return scales.map((fit) => {
    const test = fit.test === null ? null : countRight(fit.test);
    const name = `gamma/${pair.environment}/${pair.model}/${fit.scale}`;
    const made = test !== null && paper !== null && roundsTo(test, paper);
    const marks = [fit === best ? 'yes' : '', test === null ? '–' : made ? 'yes' : ''];
    return [pair.environment, MODELS[pair.model], fit.scale, ...cells(fit.dev, `${name}/dev`, options), ...cells(fit.test, `${name}/test`, options), formatPoints(paper), ...marks];
  });
}

function cells(rights: readonly boolean[] | null, name: string, options: IntervalOptions): string[] {
  if (rights === null) return ['–', '–', '–'];
  const count = countRight(rights);
  return [`${count.right}/${count.total}`, formatPoints(percentOf(count)), accuracyRange(rights, name, options)];
}

/** The first with most right answers on dev. */
function devChoice(scales: readonly ScaleFit[]): ScaleFit | undefined {
  return scales[firstMaximum(scales.map(({ dev }) => countRight(dev).right))];
}

function paperFigure({ pair }: PublishedResult): number | null {
  return paperRowOf(pair.environment, pair.model, 'nesys')?.values[AVERAGE] ?? null;
}

/** A line for each figure of the paper that no γ chosen on dev gives. */
export function gammaLines(results: readonly PublishedResult[], options: IntervalOptions): string[] {
  return results.flatMap((result) => {
    const { pair, scales } = result;
    const [paper, best] = [paperFigure(result), devChoice(scales)];
    if (paper === null || best === undefined || best.test === null) return [];
    if (roundsTo(countRight(best.test), paper)) return [];
    const made = scales.filter(({ test }) => test !== null && roundsTo(countRight(test), paper));
    const source = made.length === 0 ? 'no γ gives' : `γ = ${made.map(({ scale }) => scale).join(' and ')} gives`;
    const name = `${pair.environment}, ${MODELS[pair.model]}`;
    const told = (fit: ScaleFit): string => choiceText(fit, made[0], `gamma line/${name}`, options);
    return [`${name}: ${source} the paper's ${formatPoints(paper)}; dev chooses ${told(best)}${amongTwo(scales, told)}`];
  });
}

/** What a choice gives on test: beside the γ that gives the paper's figure, question by question, where there is one. */
function choiceText({ scale, test }: ScaleFit, made: ScaleFit | undefined, name: string, options: IntervalOptions): string {
  const rights = test ?? [];
  const beside = made?.test ?? null;
  const figure = `${scale}, which gives ${formatPoints(percentOf(countRight(rights)))}`;
  if (beside === null) return `${figure} (${accuracyRange(rights, `${name}/${scale}`, options)})`;
  return `${figure}, ${gainText(gainOf(rights, beside, `${name}/${scale}`, options))} points`;
}

/** The published code knows 1 and spread + 1 alone. */
function amongTwo(scales: readonly ScaleFit[], told: (fit: ScaleFit) => string): string {
  const best = devChoice(scales.filter(({ scale }) => scale !== 'spread'));
  return best === undefined || best.test === null ? '' : `; between 1 and spread+1 alone it chooses ${told(best)}`;
}
