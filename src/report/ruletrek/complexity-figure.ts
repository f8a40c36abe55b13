/** RuleTrek's Figure 3: mean score against the number of rules and against depth, by task and run, the paper's stated ends beside. */
import { TASKS } from '../../ruletrek/formats/vocabulary.ts';
import { AXES, type Axis } from '../../ruletrek/tables/complexity.ts';
import { estimateMean } from '../../ruletrek/tables/estimate.ts';
import { headline } from '../../ruletrek/tables/measures.ts';
import { NOT_COMPARABLE } from '../../ruletrek/tables/paper.ts';
import { isCounted, ofTask, type ScoredRun } from '../../ruletrek/tables/scored-run.ts';
import type { Figure, FigureRow } from '../figures/figure.ts';
import { round } from '../figures/interval.ts';
import { linesWithIntervals, PANEL } from '../figures/parts.ts';
import { drawn } from '../figures/source.ts';

const PAPER_RUN = 'paper: mean of its models';

/** One figure for each axis, panels by task. */
export function complexityFigures(runs: readonly ScoredRun[]): Figure[] {
  return AXES.map((axis, i) => drawn({ name: `ruletrek-figure-3-${i === 0 ? 'rules' : 'depth'}`, title: `RuleTrek: score by ${axis.title} (Figure 3)` }, {
    caption: `Mean score of all trials that count, a failed one as 0; bars are 95 % intervals over instances. The paper states the E2E means of the outer bins (${NOT_COMPARABLE}).`,
    rows: [...runs.flatMap((run) => rowsOf(axis, run)), ...paperRows(axis)],
    spec: specOf(axis, runs),
  }));
}

function rowsOf({ title, bins, binOf }: Axis, { name, trials }: ScoredRun): FigureRow[] {
  return TASKS.flatMap((task) => bins.flatMap((bin) => {
    const members = ofTask(trials, task).filter((trial) => isCounted(trial) && binOf(trial) === bin);
    const found = estimateMean(members, headline, `${title}/${bin}/${task}`);
    if (found === null) return [];
    const { mean, interval, instances } = found;
    return [{ run: name, task, bin, score: round(mean), low: round(interval?.low ?? mean), high: round(interval?.high ?? mean), instances }];
  }));
}

function paperRows({ bins, stated }: Axis): FigureRow[] {
  return bins.flatMap((bin) => (stated[bin] === undefined ? [] : [{ run: PAPER_RUN, task: 'E2E', bin, score: stated[bin], low: stated[bin], high: stated[bin], instances: null }]));
}

/** The paper states two bins of five: points, without a line through what it does not state. */
function specOf({ title, bins }: Axis, runs: readonly ScoredRun[]): Figure['spec'] {
  const x = { field: 'bin', type: 'nominal', title, sort: [...bins], axis: { labelAngle: 0, grid: false } };
  const y = { field: 'score', type: 'quantitative', title: 'score', scale: { domain: [0, 100] }, axis: { tickCount: 5 } };
  const color = { field: 'run', type: 'nominal', title: null, sort: [...runs.map(({ name }) => name), PAPER_RUN] };
  const ofPaper = { field: 'run', equal: PAPER_RUN };
  return {
    facet: { column: { field: 'task', type: 'nominal', sort: [...TASKS] } },
    spec: {
      ...PANEL,
      layer: [
        ...linesWithIntervals(x, y, { color }).map((layer) => ({ ...layer, transform: [{ filter: { not: ofPaper } }] })),
        { transform: [{ filter: ofPaper }], mark: { type: 'point', shape: 'diamond', size: 90 }, encoding: { x, y, color } },
      ],
    },
  };
}
