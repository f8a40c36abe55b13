/** Solver B: handbook/locks.md, handbook/access.md. */
import type { Row } from '../../second-solver.ts';
import { highest, isTrue, numeric, over, type Entries, type Entry, type Sheet } from '../../sheet.ts';

/** A column of the table of lock modes for the command. */
function ofCommand(sheet: Sheet, column: string): string | undefined {
  const verb = sheet.rows('command')[0]?.['verb'];
  return sheet.table('tables/lock-modes.csv').find((row) => row['command'] === verb)?.[column];
}

/** Locks of a kind that conflict with the requested mode. */
function conflicting(sheet: Sheet, kind: string): Row[] {
  const line = sheet.table('tables/lock-conflicts.csv').find((row) => row['mode'] === sheet.text('requested_mode'));
  return sheet.rows(kind).filter((row) => line?.[row['mode'] ?? ''] === 'x');
}

function queue(sheet: Sheet): Entry {
  const [waiting, blockers] = [conflicting(sheet, 'waiting_lock').length, sheet.number('blockers')];
  return waiting === 0 || blockers === undefined ? undefined : waiting + blockers;
}

function timeout(sheet: Sheet): Entry {
  const [most, blocked] = [sheet.field('setting', 'lock_timeout'), sheet.number('blocked_seconds')];
  return most !== undefined && blocked !== undefined && most > 0 && most < blocked ? most : undefined;
}

function held(sheet: Sheet): Entry {
  const [seconds, rate] = [sheet.number('wait_seconds') ?? sheet.number('blocked_seconds'), numeric(sheet.root['query_rate'])];
  return seconds === undefined || rate === undefined ? undefined : seconds * rate;
}

function client(sheet: Sheet): Row {
  return sheet.rows('connection')[0] ?? {};
}

function roles(sheet: Sheet): Entry {
  const found = new Set([client(sheet)['user'] ?? '']);
  let before = 0;
  while (before !== found.size) {
    before = found.size;
    for (const row of sheet.rows('membership')) if (found.has(row['member'] ?? '')) found.add(row['role'] ?? '');
  }
  return found.size > 1 ? [...found].sort().join(' ') : undefined;
}

/** The first bits of an address as text. */
function bits(address: string, count: number): string {
  return address.split('.').map((part) => Number(part).toString(2).padStart(8, '0')).join('').slice(0, count);
}

function fits(sheet: Sheet, entry: string): boolean {
  const [type, database, user = '', network = ''] = entry.split(/\s+/);
  const { ssl, database: wanted, user: name, address = '' } = client(sheet);
  if (type === 'hostssl' ? !isTrue(ssl) : type === 'hostnossl' ? isTrue(ssl) : type !== 'host') return false;
  const [base = '', length = '32'] = network.split('/');
  const inRoles = user.startsWith('+') && (sheet.text('login_roles') ?? '').split(' ').includes(user.slice(1));
  return ['all', wanted].includes(database) && (['all', name].includes(user) || inRoles) && bits(address, Number(length)) === bits(base, Number(length));
}

/** Entries in their order: that of the numbers in their ids. */
function lines(sheet: Sheet): string[] {
  const numbered = sheet.rows('hba').map((row) => ({ place: Number((row['id'] ?? '').replace(/\D/g, '')), entry: row['entry'] ?? '' }));
  return numbered.sort((a, b) => a.place - b.place).map(({ entry }) => entry);
}

function method(sheet: Sheet): Entry {
  const line = sheet.number('hba_line');
  const word = line === undefined ? undefined : lines(sheet)[line - 1]?.split(/\s+/)[4];
  if (word !== 'md5') return word;
  return client(sheet)['password'] === 'scram' ? 'scram-sha-256' : sheet.holds('md5_repealed') ? 'reject' : word;
}

export const ACCESS_ENTRIES: Entries = {
  concurrent_mode: (sheet) => (isTrue(sheet.rows('command')[0]?.['concurrently']) ? ofCommand(sheet, 'concurrently') : undefined),
  requested_mode: (sheet) => sheet.text('concurrent_mode') ?? ofCommand(sheet, 'mode'),
  blockers: (sheet) => over(conflicting(sheet, 'held_lock').length, 0),
  lock_queue: queue,
  blocked_seconds: (sheet) => highest(conflicting(sheet, 'held_lock').map((row) => Number(row['remaining']))),
  wait_seconds: timeout,
  held_queries: held,
  login_roles: roles,
  hba_line: (sheet) => over(lines(sheet).findIndex((entry) => fits(sheet, entry)) + 1, 0),
  auth_method: method,
};
