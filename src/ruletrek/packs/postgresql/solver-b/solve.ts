/** Solver B: every entry of the cluster, in the form of answer.json. */
import type { SolverInput, SolverOutput } from '../../pack.ts';
import { ACCESS_ENTRIES } from './access-entries.ts';
import { OPERATION_ENTRIES } from './operation-entries.ts';
import { SERVER_ENTRIES } from './server-entries.ts';
import { solveSheet, type SheetForm } from '../../sheet.ts';
import { TABLE_ENTRIES } from './table-entries.ts';

const ENTRIES = { ...TABLE_ENTRIES, ...SERVER_ENTRIES, ...OPERATION_ENTRIES, ...ACCESS_ENTRIES };

const FORM: SheetForm = {
  root: 'cluster', owners: ['cluster', 'relation'], key: 'tier', gone: ['failed', 'lost', 'dropped', 'withdrawn', 'stopped'], limits: 'tables/limits-2026.csv',
  texts: [
    'stop_date', 'full_at', 'caught_up_at', 'cancelled_at', 'earliest_date', 'released_date', 'change_date', 'window_end', 'restored_at', 'concurrent_mode', 'requested_mode', 'login_roles', 'auth_method',
  ],
  prices: ['amended_price', 'storage_cost', 'excess_cost'],
  flags: ['md5_repealed'],
};

/** All entries that apply. */
export function solveCluster(input: SolverInput): SolverOutput {
  return solveSheet(input, ENTRIES, FORM);
}
