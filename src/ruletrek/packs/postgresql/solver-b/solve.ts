/** Solver B: every entry of the cluster, in the form of answer.json. */
import type { SolverInput, SolverOutput } from '../../pack.ts';
import { ACCESS_ENTRIES } from './access-entries.ts';
import { OPERATION_ENTRIES } from './operation-entries.ts';
import { SERVER_ENTRIES } from './server-entries.ts';
import { openSheet, type Units } from './sheet.ts';
import { TABLE_ENTRIES } from './table-entries.ts';

const ENTRIES = { ...TABLE_ENTRIES, ...SERVER_ENTRIES, ...OPERATION_ENTRIES, ...ACCESS_ENTRIES };

const UNITS: Units = {
  texts: [
    'stop_date', 'full_at', 'caught_up_at', 'cancelled_at', 'earliest_date', 'released_date', 'change_date', 'window_end', 'restored_at', 'concurrent_mode', 'requested_mode', 'login_roles', 'auth_method',
  ],
  prices: ['amended_price', 'storage_cost', 'excess_cost'],
  flags: ['md5_repealed'],
};

/** All entries that apply. */
export function solveCluster(input: SolverInput): SolverOutput {
  const sheet = openSheet(input, ENTRIES, UNITS);
  return Object.fromEntries(Object.keys(ENTRIES).flatMap((name) => {
    const value = sheet.holds(name) ? true : sheet.number(name);
    return value === undefined ? [] : [[name, UNITS.prices.includes(name) ? (value as number / 100).toFixed(2) : value]];
  }));
}
