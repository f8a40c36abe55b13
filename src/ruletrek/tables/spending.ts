/** What trials have spent, and whether those that spend more score more: steps and tokens against score, by rank. */
import { mean } from '../../statistics/spread.ts';
import type { Table } from '../../evaluation/table.ts';
import { TASKS, type Task } from '../formats/vocabulary.ts';
import { correlate, formatCorrelation, type RankCorrelation } from './correlation.ts';
import { headline } from './measures.ts';
import { isCounted, ofTask, type ScoredRun, type ScoredTrial } from './scored-run.ts';

/** What a trial has spent of something; null where it was not counted. */
export type Spending = (trial: ScoredTrial) => number | null;
export const steps: Spending = ({ spent }) => spent.steps;
export const tokens: Spending = ({ spent }) => (spent.tokens === null ? null : spent.tokens.prompt + spent.tokens.completion);

/** Of spending and score; null where it was hardly counted, or one of them is constant. */
export function spendingCorrelation(trials: readonly ScoredTrial[], spending: Spending, figure: string): RankCorrelation | null {
  const pairs = trials.flatMap((trial) => {
    const spent = spending(trial);
    return spent === null ? [] : [{ score: trial.score, x: spent, y: headline(trial) }];
  });
  return correlate(pairs, `spending/${figure}`);
}

export function spendingTable(runs: readonly ScoredRun[]): Table {
  const rows = runs.flatMap(({ name, trials }) => TASKS.flatMap((task) => rowOf(name, task, ofTask(trials, task).filter(isCounted))));
  const columns = ['run', 'task', 'trials', 'steps', 'seconds', 'tokens', 'ρ steps, score', 'ρ tokens, score'];
  return { title: 'Steps and tokens against score: means of a trial, and Spearman’s ρ with 95 % intervals over instances', labels: 2, columns, rows };
}

function rowOf(run: string, task: Task, trials: readonly ScoredTrial[]): string[][] {
  if (trials.length === 0) return [];
  const counted = trials.flatMap((trial) => tokens(trial) ?? []);
  const rho = (spending: Spending, what: string): string => formatCorrelation(spendingCorrelation(trials, spending, `${run}/${task}/${what}`));
  return [[
    run, task, String(trials.length),
    mean(trials.map(({ spent }) => spent.steps)).toFixed(1),
    mean(trials.map(({ spent }) => spent.wallSeconds)).toFixed(1),
    counted.length === 0 ? '–' : mean(counted).toFixed(0),
    rho(steps, 'steps'), rho(tokens, 'tokens'),
  ]];
}
