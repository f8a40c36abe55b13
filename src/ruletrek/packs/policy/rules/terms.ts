/** Terms of the hosting platform: sponsorships and payouts, marketplace sales, notices of takedown, invoices. */
import { addYears, dateOfDay, dayNumber } from '../../../core/dates.ts';
import { greatest, least, TO_CENT, total } from '../../../core/money.ts';
import type { Binder, RecordView, RuleContext, RuleModule } from '../../../core/rule.ts';
import type { Facts } from '../../../core/facts.ts';
import { dollars, given, hasRows, rows, split, wanted } from '../../draw.ts';
import { fieldOf, limitOf, single, tie } from '../draw.ts';
import { REVIEW_DAY } from '../facts.ts';
import { dayFrom } from './admission.ts';

function plusDays(day: string, days: number): string {
  return dateOfDay(dayNumber(day) + days);
}

/** Rows of the account in the month, one of them paid by card. */
function sponsorships(b: Binder): Facts {
  if (hasRows(b, 'sponsorship')) return [];
  const amounts = split(b, wanted(b, 'gross_sponsorships') ?? dollars(b, 60, 900), b.random.integer(3, 4));
  return rows(b, 'sponsorship', amounts.map((amount, i) => ({ ...tie(b, 'account'), ...tie(b, 'month'), method: i === 0 ? 'card' : i === 1 ? 'invoice' : b.random.pick(['card', 'invoice', 'bank']), amount })));
}

function amounts(records: readonly RecordView[]): bigint {
  return total(records.map((one) => one.money('amount')));
}

/** A sum over the rows of a kind. */
function sumRule(id: string, emits: string, kind: string, bind: RuleModule['bind']): RuleModule {
  return { id, emits: { [emits]: 'money' }, reads: {}, rounding: TO_CENT, when: (c) => c.records(kind).length > 0, then: (c) => ({ [emits]: amounts(c.records(kind)) }), bind };
}

function byCard(c: RuleContext): RecordView[] {
  return c.records('sponsorship').filter((one) => one.text('method') === 'card');
}

const serviceFee: RuleModule = {
  id: 'policy.service-fee',
  emits: { service_fee: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.records('sponsorship').length > 0,
  then: (c) => ({ service_fee: total(c.records('sponsorship').map((one) => c.round(one.money('amount') * c.rate('SERVICE_FEE')))) }),
  bind: sponsorships,
};

const cardFee: RuleModule = {
  id: 'policy.card-fee',
  emits: { card_fee: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => byCard(c).length > 0,
  then: (c) => ({ card_fee: total(byCard(c).map((one) => c.round(one.money('amount') * c.rate('CARD_FEE')))) }),
  bind: sponsorships,
};

const charged: RuleModule = {
  id: 'policy.charged-to-sponsors',
  emits: { charged_to_sponsors: 'money' },
  reads: { gross_sponsorships: 'dependency', service_fee: 'aggregation', card_fee: 'aggregation' },
  rounding: TO_CENT,
  when: (c) => c.money('gross_sponsorships') > 0n,
  then: (c) => ({ charged_to_sponsors: c.money('gross_sponsorships') + (c.optional('service_fee') ?? 0n) + (c.optional('card_fee') ?? 0n) }),
  bind: (b) => given(b, { gross_sponsorships: dollars(b, 60, 900), service_fee: dollars(b, 2, 20) }),
};

const matchingEnd: RuleModule = {
  id: 'policy.matching-period',
  emits: { matching_end: 'date' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.record('profile').has('joined') && addYears(c.record('profile').text('joined'), 1) > REVIEW_DAY,
  then: (c) => ({ matching_end: addYears(c.record('profile').text('joined'), 1) }),
  bind: (b) => {
    const end = (b.want['matching_end'] as string | undefined) ?? dayFrom(b.random.integer(10, 330));
    return [single(b, 'profile', 'account', { joined: addYears(end, -1) })];
  },
};

const room: RuleModule = {
  id: 'policy.matching-room',
  emits: { matching_room: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.records('matching').length > 0,
  then: (c) => ({ matching_room: greatest(0n, c.amount('MATCHING_CAP') - amounts(c.records('matching'))) }),
  bind: (b) => {
    if (hasRows(b, 'matching')) return [];
    const used = 500_000n - (wanted(b, 'matching_room') ?? dollars(b, 20, 300));
    return rows(b, 'matching', split(b, used, 3).map((amount) => ({ ...tie(b, 'account'), amount })));
  },
};

const matched: RuleModule = {
  id: 'policy.matched-amount',
  emits: { matched_amount: 'money' },
  reads: { gross_sponsorships: 'dependency', matching_end: 'temporal', matching_room: 'precedence' },
  rounding: TO_CENT,
  when: (c) => c.text('matching_end') > REVIEW_DAY && c.money('gross_sponsorships') > 0n,
  then: (c) => ({ matched_amount: least(c.money('gross_sponsorships'), c.optional('matching_room') ?? c.amount('MATCHING_CAP')) }),
  bind: (b) => given(b, { gross_sponsorships: wanted(b, 'matched_amount') ?? dollars(b, 200, 900), matching_end: dayFrom(b.random.integer(10, 330)) }),
};

const balance: RuleModule = {
  id: 'policy.payout-balance',
  emits: { payout_balance: 'money' },
  reads: { carried_balance: 'temporal', gross_sponsorships: 'aggregation', matched_amount: 'aggregation' },
  rounding: TO_CENT,
  when: (c) => c.has('gross_sponsorships'),
  then: (c) => ({ payout_balance: c.money('gross_sponsorships') + (c.optional('carried_balance') ?? 0n) + (c.optional('matched_amount') ?? 0n) }),
  bind: (b) => given(b, { gross_sponsorships: wanted(b, 'payout_balance') ?? dollars(b, 60, 900) }),
};

const counting: RuleModule = {
  id: 'policy.counting-balance',
  emits: { counting_balance: 'money' },
  reads: { carried_balance: 'temporal', gross_sponsorships: 'aggregation' },
  rounding: TO_CENT,
  when: (c) => c.has('gross_sponsorships'),
  then: (c) => ({ counting_balance: c.money('gross_sponsorships') + (c.optional('carried_balance') ?? 0n) }),
  bind: (b) => given(b, { gross_sponsorships: wanted(b, 'counting_balance') ?? dollars(b, 60, 300) }),
};

const leaving: RuleModule = {
  id: 'policy.leaving',
  emits: { leaving_date: 'date' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.record('profile').has('left') && c.record('profile').text('left') <= REVIEW_DAY,
  then: (c) => ({ leaving_date: c.record('profile').text('left') }),
  bind: (b) => [single(b, 'profile', 'account', { left: dayFrom(-b.random.integer(1, 25)) })],
};

const payout: RuleModule = {
  id: 'policy.payout',
  emits: { payout: 'money' },
  reads: { leaving_date: 'override', counting_balance: 'eligibility', payout_balance: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.has('leaving_date') || c.money('counting_balance') >= c.amount('PAYOUT_MINIMUM'),
  then: (c) => ({ payout: c.money('payout_balance') }),
  bind: (b) => given(b, { payout_balance: dollars(b, 110, 900), ...(b.derived.has('leaving_date') ? {} : { counting_balance: dollars(b, 100, 260) }) }),
};

/** The month after one: payouts of a month are sent in the next. */
function nextMonth(month: string): string | undefined {
  const match = /^(\d{4})-(\d{2})$/.exec(month);
  if (match === null) return undefined;
  const [year, number] = [Number(match[1]), Number(match[2])];
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}

/** 1 January 1970 was a Thursday. */
function thirdThursday(month: string): string {
  const first = dayNumber(`${month}-01`);
  return dateOfDay(first + ((7 - (first % 7)) % 7) + 14);
}

function sendingDay(c: RuleContext): string | undefined {
  const [method, month] = [c.record('profile').text('payout'), nextMonth(c.record('service').text('month'))];
  if (month === undefined) return undefined;
  if (method === 'connect') return `${month}-${c.limit('PAYOUT_DAY')}`;
  return method === 'ach' || method === 'wire' ? thirdThursday(month) : undefined;
}

const payoutDay: RuleModule = {
  id: 'policy.payout-day',
  emits: { payout_day: 'date' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.record('profile').has('payout') && sendingDay(c) !== undefined,
  then: (c) => ({ payout_day: sendingDay(c) as string }),
  bind: (b) => [single(b, 'profile', 'account', { payout: b.random.pick(['ach', 'wire', 'connect']) })],
};

const firstPayout: RuleModule = {
  id: 'policy.first-payout',
  emits: { first_payout_from: 'date' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.record('profile').has('first_sponsored'),
  then: (c) => ({ first_payout_from: plusDays(c.record('profile').text('first_sponsored'), c.limit('FIRST_PAYOUT_DAYS')) }),
  bind: (b) => {
    const month = fieldOf(b, 'service', 'month') as string;
    const first = b.want['first_payout_from'] === undefined ? `${month}-${b.random.integer(10, 28)}` : plusDays(b.want['first_payout_from'] as string, -limitOf('FIRST_PAYOUT_DAYS'));
    return [single(b, 'profile', 'account', { first_sponsored: first })];
  },
};

const paidOn: RuleModule = {
  id: 'policy.paid-on',
  emits: { paid_on: 'date' },
  reads: { payout_day: 'dependency', first_payout_from: 'temporal' },
  rounding: TO_CENT,
  when: (c) => c.text('payout_day') !== '',
  then: (c) => ({ paid_on: [c.text('payout_day'), c.optionalText('first_payout_from') ?? ''].sort().at(-1)! }),
  bind: (b) => given(b, { payout_day: dayFrom(b.random.integer(1, 28)) }),
};

const share: RuleModule = {
  id: 'policy.developer-share',
  emits: { developer_share: 'money' },
  reads: { sales_total: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.money('sales_total') > 0n,
  then: (c) => ({ developer_share: c.round(c.money('sales_total') * c.rate('MARKET_SHARE')) }),
  bind: (b) => given(b, { sales_total: wanted(b, 'developer_share') ?? dollars(b, 90, 2400) }),
};

const withheld: RuleModule = {
  id: 'policy.withholding-tax',
  emits: { withheld_tax: 'money' },
  reads: { developer_share: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.record('withholding').integer('percent') > 0 && c.money('developer_share') > 0n,
  then: (c) => ({ withheld_tax: c.round(c.money('developer_share') * BigInt(c.record('withholding').integer('percent')), 100n) }),
  bind: (b) => [single(b, 'withholding', 'account', { percent: b.random.integer(7, 24) }), ...given(b, { developer_share: dollars(b, 90, 2400) })],
};

const remittance: RuleModule = {
  id: 'policy.remittance',
  emits: { remittance: 'money' },
  reads: { developer_share: 'dependency', withheld_tax: 'exception' },
  rounding: TO_CENT,
  when: (c) => c.money('developer_share') > 0n,
  then: (c) => ({ remittance: c.money('developer_share') - (c.optional('withheld_tax') ?? 0n) }),
  bind: (b) => given(b, { developer_share: dollars(b, 90, 2400) }),
};

const firstRemittance: RuleModule = {
  id: 'policy.first-remittance',
  emits: { first_remittance_by: 'date' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.record('profile').has('registered'),
  then: (c) => ({ first_remittance_by: plusDays(c.record('profile').text('registered'), c.limit('FIRST_REMITTANCE_DAYS')) }),
  bind: (b) => [single(b, 'profile', 'account', { registered: dayFrom(-b.random.integer(5, 80)) })],
};

/** So many days later that are neither Saturday nor Sunday. */
function plusBusinessDays(day: string, days: number): string {
  let [number, left] = [dayNumber(day), days];
  while (left > 0) {
    number += 1;
    const weekday = (((number + 4) % 7) + 7) % 7;
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return dateOfDay(number);
}

const cure: RuleModule = {
  id: 'policy.time-to-change',
  emits: { change_by: 'date' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.record('notice').text('extent') === 'part',
  then: (c) => ({ change_by: plusBusinessDays(c.record('notice').text('received'), c.limit('CURE_DAYS')) }),
  bind: (b) => [single(b, 'notice', 'repository', { extent: 'part', received: dayFrom(-b.random.integer(16, 40)) })],
};

const whole: RuleModule = {
  id: 'policy.whole-repository',
  emits: { disabled_at_once: 'date' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.record('notice').text('extent') === 'whole',
  then: (c) => ({ disabled_at_once: plusBusinessDays(c.record('notice').text('received'), 1) }),
  bind: (b) => [single(b, 'notice', 'repository', { extent: 'whole', received: dayFrom(-b.random.integer(16, 40)) })],
};

const disabled: RuleModule = {
  id: 'policy.disabling',
  emits: { disabled_on: 'date' },
  reads: { disabled_at_once: 'exception', change_by: 'temporal' },
  rounding: TO_CENT,
  when: (c) => c.has('disabled_at_once') || c.text('change_by') !== '',
  then: (c) => ({ disabled_on: c.optionalText('disabled_at_once') ?? plusDays(c.text('change_by'), 1) }),
  bind: (b) => (b.derived.has('disabled_at_once') ? [] : given(b, { change_by: dayFrom(-b.random.integer(14, 35)) })),
};

const restore: RuleModule = {
  id: 'policy.restoring',
  emits: { restored_on: 'date' },
  reads: { disabled_on: 'temporal' },
  rounding: TO_CENT,
  when: (c) => c.record('counter').text('received') >= c.text('disabled_on'),
  then: (c) => ({ restored_on: plusDays(c.record('counter').text('received'), c.limit('COUNTER_DAYS')) }),
  bind: (b) => [single(b, 'counter', 'repository', { received: dayFrom(-b.random.integer(0, 10)) }), ...given(b, { disabled_on: dayFrom(-b.random.integer(12, 35)) })],
};

/** Invoices that were due before the day of the review. */
function overdue(c: RuleContext): RecordView[] {
  return c.records('invoice').filter((one) => plusDays(one.text('issued'), c.limit('INVOICE_DAYS')) < REVIEW_DAY);
}

const invoices: RuleModule = {
  id: 'policy.overdue-invoices',
  emits: { overdue_invoices: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => overdue(c).length > 0,
  then: (c) => ({ overdue_invoices: amounts(overdue(c)) }),
  bind: (b) => {
    if (hasRows(b, 'invoice')) return [];
    const ages = [b.random.integer(31, 75), b.random.integer(40, 120), b.random.integer(2, 29)];
    return rows(b, 'invoice', ages.map((age) => ({ ...tie(b, 'account'), issued: dayFrom(-age), amount: dollars(b, 20, 400) })));
  },
};

const settlement: RuleModule = {
  id: 'policy.net-settlement',
  emits: { net_settlement: 'money' },
  reads: { payout: 'aggregation', remittance: 'aggregation', overdue_invoices: 'precedence' },
  rounding: TO_CENT,
  when: (c) => c.has('payout') || c.has('remittance'),
  then: (c) => ({ net_settlement: (c.optional('payout') ?? 0n) + (c.optional('remittance') ?? 0n) - (c.optional('overdue_invoices') ?? 0n) }),
  bind: (b) => given(b, b.random.chance(0.5) ? { payout: dollars(b, 110, 900) } : { remittance: dollars(b, 90, 900) }),
};

export const TERMS_RULES: readonly RuleModule[] = [
  sumRule('policy.gross-sponsorships', 'gross_sponsorships', 'sponsorship', sponsorships), serviceFee, cardFee, charged, matchingEnd, room, matched,
  sumRule('policy.carried-balance', 'carried_balance', 'carried', (b) => (hasRows(b, 'carried') ? [] : rows(b, 'carried', [{ ...tie(b, 'account'), ...tie(b, 'month'), amount: wanted(b, 'carried_balance') ?? dollars(b, 8, 95) }]))),
  balance, counting, leaving, payout, payoutDay, firstPayout, paidOn,
  sumRule('policy.marketplace-sales', 'sales_total', 'sale', (b) => (hasRows(b, 'sale') ? [] : rows(b, 'sale', split(b, wanted(b, 'sales_total') ?? dollars(b, 90, 2400), 3).map((amount) => ({ ...tie(b, 'account'), ...tie(b, 'month'), amount }))))),
  share, withheld, remittance, firstRemittance, cure, whole, disabled, restore, invoices, settlement,
];
