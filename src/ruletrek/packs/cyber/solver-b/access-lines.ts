/** Solver B: logons, accounts, flaws (access/logons.md, access/accounts.json, plan/flaws.md). */
import { fullest } from './event-lines.ts';
import { dateText, dayOf, idsWhere, minuteOf, orNothing, positive, TODAY, weekdayOf, type CaseLines, type CaseSheet, type Entry, type LineOfCase } from './sheet.ts';

function peak(sheet: CaseSheet): Entry {
  const services = sheet.set('service_logons') ?? [];
  const counted = (sheet.set('failed_logons') ?? []).filter((id) => !services.includes(id));
  const minutes = sheet.rows('logon').flatMap(({ id = '', time }) => (counted.includes(id) && time !== undefined ? [minuteOf(time)] : []));
  return positive(fullest(minutes.sort((a, b) => a - b), sheet.setting('minutes in which failed logons count')));
}

function lock(sheet: CaseSheet): Entry {
  const reached = (sheet.number('failure_peak') ?? 0) - sheet.setting('failed logons allowed');
  return reached < 0 ? undefined : sheet.setting('minutes of a lock') * (1 + reached);
}

function outOfHours(time: string): boolean {
  const minute = minuteOf(time);
  const [weekday, inDay] = [weekdayOf(Math.floor(minute / 1440)), minute % 1440];
  return weekday === 0 || weekday === 6 || inDay < 360 || inDay >= 1200;
}

function risky(sheet: CaseSheet): Entry {
  const trusted = sheet.set('trusted_network_logons') ?? [];
  const late = sheet.set('off_hours_logons') ?? [];
  const single = (sheet.set('single_factor_logons') ?? []).filter((id) => !trusted.includes(id) && !late.includes(id));
  return positive(late.length + single.length);
}

const LOGON_LINES: CaseLines = {
  failed_logons: { form: 'set', work: (sheet) => idsWhere(sheet, 'logon', 'result', (result) => result === 'failure') },
  service_logons: { form: 'set', work: (sheet) => idsWhere(sheet, 'logon', 'account', (account) => /^svc-/.test(account)) },
  failure_peak: { form: 'count', work: peak },
  lock_minutes: { form: 'count', work: lock },
  off_hours_logons: { form: 'set', work: (sheet) => idsWhere(sheet, 'logon', 'time', outOfHours) },
  single_factor_logons: { form: 'set', work: (sheet) => idsWhere(sheet, 'logon', 'factors', (factors) => Number(factors) < 2) },
  trusted_network_logons: { form: 'set', work: (sheet) => idsWhere(sheet, 'logon', 'source', (source) => /^10\.20\./.test(source)) },
  risky_logons: { form: 'count', work: risky },
  access_points: { form: 'count', work: (sheet) => positive((sheet.number('risky_logons') ?? 0) * 2 + Math.ceil((sheet.number('lock_minutes') ?? 0) / 30)) },
};

/** Accounts with a date further back than a setting. */
function tooOld(column: string, label: string, kinds?: readonly string[]): LineOfCase {
  return {
    form: 'set',
    work: (sheet) => {
      const fits = (kind = ''): boolean => kinds === undefined || kinds.includes(kind);
      const old = sheet.rows('account').filter((row) => row[column] !== undefined && fits(row['kind']) && TODAY - dayOf(row[column]) > sheet.setting(label));
      return orNothing(old.map(({ id = '' }) => id));
    },
  };
}

/** What records name that last until the day of the question or longer. */
function lasting(kind: string, column: string): LineOfCase {
  return { form: 'set', work: (sheet) => orNothing([...new Set(sheet.rows(kind).filter(({ until = '' }) => dayOf(until) >= TODAY).map((row) => row[column] ?? ''))]) };
}

function toDisable(sheet: CaseSheet): Entry {
  const exempt = sheet.set('exempt_accounts') ?? [];
  const idle = [...(sheet.set('inactive_accounts') ?? []), ...(sheet.set('expired_accounts') ?? [])].filter((id) => !exempt.includes(id));
  return orNothing([...new Set([...idle, ...(sheet.set('leaver_accounts') ?? [])])]);
}

function disableBy(sheet: CaseSheet): Entry {
  const opened = sheet.opened();
  if (opened === undefined || sheet.set('disable_accounts') === undefined) return undefined;
  const hours = sheet.setting('hours to disable accounts') / (sheet.word('severity') === 'critical' ? 2 : 1);
  return opened + hours * 60;
}

const ACCOUNT_LINES: CaseLines = {
  inactive_accounts: tooOld('last_used', 'days until an account is inactive'),
  expired_accounts: tooOld('created', 'days of a temporary account', ['temporary', 'emergency']),
  leaver_accounts: tooOld('owner_left', 'days to close the account of a leaver'),
  exempt_accounts: lasting('exemption', 'account'),
  disable_accounts: { form: 'set', work: toDisable },
  disable_by: { form: 'minute', work: disableBy },
};

function scored(low: number, high: number): LineOfCase {
  return { form: 'set', work: (sheet) => idsWhere(sheet, 'finding', 'score', (score) => Number(score) >= low && Number(score) < high) };
}

function urgent(sheet: CaseSheet): Entry {
  const accepted = sheet.set('accepted_findings') ?? [];
  const all = new Set([...(sheet.set('critical_findings') ?? []), ...(sheet.set('exploited_findings') ?? [])]);
  return orNothing([...all].filter((id) => !accepted.includes(id)));
}

function due(sheet: CaseSheet, ids: readonly string[], label: string): Entry {
  const days = sheet.rows('finding').flatMap(({ id = '', found }) => (ids.includes(id) && found !== undefined ? [dayOf(found)] : []));
  return days.length === 0 ? undefined : dateText(Math.min(...days) + sheet.setting(label));
}

function highDue(sheet: CaseSheet): Entry {
  const out = [...(sheet.set('exploited_findings') ?? []), ...(sheet.set('accepted_findings') ?? [])];
  return due(sheet, (sheet.set('high_findings') ?? []).filter((id) => !out.includes(id)), 'days to remove a high flaw');
}

/** Of the two due days the first or the last; the working day before it. */
function patchDay(sheet: CaseSheet, choose: (...days: number[]) => number): Entry {
  const days = ['urgent_due', 'high_due'].flatMap((name) => sheet.word(name) ?? []).map(dayOf);
  if (days.length === 0) return undefined;
  let day = choose(...days) - 1;
  while ([0, 6].includes(weekdayOf(day))) day -= 1;
  return dateText(day);
}

function patchPoints(sheet: CaseSheet): Entry {
  const overdue = sheet.number('patch_overdue_days');
  if (overdue === undefined || overdue <= 0) return undefined;
  return Math.ceil(overdue / 7) * sheet.setting('points of a started week overdue') + (sheet.set('urgent_findings')?.length ?? 0);
}

function overdueDays(sheet: CaseSheet): Entry {
  const day = sheet.word('patch_due');
  return day === undefined ? undefined : positive(TODAY - dayOf(day));
}

const FLAW_LINES: CaseLines = {
  critical_findings: scored(9, Infinity),
  high_findings: scored(7, 9),
  exploited_findings: { form: 'set', work: (sheet) => idsWhere(sheet, 'finding', 'exploited', (cell) => /^(true|1|yes)$/i.test(cell)) },
  accepted_findings: lasting('acceptance', 'finding'),
  urgent_findings: { form: 'set', work: urgent },
  urgent_due: { form: 'word', work: (sheet) => due(sheet, sheet.set('urgent_findings') ?? [], 'days to remove an urgent flaw') },
  high_due: { form: 'word', work: highDue },
  patch_due: { form: 'word', work: (sheet) => patchDay(sheet, Math.min) },
  last_patch_due: { form: 'word', work: (sheet) => patchDay(sheet, Math.max) },
  patch_overdue_days: { form: 'count', work: overdueDays },
  patch_points: { form: 'count', work: patchPoints },
};

export const ACCESS_LINES: CaseLines = { ...LOGON_LINES, ...ACCOUNT_LINES, ...FLAW_LINES };
