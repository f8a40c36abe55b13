/** Table 2: domain × RI, RD, E2E with the mean over trials; and the same layout with the intervals. */
import type { Table } from '../../evaluation/table.ts';
import { DOMAINS, TASKS, type Domain, type Task } from '../formats/vocabulary.ts';
import { estimateMean, formatInterval, formatMean, type Estimate } from './estimate.ts';
import { headline } from './measures.ts';
import { formatStated, NOT_COMPARABLE, PAPER } from './paper.ts';
import { denominatorsOf, ofTask, type ScoredRun, type ScoredTrial } from './scored-run.ts';

/** A column: one task in a domain, or over all of them. */
interface Column {
  readonly domain: Domain | 'mean';
  readonly task: Task;
}

export function domainTables(runs: readonly ScoredRun[]): Table[] {
  const columns = columnsOf(runs);
  const names = ['run', 'trials', ...columns.map(({ domain, task }) => `${domain} ${task}`)];
  const estimates = runs.flatMap(({ name, trials }) =>
    denominatorsOf(trials).map((part) => ({ labels: [name, part.label], values: columns.map((column) => cell(part.trials, column)) })),
  );
  const rows = (format: (value: Estimate | null) => string): string[][] => estimates.map(({ labels, values }) => [...labels, ...values.map(format)]);
  return [
    { title: `Table 2: mean score by domain and task (${NOT_COMPARABLE})`, labels: 2, columns: names, rows: [...rows(formatMean), ...paperRows(columns)] },
    { title: 'Table 2: 95 % intervals, by bootstrap over instances', labels: 2, columns: names, rows: rows(formatInterval) },
  ];
}

function columnsOf(runs: readonly ScoredRun[]): Column[] {
  const present = new Set(runs.flatMap(({ trials }) => trials.map(({ domain }) => domain)));
  const groups = [...DOMAINS.filter((domain) => present.has(domain)), 'mean' as const];
  return groups.flatMap((domain) => TASKS.map((task) => ({ domain, task })));
}

function cell(trials: readonly ScoredTrial[], { domain, task }: Column): Estimate | null {
  const chosen = ofTask(trials, task).filter((trial) => domain === 'mean' || trial.domain === domain);
  return estimateMean(chosen, headline, `${domain}/${task}`);
}

function paperRows(columns: readonly Column[]): string[][] {
  return PAPER.models.map(({ model, mean, domains }) => {
    const stated = columns.map(({ domain, task }) => (domain === 'mean' ? mean : domains[domain])?.[task]);
    return [`${model} (paper)`, '–', ...stated.map((value) => formatStated(value, 2))];
  });
}
