/** Every table of one or more runs, in the order in which they are printed. */
import type { Table } from '../../evaluation/table.ts';
import { besideTable } from './beside.ts';
import { domainTables } from './by-domain.ts';
import { complexityTables } from './complexity.ts';
import { causeTable, statusTable } from './failures.ts';
import { gapTable } from './gap.ts';
import type { ScoredRun } from './scored-run.ts';
import { spendingTable } from './spending.ts';

export function allTables(runs: readonly ScoredRun[]): Table[] {
  return [...domainTables(runs), besideTable(runs), ...complexityTables(runs), gapTable(runs), spendingTable(runs), statusTable(runs), causeTable(runs)];
}
