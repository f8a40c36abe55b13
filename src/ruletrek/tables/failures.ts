/** How trials ended, and what came first among the reasons why they lost points. */
import type { Table } from '../../evaluation/table.ts';
import { FAILURES } from '../formats/score.ts';
import { STATUSES, TASKS } from '../formats/vocabulary.ts';
import { NOT_COMPARABLE, PAPER } from './paper.ts';
import { isCounted, ofTask, type ScoredRun, type ScoredTrial } from './scored-run.ts';

/** One row a run and task that has trials. */
function rowsOf(runs: readonly ScoredRun[], cells: (trials: readonly ScoredTrial[]) => string[]): string[][] {
  return runs.flatMap(({ name, trials }) => TASKS.flatMap((task) => {
    const chosen = ofTask(trials, task);
    return chosen.length === 0 ? [] : [[name, task, ...cells(chosen)]];
  }));
}

export function statusTable(runs: readonly ScoredRun[]): Table {
  const rows = rowsOf(runs, (trials) => [trials.length, ...STATUSES.map((status) => trials.filter(({ score }) => score.status === status).length)].map(String));
  return { title: 'How trials ended (infra_error, sandbox_error: to be run again, in no mean)', labels: 2, columns: ['run', 'task', 'trials', ...STATUSES], rows };
}

/** The paper's "rule selection": a rule missed, or one too many, came first. */
const SELECTION: readonly string[] = ['rule-missed', 'rule-extra'];

/** What came first in each trial that lost points. */
export function firstCauses(trials: readonly ScoredTrial[]): (typeof FAILURES)[number][] {
  return trials.filter(isCounted).flatMap(({ score }) => score.failures.slice(0, 1).map(({ cause }) => cause));
}

export function causeTable(runs: readonly ScoredRun[]): Table {
  const rows = rowsOf(runs, (trials) => {
    const causes = firstCauses(trials);
    const counts = FAILURES.map((name) => causes.filter((cause) => cause === name).length);
    const selection = causes.filter((cause) => SELECTION.includes(cause)).length;
    return [String(causes.length), ...counts.map(String), causes.length === 0 ? '–' : percent(selection / causes.length)];
  });
  const { model, share } = PAPER.ruleSelection;
  const paper = [`${model} (paper)`, '–', '–', ...FAILURES.map(() => '–'), percent(share)];
  return { title: `First cause of each trial that lost points (${NOT_COMPARABLE})`, labels: 2, columns: ['run', 'task', 'lost points', ...FAILURES, 'rule selection'], rows: [...rows, paper] };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
