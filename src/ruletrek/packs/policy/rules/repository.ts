/** Merging into the protected branch: approvals, checks, signatures, owners, licences, alerts, freezes and waiting days. */
import { dateOfDay, dayNumber } from '../../../core/dates.ts';
import { TO_CENT } from '../../../core/money.ts';
import type { Binder, RuleContext, RuleModule } from '../../../core/rule.ts';
import type { Facts, FactRecord, Value } from '../../../core/facts.ts';
import { given, hasRows, rows } from '../../draw.ts';
import { countOf, fieldOf, givenCount, limitOf, service, single, tie, tierOf } from '../draw.ts';
import { REVIEW_DAY } from '../facts.ts';
import { itemsOf, POLICY_NUMBERS, POLICY_VERSION, settingText } from '../parameters.ts';
import { dayFrom, lastDays, unexpired } from './admission.ts';
import { finding, sumOf, tier } from './findings.ts';

/** Rows of the repository, unless it has some of the kind. */
function ofRepository(b: Binder, kind: string, list: readonly Readonly<Record<string, Value>>[]): FactRecord[] {
  return hasRows(b, kind) ? [] : rows(b, kind, list.map((fields) => ({ ...tie(b, 'repository'), ...fields })));
}

const USERS = ['amara', 'bjorn', 'chen', 'dalia', 'esteban', 'farah', 'goran', 'hana'] as const;
const ABLE = ['write', 'maintain', 'admin'] as const;
const PUSHED_DAYS = [3, 20] as const;

/** The day of the last push, in the weeks before the review. */
function pushDay(b: Binder): string {
  return (fieldOf(b, 'pull', 'pushed') as string | undefined) ?? dayFrom(-b.random.integer(...PUSHED_DAYS));
}

/** Approvals of able users, some older than the last push where that counts, and a fresh one of a user who may only read. */
function approvals(b: Binder): Facts {
  const pushed = pushDay(b);
  const day = (stale: boolean): string => dateOfDay(dayNumber(pushed) + (stale ? -b.random.integer(1, 9) : b.random.integer(0, 2)));
  const [stale, fresh] = [b.derived.has('stale_approvals') ? countOf(b, 'stale_approvals', 1, 2) : 0, countOf(b, 'approvals_counted', 1, 2)];
  const users = b.random.shuffle(USERS);
  const list = Array.from({ length: stale + fresh + 1 }, (_, i) => ({
    user: users[i % users.length]!, role: i === stale + fresh ? 'read' : b.random.pick(ABLE), submitted: day(i < stale),
  }));
  return [single(b, 'pull', 'repository', { pushed }), ...ofRepository(b, 'approval', list)];
}

const approvalsBase: RuleModule = {
  id: 'policy.approvals-of-tier',
  emits: { tier_approvals: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => tier(c) !== '',
  then: (c) => ({ tier_approvals: c.limit('APPROVALS', tier(c)) }),
  bind: (b) => [service(tierOf(b))],
};

const changedLines: RuleModule = {
  id: 'policy.changed-lines',
  emits: { changed_lines: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.records('change').length > 0,
  then: (c) => ({ changed_lines: c.records('change').reduce((sum, one) => sum + one.integer('lines'), 0) }),
  bind: (b) => changes(b),
};

const OWNED = '/deploy/';
const HANDED_ON = '/deploy/docs/';

/** Changes in the folder of the security team, in the folder inside it that is another team's, and elsewhere. */
function changes(b: Binder): Facts {
  const paths = [`${OWNED}${b.random.pick(['prod.yaml', 'ingress.yaml', 'secrets.tf'])}`, `${HANDED_ON}${b.random.pick(['readme.md', 'runbook.md'])}`, `/src/${b.random.pick(['main.ts', 'api.ts', 'store.ts'])}`];
  const total = countOf(b, 'changed_lines', 300, 1700);
  const shares = [Math.floor(total * 0.2) + 1, Math.floor(total * 0.1) + 1];
  return ofRepository(b, 'change', paths.map((path, i) => ({ path, lines: shares[i] ?? total - shares[0]! - shares[1]! })));
}

const largeChange: RuleModule = {
  id: 'policy.large-change',
  emits: { extra_approvals: 'integer' },
  reads: { changed_lines: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.count('changed_lines') >= c.limit('LINES_PER_APPROVAL'),
  then: (c) => ({ extra_approvals: Math.floor(c.count('changed_lines') / c.limit('LINES_PER_APPROVAL')) }),
  bind: (b) => given(b, { changed_lines: countOf(b, 'extra_approvals', 1, 4) * limitOf('LINES_PER_APPROVAL') + b.random.integer(0, 5) }),
};

const required: RuleModule = {
  id: 'policy.approvals-required',
  emits: { approvals_required: 'integer' },
  reads: { tier_approvals: 'dependency', extra_approvals: 'override' },
  rounding: TO_CENT,
  when: (c) => c.count('tier_approvals') > 0,
  then: (c) => ({ approvals_required: c.count('tier_approvals') + (c.optionalCount('extra_approvals') ?? 0) }),
  bind: (b) => givenCount(b, 'tier_approvals', 1, 4),
};

const stale: RuleModule = {
  id: 'policy.stale-approvals',
  emits: { stale_approvals: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => staleRows(c) > 0,
  then: (c) => ({ stale_approvals: staleRows(c) }),
  bind: approvals,
};

function staleRows(c: RuleContext): number {
  const rowsOfPull = c.records('approval');
  return rowsOfPull.length === 0 ? 0 : rowsOfPull.filter((one) => one.text('submitted') < c.record('pull').text('pushed')).length;
}

function ableRows(c: RuleContext): number {
  return c.records('approval').filter((one) => ABLE.some((role) => role === one.text('role'))).length;
}

const counted: RuleModule = {
  id: 'policy.approvals-counted',
  emits: { approvals_counted: 'integer' },
  reads: { stale_approvals: 'temporal' },
  rounding: TO_CENT,
  when: (c) => ableRows(c) > 0,
  then: (c) => ({ approvals_counted: ableRows(c) - (c.optionalCount('stale_approvals') ?? 0) }),
  bind: approvals,
};

const missing: RuleModule = {
  id: 'policy.approvals-missing',
  emits: { approvals_missing: 'integer' },
  reads: { approvals_required: 'dependency', approvals_counted: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.count('approvals_required') > (c.optionalCount('approvals_counted') ?? 0),
  then: (c) => ({ approvals_missing: c.count('approvals_required') - (c.optionalCount('approvals_counted') ?? 0) }),
  bind: (b) => [...givenCount(b, 'approvals_required', 4, 7), ...givenCount(b, 'approvals_counted', 1, 3)],
};

/** The team whose pattern is the last one that fits, as in a CODEOWNERS file. */
function ownerOf(path: string, patterns: readonly { pattern: string; line: number; team: () => string }[]): string | undefined {
  const fitting = patterns.filter(({ pattern }) => path.startsWith(pattern)).sort((a, b) => a.line - b.line);
  return fitting.at(-1)?.team();
}

function securityLines(c: RuleContext): number {
  const patterns = c.records('owner').map((one) => ({ pattern: one.text('pattern'), line: one.integer('line'), team: () => one.text('team') }));
  if (patterns.length === 0) return 0;
  return c.records('change').filter((one) => ownerOf(one.text('path'), patterns) === 'security').reduce((sum, one) => sum + one.integer('lines'), 0);
}

const owners: RuleModule = {
  id: 'policy.security-owned-lines',
  emits: { security_owned_lines: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => securityLines(c) > 0,
  then: (c) => ({ security_owned_lines: securityLines(c) }),
  bind: (b) => {
    const line = b.random.integer(2, 9);
    return [...changes(b), ...ofRepository(b, 'owner', [{ line, pattern: OWNED, team: 'security' }, { line: line + b.random.integer(1, 5), pattern: HANDED_ON, team: b.random.pick(['docs', 'platform']) }])];
  },
};

const checks = finding({
  id: 'policy.failed-checks', emits: 'failed_checks', kind: 'check', breaks: (one, c) => !itemsOf(c.setting('PASSING')).includes(one.text('conclusion')),
  bind: (b) => {
    const failing = countOf(b, 'failed_checks', 1, 3);
    const names = ['build', 'unit-tests', 'lint', 'e2e', 'licence-scan', 'container-scan', 'docs'];
    return ofRepository(b, 'check', names.slice(0, Math.max(failing + 2, b.random.integer(4, 7))).map((name, i) => ({ name, conclusion: i < failing ? b.random.pick(['failure', 'cancelled', 'timed_out']) : b.random.pick(itemsOf(settingText('PASSING'))) })));
  },
});

const signatures = finding({
  id: 'policy.unsigned-commits', emits: 'unsigned_commits', kind: 'commit', breaks: (one) => !one.flag('signed'),
  bind: (b) => {
    const unsigned = countOf(b, 'unsigned_commits', 1, 3);
    return ofRepository(b, 'commit', Array.from({ length: unsigned + b.random.integer(1, 3) }, (_, i) => ({ sha: b.random.integer(0x1000000, 0xfffffff).toString(16), signed: i >= unsigned })));
  },
});

const PACKAGES = ['left-align', 'tiny-queue', 'yaml-walk', 'geo-hash-lite', 'retry-later', 'pdf-press', 'chart-ink', 'socket-pool'] as const;

/** Dependencies, of which some have a licence that is not on the list, and waivers for some of these. */
function dependencies(b: Binder): Facts {
  const packages = b.random.shuffle(PACKAGES);
  const unsound = countOf(b, 'licence_findings', 2, 3) + 1;
  return ofRepository(b, 'dependency', packages.slice(0, Math.min(packages.length, unsound + 3)).map((name, i) => ({
    package: name, licence: i < unsound ? b.random.pick(['GPL-3.0', 'AGPL-3.0', 'BUSL-1.1', 'SSPL-1.0']) : b.random.pick(itemsOf(settingText('LICENCES'))),
  })));
}

const waivers: RuleModule = {
  id: 'policy.licence-waivers',
  emits: { waived_licences: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => unexpired(c, 'waiver').length > 0,
  then: (c) => ({ waived_licences: unexpired(c, 'waiver').length }),
  bind: (b) => ofRepository(b, 'waiver', lastDays(b, countOf(b, 'waived_licences', 1, 2)).map((expires, i) => ({ package: PACKAGES[i]!, expires }))),
};

const licences = finding({
  id: 'policy.licences', emits: 'licence_findings', kind: 'dependency', mended: { waived_licences: 'exception' },
  breaks: (one, c) => !itemsOf(c.setting('LICENCES')).includes(one.text('licence')), bind: dependencies,
});

const SEVERITIES = Object.keys(POLICY_NUMBERS.parameters['SLA_DAYS']!.versions[POLICY_VERSION]!);

function isOverdue(severity: string, opened: string, days: (severity: string) => number): boolean {
  return SEVERITIES.includes(severity) && dayNumber(opened) + days(severity) < dayNumber(REVIEW_DAY);
}

const alerts = finding({
  id: 'policy.overdue-alerts', emits: 'overdue_alerts', kind: 'alert', mended: { extended_alerts: 'exception' },
  breaks: (one, c) => isOverdue(one.text('severity'), one.text('opened'), (severity) => c.limit('SLA_DAYS', severity)),
  bind: (b) => {
    const overdue = countOf(b, 'overdue_alerts', 1, 2) + 1;
    const late = Array.from({ length: overdue }, () => ({ severity: b.random.pick(['critical', 'high']), opened: dayFrom(-b.random.integer(31, 60)) }));
    return ofRepository(b, 'alert', [...late, { severity: 'critical', opened: dayFrom(-b.random.integer(8, 40)) }, { severity: 'low', opened: dayFrom(-b.random.integer(40, 150)) }, { severity: 'medium', opened: dayFrom(-b.random.integer(35, 80)) }]);
  },
});

const extensions: RuleModule = {
  id: 'policy.alert-extensions',
  emits: { extended_alerts: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => unexpired(c, 'extension').length > 0,
  then: (c) => ({ extended_alerts: unexpired(c, 'extension').length }),
  bind: (b) => ofRepository(b, 'extension', lastDays(b, countOf(b, 'extended_alerts', 1, 2)).map((expires) => ({ expires }))),
};

const freeze: RuleModule = {
  id: 'policy.change-freeze',
  emits: { freeze_end: 'date' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.record('freeze').text('starts') <= REVIEW_DAY && c.record('freeze').text('ends') >= REVIEW_DAY,
  then: (c) => ({ freeze_end: c.record('freeze').text('ends') }),
  bind: (b) => ofRepository(b, 'freeze', [{ starts: dayFrom(-b.random.integer(0, 12)), ends: (b.want['freeze_end'] as string | undefined) ?? dayFrom(b.random.integer(0, 14)) }]),
};

/** First days of last pushes for which a circular holds. */
const CIRCULAR_7 = '2026-04-06';
const CIRCULAR_8 = '2026-04-09';

/** The pull request, with a last push in a span where that is still open. */
function pushedBetween(b: Binder, first: string, last: string, fields: Readonly<Record<string, Value>> = {}): FactRecord {
  const days = dayNumber(last) - dayNumber(first);
  return single(b, 'pull', 'repository', { pushed: dateOfDay(dayNumber(first) + b.random.integer(0, days)), ...fields });
}

const longerWaiting: RuleModule = {
  id: 'policy.circular-longer-waiting',
  emits: { added_waiting_days: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.record('pull').text('pushed') >= CIRCULAR_7,
  then: (c) => ({ added_waiting_days: c.limit('CIRCULAR_7_DAYS') }),
  bind: (b) => [pushedBetween(b, CIRCULAR_7, '2026-04-13')],
};

const amendedHotfix: RuleModule = {
  id: 'policy.circular-hotfixes',
  emits: { amended_hotfix_days: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.record('pull').text('pushed') >= CIRCULAR_8,
  then: (c) => ({ amended_hotfix_days: c.limit('CIRCULAR_8_DAYS') }),
  bind: (b) => [pushedBetween(b, CIRCULAR_8, '2026-04-13')],
};

const waiting: RuleModule = {
  id: 'policy.waiting-days',
  emits: { waiting_days: 'integer' },
  reads: { added_waiting_days: 'temporal', hotfix_days: 'exception' },
  rounding: TO_CENT,
  when: (c) => waitingDays(c) > 0,
  then: (c) => ({ waiting_days: waitingDays(c) }),
  bind: (b) => [service(tierOf(b, ['internal', 'standard', 'critical'])), ...(b.derived.has('added_waiting_days') ? [] : [pushedBetween(b, '2026-03-26', '2026-04-05')])],
};

function waitingDays(c: RuleContext): number {
  return c.limit('WAIT_DAYS', tier(c)) + (c.optionalCount('added_waiting_days') ?? 0) - (c.optionalCount('hotfix_days') ?? 0);
}

const hotfix: RuleModule = {
  id: 'policy.hotfix',
  emits: { hotfix_days: 'integer' },
  reads: { amended_hotfix_days: 'override' },
  rounding: TO_CENT,
  when: (c) => c.record('pull').has('hotfix') && c.record('pull').flag('hotfix'),
  then: (c) => ({ hotfix_days: c.optionalCount('amended_hotfix_days') ?? c.limit('HOTFIX_DAYS') }),
  bind: (b) => [b.derived.has('amended_hotfix_days') ? single(b, 'pull', 'repository', { hotfix: true }) : pushedBetween(b, '2026-03-26', '2026-04-08', { hotfix: true })],
};

const mergeDay: RuleModule = {
  id: 'policy.earliest-merge',
  emits: { earliest_merge: 'date' },
  reads: { freeze_end: 'temporal', waiting_days: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.count('waiting_days') > 0,
  then: (c) => ({ earliest_merge: dateOfDay(dayNumber(c.optionalText('freeze_end') ?? c.record('pull').text('pushed')) + c.count('waiting_days')) }),
  bind: (b) => [single(b, 'pull', 'repository', { pushed: pushDay(b) }), ...givenCount(b, 'waiting_days', 1, 6)],
};

export const REPOSITORY_RULES: readonly RuleModule[] = [
  approvalsBase, changedLines, largeChange, required, stale, counted, missing, owners, checks, signatures, waivers, licences, alerts, extensions,
  sumOf('policy.merge-blockers', 'merge_blockers', ['approvals_missing', 'failed_checks', 'unsigned_commits', 'licence_findings', 'overdue_alerts']), freeze, longerWaiting, amendedHotfix, hotfix, waiting, mergeDay,
];
