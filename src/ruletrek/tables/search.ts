/** What a search of rules is worth to an agent: the same heuristic agent with one search after the other. */
import type { Table } from '../../evaluation/table.ts';
import { estimateMean, formatEstimate } from './estimate.ts';
import { headline, type Measure } from './measures.ts';
import { ofTask, type ScoredTrial } from './scored-run.ts';

/** One trial, with how many of the gold rules the search has brought, and how much else. */
export interface SearchedTrial extends ScoredTrial {
  /** Shares, from 0 to 1. */
  readonly recall: number;
  readonly precision: number;
}

export interface SearchedRun {
  readonly search: string;
  readonly trials: readonly SearchedTrial[];
}

const percentOf = (key: 'recall' | 'precision'): Measure => (trial) => 100 * (trial as SearchedTrial)[key];

export function searchTable(runs: readonly SearchedRun[]): Table {
  const rows = runs.map(({ search, trials }) => {
    const [ri, e2e] = [ofTask(trials, 'RI'), ofTask(trials, 'E2E')];
    const cells = [estimateMean(ri, percentOf('recall'), 'search/recall'), estimateMean(ri, percentOf('precision'), 'search/precision'), estimateMean(ri, headline, 'search/RI'), estimateMean(e2e, headline, 'search/E2E')];
    return [search, String(ri.length), ...cells.map(formatEstimate)];
  });
  return { title: 'The heuristic agent with one search of rules after the other: from 0 to 100, with 95 % intervals over instances', labels: 1, columns: ['search', 'instances', 'gold rules found', 'found rules that are gold', 'RI', 'E2E'], rows };
}
