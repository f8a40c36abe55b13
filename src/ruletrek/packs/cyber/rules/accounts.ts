/** Accounts that must be disabled (AC-2), and by when. */
import { addMinutes, dateOfDay, dayNumber } from '../../../core/dates.ts';
import { TO_CENT } from '../../../core/money.ts';
import type { Binder, RecordView, RuleContext, RuleModule } from '../../../core/rule.ts';
import type { Facts, Value } from '../../../core/facts.ts';
import { given, hasRows, rows } from '../../draw.ts';
import { caseOf, drawField, impactOf, oneOfSets, partOf, someIds, timeBetween } from '../draw.ts';
import { AS_OF, SYSTEM } from '../facts.ts';
import { setting } from '../parameters.ts';
import { idText, inAny, without } from '../sets.ts';
import { impact } from './access.ts';
import { setRule } from './set-rule.ts';

/** Completed days from a date to the day of the question. */
export function daysSince(date: string): number {
  return dayNumber(AS_OF) - dayNumber(date);
}

export function daysAgo(days: number): string {
  return dateOfDay(dayNumber(AS_OF) - days);
}

/** A rule on a date of accounts: more days ago than the plan allows for the impact level. */
function overdueAccounts(id: string, name: string, field: string, limit: string, applies: (account: RecordView) => boolean, extra: Facts[number]['fields']): RuleModule {
  const members = (c: RuleContext): string[] => c.records('account')
    .filter((account) => account.has(field) && daysSince(account.text(field)) > c.limit(limit, impact(c)) && applies(account))
    .map(({ subject }) => subject);
  const bind = (b: Binder): Facts => {
    const own = impactOf(b);
    const days = setting(limit, own);
    const late = (): Value => daysAgo(days + b.random.integer(1, 40));
    const drawn = drawField(b, { kind: 'account', field, yes: late, no: () => daysAgo(Math.max(0, days - b.random.integer(0, 12))) }, name);
    return [caseOf({ impact: own }), ...drawn.map((record) => ({ ...record, fields: { ...extra, ...record.fields } }))];
  };
  return setRule({ id, name, members, bind });
}

const always = (): boolean => true;

function isTemporary(account: RecordView): boolean {
  return account.has('kind') && ['temporary', 'emergency'].includes(account.text('kind'));
}

/** Accounts that an exemption names which still lasts on the day of the question. */
function exempted(c: RuleContext): string[] {
  return c.records('exemption').filter((one) => one.text('until') >= AS_OF).map((one) => one.text('account'));
}

function exemptions(b: Binder): Facts {
  const lasting = partOf(b, someIds(b, 'account'), 0.3);
  const list = lasting.map((account) => ({ system: SYSTEM, account, until: daysAgo(-b.random.integer(0, 60)) }));
  return hasRows(b, 'exemption') ? [] : rows(b, 'exemption', list);
}

const exempt = setRule({
  id: 'cyber.exempt-accounts',
  name: 'exempt_accounts',
  members: exempted,
  bind: exemptions,
});

const SOURCES = ['inactive_accounts', 'expired_accounts', 'leaver_accounts'] as const;

/** A leaver's account is closed whatever exemption it has. */
function toDisable(c: RuleContext): string[] {
  const others = without(c, inAny(c, ['inactive_accounts', 'expired_accounts']), 'exempt_accounts');
  return [...new Set([...others, ...inAny(c, ['leaver_accounts'])])];
}

const disable = setRule({
  id: 'cyber.accounts-to-disable',
  name: 'disable_accounts',
  members: toDisable,
  reads: { inactive_accounts: 'aggregation', expired_accounts: 'aggregation', leaver_accounts: 'override', exempt_accounts: 'exception' },
  bind: (b) => oneOfSets(b, 'account', SOURCES),
});

const disableBy: RuleModule = {
  id: 'cyber.disable-deadline',
  emits: { disable_by: 'time' },
  reads: { disable_accounts: 'eligibility', severity: 'override' },
  rounding: TO_CENT,
  when: (c) => c.text('disable_accounts') !== '',
  then: (c) => {
    const minutes = c.limit('disable_hours', impact(c)) * (c.optionalText('severity') === 'critical' ? 30 : 60);
    return { disable_by: addMinutes(c.record('case').text('opened'), BigInt(minutes)) };
  },
  bind: (b) => [caseOf({ impact: impactOf(b), opened: timeBetween(b, 5, 27) }), ...given(b, { disable_accounts: idText(partOf(b, someIds(b, 'account'))) })],
};

export const ACCOUNT_RULES: readonly RuleModule[] = [
  overdueAccounts('cyber.inactive-accounts', 'inactive_accounts', 'last_used', 'inactive_days', always, {}),
  overdueAccounts('cyber.expired-accounts', 'expired_accounts', 'created', 'temporary_days', isTemporary, { kind: 'temporary' }),
  overdueAccounts('cyber.leaver-accounts', 'leaver_accounts', 'owner_left', 'leaver_days', always, {}),
  exempt,
  disable,
  disableBy,
];
