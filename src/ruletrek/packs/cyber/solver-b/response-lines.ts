/** Solver B: severity, deadlines, records, backups, outages (response/*). */
import { sum } from '../../second-solver.ts';
import { dateText, dayOf, idsWhere, minuteOf, positive, weekdayOf, type CaseLines, type CaseSheet, type Entry } from './sheet.ts';

const ORDER = ['low', 'medium', 'high', 'critical'];

function riskScore(sheet: CaseSheet): Entry {
  const points = ['alert_points', 'burst_points', 'access_points', 'patch_points'].map((name) => sheet.number(name) ?? 0);
  return positive(sum(points) + (sheet.set('disable_accounts')?.length ?? 0));
}

function baseSeverity(sheet: CaseSheet): Entry {
  const score = sheet.number('risk_score');
  if (score === undefined) return undefined;
  return ORDER.filter((name) => name === 'low' || score >= sheet.setting(`points from which a case is ${name}`)).at(-1);
}

function exposed(sheet: CaseSheet): Entry {
  const encrypted = sheet.set('encrypted_datasets') ?? [];
  const open = sheet.rows('dataset').filter((row) => row['class'] === 'personal' && !encrypted.includes(row['id'] ?? ''));
  return positive(sum(open.map((row) => Number(row['rows']))));
}

function breachSteps(sheet: CaseSheet): Entry {
  const rows = sheet.number('exposed_records') ?? 0;
  return positive(['exposed rows from which a breach is high', 'exposed rows from which a breach is critical'].filter((label) => rows >= sheet.setting(label)).length);
}

function isExercise(sheet: CaseSheet): Entry {
  const opened = sheet.opened();
  if (opened === undefined) return undefined;
  return sheet.rows('exercise').some(({ approved = '9999-01-01' }) => dayOf(approved) < Math.floor(opened / 1440)) ? 'yes' : undefined;
}

function severity(sheet: CaseSheet): Entry {
  const base = ORDER.indexOf(sheet.word('base_severity') ?? '');
  if (base === -1) return undefined;
  const graver = Math.min(3, base + (sheet.number('breach_steps') ?? 0));
  return ORDER[sheet.entry('is_exercise') === undefined ? graver : Math.max(0, graver - 1)];
}

/** An earlier time and what the severity allows after it, in units of so many minutes. */
function after(sheet: CaseSheet, from: string, label: string, unit: number): Entry {
  const [grade, start] = [sheet.word('severity'), sheet.number(from)];
  return grade === undefined || start === undefined ? undefined : start + sheet.setting(label, grade) * unit;
}

function reportDue(sheet: CaseSheet): Entry {
  const [grade, discovered] = [sheet.word('severity'), sheet.number('discovered_at')];
  if (grade === undefined || discovered === undefined) return undefined;
  const days = sheet.setting('working days until the report', grade) * (sheet.entry('is_exercise') === undefined ? 1 : 2);
  let day = Math.floor(discovered / 1440);
  for (let done = 0; done < days; done += [0, 6].includes(weekdayOf(day)) ? 0 : 1) day += 1;
  return dateText(day);
}

function authorityDue(sheet: CaseSheet): Entry {
  const [steps, discovered] = [sheet.number('breach_steps') ?? 0, sheet.number('discovered_at')];
  return steps < 1 || discovered === undefined ? undefined : discovered + 60 * sheet.setting('hours until the authority is told');
}

function discovered(sheet: CaseSheet): Entry {
  const known = sheet.number('first_alert') ?? sheet.opened();
  return known === undefined ? undefined : known + sheet.setting('minutes to confirm a case');
}

function notifyBy(sheet: CaseSheet): Entry {
  const [due, hours] = [sheet.number('authority_due'), sheet.number('delay_hours')];
  return due === undefined || hours === undefined ? undefined : due + 60 * hours;
}

function noticeDelay(sheet: CaseSheet): Entry {
  const [due, told] = [sheet.number('notify_by') ?? sheet.number('authority_due'), sheet.rows('notice').filter((row) => row['to'] === 'authority').map((row) => minuteOf(row['time'] ?? ''))];
  return due === undefined || told.length === 0 ? undefined : positive(Math.min(...told) - due);
}

const SEVERITY_LINES: CaseLines = {
  risk_score: { form: 'count', work: riskScore },
  base_severity: { form: 'word', work: baseSeverity },
  encrypted_datasets: { form: 'set', work: (sheet) => idsWhere(sheet, 'dataset', 'encrypted', (cell) => /^(true|1|yes)$/i.test(cell)) },
  exposed_records: { form: 'count', work: exposed },
  breach_steps: { form: 'count', work: breachSteps },
  is_exercise: { form: 'flag', work: isExercise },
  severity: { form: 'word', work: severity },
};

const DEADLINE_LINES: CaseLines = {
  discovered_at: { form: 'minute', work: discovered },
  respond_by: { form: 'minute', work: (sheet) => after(sheet, 'discovered_at', 'minutes until a first response', 1) },
  contain_by: { form: 'minute', work: (sheet) => after(sheet, 'respond_by', 'hours from response to containment', 60) },
  report_due: { form: 'word', work: reportDue },
  authority_due: { form: 'minute', work: authorityDue },
  delay_hours: { form: 'count', work: (sheet) => positive(Number(sheet.rows('delay')[0]?.['hours'] ?? 0)) },
  notify_by: { form: 'minute', work: notifyBy },
  notice_delay: { form: 'count', work: noticeDelay },
};

function keptDays(sheet: CaseSheet): Entry {
  const [plain, longer] = [sheet.number('retention_days'), sheet.number('hold_days') ?? 0];
  const steps = sheet.number('breach_steps') ?? 0;
  if (plain === undefined || longer + steps === 0) return undefined;
  return plain + longer + steps * sheet.setting('days that a step of a breach adds to the keeping of records');
}

/** The reserve in whole percent keeps the product exact. */
function logStore(sheet: CaseSheet): Entry {
  const [daily, days] = [sheet.number('daily_log_mb'), sheet.number('kept_days') ?? sheet.number('retention_days')];
  const percent = 100 + Math.round(sheet.setting('reserve of the log store') * 100);
  return daily === undefined || days === undefined ? undefined : Math.ceil((daily * days * percent) / 100);
}

function restorePoint(sheet: CaseSheet): Entry {
  const discovered = sheet.number('discovered_at');
  if (discovered === undefined) return undefined;
  const usable = sheet.rows('backup').filter(({ verified = '' }) => /^(true|1|yes)$/i.test(verified)).map(({ time = '', minutes }) => minuteOf(time) + Number(minutes));
  const before = usable.filter((minute) => minute < discovered);
  return before.length === 0 ? undefined : Math.max(...before);
}

function lost(sheet: CaseSheet): Entry {
  const [discovered, restored] = [sheet.number('discovered_at'), sheet.number('restore_point')];
  return discovered === undefined || restored === undefined ? undefined : positive(discovered - restored);
}

/** Minutes of two columns of a kind. */
function spans(sheet: CaseSheet, kind: string): [number, number][] {
  return sheet.rows(kind).map(({ start = '', end = '' }) => [minuteOf(start), minuteOf(end)]);
}

function plannedMinutes(sheet: CaseSheet): Entry {
  const windows = spans(sheet, 'maintenance');
  const shared = spans(sheet, 'outage').flatMap(([start, end]) => windows.map(([from, until]) => Math.max(0, Math.min(end, until) - Math.max(start, from))));
  return positive(sum(shared));
}

function timeExcess(sheet: CaseSheet): Entry {
  const down = sheet.number('outage_minutes');
  return down === undefined ? undefined : positive(down - (sheet.number('planned_minutes') ?? 0) - sheet.setting('minutes that the system may be down'));
}

function credit(sheet: CaseSheet): Entry {
  const started = (name: string, length: number): number => Math.ceil((sheet.number(name) ?? 0) / length);
  const hours = started('time_excess', 60) + started('point_excess', 60) + started('notice_delay', 1440);
  const each = sheet.setting('credit for a started hour') * 100 * (sheet.word('severity') === 'critical' ? 2 : 1);
  return positive(hours * each);
}

const RECOVERY_LINES: CaseLines = {
  retention_days: { form: 'count', work: (sheet) => sheet.setting('days that audit records are kept') },
  hold_days: { form: 'count', work: (sheet) => positive(sum(sheet.rows('hold').map(({ since = '', until = '' }) => dayOf(until) - dayOf(since)))) },
  kept_days: { form: 'count', work: keptDays },
  daily_log_mb: { form: 'count', work: (sheet) => positive(sum(sheet.rows('log_source').map((row) => Number(row['daily_mb'])))) },
  log_store_mb: { form: 'count', work: logStore },
  restore_point: { form: 'minute', work: restorePoint },
  loss_minutes: { form: 'count', work: lost },
  point_excess: { form: 'count', work: (sheet) => positive((sheet.number('loss_minutes') ?? 0) - sheet.setting('minutes of data that may be lost')) },
  outage_minutes: { form: 'count', work: (sheet) => positive(sum(spans(sheet, 'outage').map(([start, end]) => end - start))) },
  planned_minutes: { form: 'count', work: plannedMinutes },
  time_excess: { form: 'count', work: timeExcess },
  service_credit: { form: 'money', work: credit },
};

export const RESPONSE_LINES: CaseLines = { ...SEVERITY_LINES, ...DEADLINE_LINES, ...RECOVERY_LINES };
