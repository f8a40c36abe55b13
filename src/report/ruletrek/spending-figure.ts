/** RuleTrek: what each trial has spent against what it scored. */
import { TASKS } from '../../ruletrek/formats/vocabulary.ts';
import { headline } from '../../ruletrek/tables/measures.ts';
import { isCounted, type ScoredRun } from '../../ruletrek/tables/scored-run.ts';
import { steps, tokens, type Spending } from '../../ruletrek/tables/spending.ts';
import type { Figure, FigureRow } from '../figures/figure.ts';
import { round } from '../figures/interval.ts';
import { PANEL } from '../figures/parts.ts';
import { drawn } from '../figures/source.ts';

interface Axis {
  readonly name: string;
  readonly title: string;
  readonly spending: Spending;
}
const AXES: readonly Axis[] = [
  { name: 'steps', title: 'steps', spending: steps },
  { name: 'tokens', title: 'tokens', spending: tokens },
];

/** Steps and tokens; without a figure where nothing was spent, as by agents without a model. */
export function spendingFigures(runs: readonly ScoredRun[]): Figure[] {
  return AXES.flatMap((axis) => {
    const rows = runs.flatMap((run) => rowsOf(axis, run));
    return rows.some(({ spent }) => Number(spent) > 0) ? [figureOf(axis, rows, runs)] : [];
  });
}

function figureOf({ name, title }: Axis, rows: readonly FigureRow[], runs: readonly ScoredRun[]): Figure {
  return drawn({ name: `ruletrek-${name}-score`, title: `RuleTrek: ${title} against score` }, {
    caption: `Every trial that counts; the table beside has Spearman's ρ of both. Where trials lie on each other, points are darker.`,
    rows,
    spec: {
      facet: { column: { field: 'task', type: 'nominal', sort: [...TASKS] } },
      spec: {
        ...PANEL,
        mark: { type: 'point', filled: true, opacity: 0.45 },
        encoding: {
          x: { field: 'spent', type: 'quantitative', title, axis: { tickCount: 4, format: '~s', grid: false } },
          y: { field: 'score', type: 'quantitative', title: 'score', scale: { domain: [0, 100] }, axis: { tickCount: 5 } },
          color: { field: 'run', type: 'nominal', title: null, sort: runs.map((run) => run.name) },
        },
      },
    },
  });
}

function rowsOf({ spending }: Axis, { name, trials }: ScoredRun): FigureRow[] {
  return trials.filter(isCounted).flatMap((trial) => {
    const spent = spending(trial);
    return spent === null ? [] : [{ run: name, task: trial.score.task, instance: trial.score.instance, spent, score: round(headline(trial)) }];
  });
}
