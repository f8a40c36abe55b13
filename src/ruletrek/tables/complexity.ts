/** Figure 3: mean score by number of rules and by depth. */
import type { Table } from '../../evaluation/table.ts';
import { depthBin, DEPTH_BIN_NAMES, nodeBin, NODE_BIN_NAMES } from '../build/plan.ts';
import { TASKS, type Task } from '../formats/vocabulary.ts';
import { estimateMean, formatEstimate } from './estimate.ts';
import { headline } from './measures.ts';
import { formatStated, NOT_COMPARABLE, PAPER } from './paper.ts';
import { denominatorsOf, ofTask, type ScoredRun, type ScoredTrial } from './scored-run.ts';

export interface Axis {
  readonly title: string;
  readonly bins: readonly string[];
  binOf(trial: ScoredTrial): string;
  /** Mean E2E that the paper states. */
  readonly stated: Readonly<Record<string, number>>;
}

/** Number of rules, and depth. */
export const AXES: readonly Axis[] = [
  { title: 'number of rules', bins: NODE_BIN_NAMES, binOf: ({ nodes }) => nodeBin(nodes), stated: PAPER.e2eByNodes },
  { title: 'depth', bins: DEPTH_BIN_NAMES, binOf: ({ depth }) => depthBin(depth), stated: PAPER.e2eByDepth },
];

export function complexityTables(runs: readonly ScoredRun[]): Table[] {
  return AXES.map((axis) => {
    const rows = runs.flatMap(({ name, trials }) => TASKS.flatMap((task) => rowsOf(axis, name, task, ofTask(trials, task))));
    const paper = ['mean (paper)', 'E2E', '–', ...axis.bins.map((bin) => formatStated(axis.stated[bin], 1))];
    return { title: `Figure 3: mean score by ${axis.title}, with 95 % intervals (${NOT_COMPARABLE})`, labels: 3, columns: ['run', 'task', 'trials', ...axis.bins], rows: [...rows, paper] };
  });
}

function rowsOf({ title, bins, binOf }: Axis, run: string, task: Task, trials: readonly ScoredTrial[]): string[][] {
  if (trials.length === 0) return [];
  return denominatorsOf(trials).map((part) => {
    const cells = bins.map((bin) => estimateMean(part.trials.filter((trial) => binOf(trial) === bin), headline, `${title}/${bin}/${task}`));
    return [run, task, part.label, ...cells.map(formatEstimate)];
  });
}
