/** Exact match against the rule count, method by method, beside the paper's figures (Table 2 as a figure). */
import { REPOSITORIES, type Repository } from '../../config/sections.ts';
import { TABLE2_COLUMNS } from '../../evaluation/columns.ts';
import { paperHeldOutRow, paperRow, titlesOf } from '../../evaluation/paper.ts';
import { seriesOf, summariseColumns, type Series } from '../../evaluation/series.ts';
import { formatCount } from '../../evaluation/table.ts';
import type { FigureOutcome, FigureRow } from './figure.ts';
import { fractionInterval } from './interval.ts';
import { methodChannels } from './methods.ts';
import { distinctNumbers, fractionAxis, linesWithIntervals, ruleCountAxis } from './parts.ts';
import { drawn, evaluateCommand, missing, type FigureSource } from './source.ts';

const FIGURE = { name: 'exact-match-by-rules', title: 'Exact match by rule count' };

export function exactMatchByRules({ results, asked }: FigureSource): FigureOutcome {
  const rows = REPOSITORIES.flatMap((repository) => seriesOf([results], repository).flatMap((series) => pointsOf(series, repository)));
  if (rows.length === 0) return missing(FIGURE, 'a method with all sub-tasks in both forms', evaluateCommand(asked));
  const counts = distinctNumbers(rows.map(({ ruleCount }) => Number(ruleCount)));
  return drawn(FIGURE, {
    caption: "Mean of Table 2's twelve columns; bars are 95 % intervals over seeds. Dashed: the paper's figures, of models of 7 billion parameters on questions of their own.",
    rows,
    spec: {
      facet: { column: { field: 'repository', type: 'nominal', sort: REPOSITORIES } },
      spec: {
        width: 270,
        height: 210,
        layer: linesWithIntervals(ruleCountAxis(counts), fractionAxis('exactMatch', 'exact match'), {
          ...methodChannels(rows, 'method'),
          strokeDash: { field: 'source', type: 'nominal', title: null, legend: { symbolType: 'stroke' }, scale: { domain: ['ours', 'paper'], range: [[1, 0], [5, 4]] } },
        }),
      },
    },
  });
}

/** Ours, and the paper's where it has one. */
function pointsOf(series: Series, repository: Repository): FigureRow[] {
  const summary = summariseColumns(series, TABLE2_COLUMNS);
  if (summary === null) return [];
  const title = titlesOf(series.method).answers;
  const { ruleCount } = series;
  const paper = repository === 'original' ? paperRow(2, title, ruleCount) : paperHeldOutRow(title, ruleCount);
  const theirs = paper?.values['average'] ?? null;
  const shared = { repository, method: title, ruleCount, rules: formatCount(ruleCount) };
  const { mean, low, high } = fractionInterval(summary);
  const ours = { ...shared, source: 'ours', exactMatch: mean, low, high };
  return theirs === null ? [ours] : [ours, { ...shared, source: 'paper', exactMatch: theirs, low: theirs, high: theirs }];
}
