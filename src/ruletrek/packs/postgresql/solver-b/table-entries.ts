/** Solver B: handbook/vacuum.md and handbook/wraparound.docx. */
import { added, copied, dayLater, exact, from, highest, isTrue, over, type Entries, type Entry, type Sheet } from '../../sheet.ts';

/** A factor such as 0.085 in thousandths. */
function factor(sheet: Sheet, kind: string, name: string): number | undefined {
  const value = sheet.field(kind, name);
  return value === undefined ? undefined : Math.round(value * 1000);
}

function statistics(name: string): (sheet: Sheet) => number | undefined {
  return (sheet) => sheet.field('table_stats', name);
}
const live = statistics('live_rows');

function isSince(sheet: Sheet, version: number): boolean {
  return Number(sheet.root['version'] ?? 0) >= version;
}

function vacuumThreshold(sheet: Sheet): Entry {
  const rows = live(sheet);
  const scale = sheet.number('table_scale') ?? sheet.number('vacuum_scale') ?? sheet.limit('autovacuum_vacuum_scale_factor in thousandths');
  return rows === undefined ? undefined : sheet.limit('autovacuum_vacuum_threshold') + exact(rows, scale, 1000);
}

function deadExcess(sheet: Sheet): Entry {
  const [threshold, cap] = [sheet.number('vacuum_threshold'), sheet.number('threshold_cap')];
  return over(statistics('dead_rows')(sheet), threshold !== undefined && cap !== undefined && cap < threshold ? cap : threshold);
}

function unfrozen(sheet: Sheet): Entry {
  const [rows, pages, frozen] = [live(sheet), statistics('pages')(sheet), statistics('frozen_pages')(sheet)];
  return rows === undefined || pages === undefined || frozen === undefined || !isSince(sheet, 18) ? undefined : exact(rows, pages - frozen, pages);
}

function insertThreshold(sheet: Sheet): Entry {
  const rows = sheet.number('unfrozen_rows') ?? live(sheet);
  const scale = factor(sheet, 'setting', 'autovacuum_vacuum_insert_scale_factor') ?? sheet.limit('autovacuum_vacuum_insert_scale_factor in thousandths');
  return rows === undefined ? undefined : sheet.limit('autovacuum_vacuum_insert_threshold') + exact(rows, scale, 1000);
}

function analyzeThreshold(sheet: Sheet): Entry {
  const rows = live(sheet);
  if (rows === undefined || isTrue(sheet.rows('table_stats')[0]?.['partitioned'])) return undefined;
  const scale = factor(sheet, 'setting', 'autovacuum_analyze_scale_factor') ?? sheet.limit('autovacuum_analyze_scale_factor in thousandths');
  return sheet.limit('autovacuum_analyze_threshold') + exact(rows, scale, 1000);
}

function costShare(sheet: Sheet): Entry {
  const active = sheet.root['active_workers'];
  return active === undefined ? undefined : Math.floor((sheet.field('setting', 'autovacuum_vacuum_cost_limit') ?? sheet.limit('vacuum_cost_limit')) / Number(active));
}

function vacuumSeconds(sheet: Sheet): Entry {
  const [pages, share] = [statistics('pages')(sheet), sheet.number('cost_share')];
  if (pages === undefined || share === undefined) return undefined;
  return Math.ceil((Math.ceil((pages * sheet.limit('vacuum_cost_page_miss')) / share) * sheet.limit('autovacuum_vacuum_cost_delay in milliseconds')) / 1000);
}

function forced(sheet: Sheet): Entry {
  const [general, own] = [sheet.number('freeze_limit') ?? sheet.limit('autovacuum_freeze_max_age'), sheet.number('table_freeze_limit')];
  return over(sheet.number('oldest_age'), own !== undefined && own < general ? own : general);
}

/** Growth of a counter between the earliest and the latest sample, for a number of seconds. */
export function growth(sheet: Sheet, kind: string, name: string, seconds: number): Entry {
  const samples = sheet.rows(kind).map((row) => ({ at: Date.parse(row['taken'] ?? ''), count: Number(row[name]) })).sort((a, b) => a.at - b.at);
  const [first, last] = [samples[0], samples[samples.length - 1]];
  return first === undefined || last === undefined || first.at === last.at ? undefined : exact(last.count - first.count, seconds, (last.at - first.at) / 1000);
}

function horizon(sheet: Sheet): Entry {
  return highest(sheet.rows('xmin_holder').filter((row) => row['feedback'] === undefined || isTrue(row['feedback'])).map((row) => Number(row['age'])));
}

export const TABLE_ENTRIES: Entries = {
  vacuum_scale: (sheet) => factor(sheet, 'setting', 'autovacuum_vacuum_scale_factor'),
  table_scale: (sheet) => factor(sheet, 'option', 'autovacuum_vacuum_scale_factor'),
  vacuum_threshold: vacuumThreshold,
  threshold_cap: (sheet) => (isSince(sheet, 18) ? sheet.field('setting', 'autovacuum_vacuum_max_threshold') : undefined),
  dead_excess: deadExcess,
  unfrozen_rows: unfrozen,
  insert_threshold: insertThreshold,
  insert_excess: (sheet) => over(statistics('inserted')(sheet), sheet.number('insert_threshold')),
  analyze_threshold: analyzeThreshold,
  analyze_excess: (sheet) => over(statistics('modified')(sheet), sheet.number('analyze_threshold')),
  pending_rows: added(2, 'dead_excess', 'insert_excess', 'analyze_excess'),
  cost_share: costShare,
  vacuum_seconds: vacuumSeconds,
  oldest_age: (sheet) => highest(sheet.rows('freeze_age').map((row) => Number(row['age']))),
  freeze_limit: copied('setting', 'autovacuum_freeze_max_age'),
  table_freeze_limit: copied('option', 'autovacuum_freeze_max_age'),
  forced_excess: forced,
  overdue_days: from(['forced_excess', 'ids_per_day'], (ids, daily) => Math.floor(ids / daily)),
  ids_left: from(['oldest_age'], (age) => over(2_147_483_647 - 3_000_000, age)),
  ids_per_day: (sheet) => growth(sheet, 'xid_sample', 'xid', 86_400),
  days_to_stop: from(['ids_left', 'ids_per_day'], (left, daily) => Math.floor(left / daily)),
  stop_date: (sheet) => {
    const days = sheet.number('days_to_stop');
    return days === undefined ? undefined : dayLater(sheet.root['checked'] ?? '', days);
  },
  horizon_age: horizon,
  freed_ids: (sheet) => {
    const age = sheet.number('horizon_age');
    return age === undefined ? undefined : over(sheet.number('oldest_age'), Math.max(age, sheet.limit('vacuum_freeze_min_age')));
  },
  days_won: from(['freed_ids', 'ids_per_day'], (freed, daily) => Math.floor(freed / daily)),
  days_afterwards: added(2, 'days_to_stop', 'days_won'),
};
