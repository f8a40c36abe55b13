/** RuleTrek: what came first in each trial that lost points, as shares of these trials. */
import { FAILURES } from '../../ruletrek/formats/score.ts';
import { TASKS } from '../../ruletrek/formats/vocabulary.ts';
import { firstCauses } from '../../ruletrek/tables/failures.ts';
import { NOT_COMPARABLE, PAPER } from '../../ruletrek/tables/paper.ts';
import { ofTask, type ScoredRun } from '../../ruletrek/tables/scored-run.ts';
import type { Figure, FigureRow } from '../figures/figure.ts';
import { round } from '../figures/interval.ts';
import { PANEL } from '../figures/parts.ts';
import { drawn } from '../figures/source.ts';

/** Empty where no trial lost points. */
export function causeFigures(runs: readonly ScoredRun[]): Figure[] {
  const rows = runs.flatMap(rowsOf);
  if (rows.length === 0) return [];
  const { model, share } = PAPER.ruleSelection;
  return [drawn({ name: 'ruletrek-causes', title: 'RuleTrek: first cause of lost points' }, {
    caption: `Share of the trials that lost points, by what came first in them; "rule-missed" and "rule-extra" are wrong choices of rules, which the paper counts in ${(100 * share).toFixed(1)} % of the failures of ${model} (${NOT_COMPARABLE}).`,
    rows,
    spec: {
      facet: { column: { field: 'task', type: 'nominal', sort: [...TASKS] } },
      spec: {
        ...PANEL,
        mark: { type: 'bar' },
        encoding: {
          y: { field: 'run', type: 'nominal', title: null, sort: runs.map(({ name }) => name) },
          x: { field: 'percent', type: 'quantitative', title: '% of trials that lost points', stack: 'zero', scale: { domain: [0, 100] }, axis: { tickCount: 5 } },
          color: { field: 'cause', type: 'nominal', title: null, scale: { domain: [...FAILURES] } },
          order: { field: 'order', type: 'quantitative' },
        },
      },
    },
  })];
}

function rowsOf({ name, trials }: ScoredRun): FigureRow[] {
  return TASKS.flatMap((task) => {
    const causes = firstCauses(ofTask(trials, task));
    return FAILURES.flatMap((cause, order) => {
      const count = causes.filter((one) => one === cause).length;
      return count === 0 ? [] : [{ run: name, task, cause, order, percent: round((100 * count) / causes.length), trials: count }];
    });
  });
}
