/** Solver B: merging and supply chain (handbook/*), sponsorships, marketplace and takedown (terms/*). */
import { cents, share, sum, type Row } from '../../second-solver.ts';
import { addUp, isTrue, shift, some, TODAY, type Figures, type Review } from './review.ts';
import { stillHolds } from './cluster.ts';

function staleApprovals(review: Review): number | undefined {
  const pushed = review.cell('pull', 'pushed');
  return pushed === undefined ? undefined : some(review.rows('approval').filter((row) => (row['submitted'] ?? '') < pushed).length);
}

function countingApprovals(review: Review): number | undefined {
  const able = review.rows('approval').filter((row) => ['write', 'maintain', 'admin'].includes(row['role'] ?? '')).length;
  return able === 0 ? undefined : able - (review.number('stale_approvals') ?? 0);
}

function requiredApprovals(review: Review): number | undefined {
  const base = some(review.number('tier_approvals'));
  return base === undefined ? undefined : base + (review.number('extra_approvals') ?? 0);
}

function missingApprovals(review: Review): number | undefined {
  const required = review.number('approvals_required');
  return required === undefined ? undefined : some(required - (review.number('approvals_counted') ?? 0));
}

/** The team of the fitting pattern with the highest line number. */
function teamOf(review: Review, path: string): string | undefined {
  let best: Row | undefined;
  for (const row of review.rows('owner')) {
    if (path.startsWith(row['pattern'] ?? '\0') && Number(row['line']) > Number(best?.['line'] ?? -1)) best = row;
  }
  return best?.['team'];
}

function linesOf(rows: readonly Row[]): number | undefined {
  return some(sum(rows.map((row) => Number(row['lines']))));
}

function outsideList(review: Review): number | undefined {
  const free = ['MIT', 'Apache-2.0', 'BSD-3-Clause', 'ISC', 'MPL-2.0'];
  return some(review.rows('dependency').filter((row) => !free.includes(row['licence'] ?? '')).length - (review.number('waived_licences') ?? 0));
}

const DAYS_TO_CLOSE: Readonly<Record<string, number>> = { critical: 7, high: 30, medium: 90, low: 180 };

function overdueAlerts(review: Review): number | undefined {
  const late = review.rows('alert').filter(({ severity = '', opened = '' }) => DAYS_TO_CLOSE[severity] !== undefined && shift(opened, DAYS_TO_CLOSE[severity]) < TODAY);
  return some(late.length - (review.number('extended_alerts') ?? 0));
}

function freezeEnd(review: Review): string | undefined {
  const [starts, ends] = [review.cell('freeze', 'starts'), review.cell('freeze', 'ends')];
  return starts !== undefined && ends !== undefined && starts <= TODAY && TODAY <= ends ? ends : undefined;
}

/** What a circular sets for last pushes from a day on. */
function pushedFrom(review: Review, day: string, value: number): number | undefined {
  const pushed = review.cell('pull', 'pushed');
  return pushed !== undefined && pushed >= day ? value : undefined;
}

function earliestMerge(review: Review): string | undefined {
  const [start, days] = [review.word('freeze_end') ?? review.cell('pull', 'pushed'), some(review.number('waiting_days'))];
  return start === undefined || days === undefined ? undefined : shift(start, days);
}

const REPOSITORY_FIGURES: Figures = {
  tier_approvals: (review) => Number(review.ofTier('approvals')),
  changed_lines: (review) => linesOf(review.rows('change')),
  extra_approvals: (review) => some(Math.floor((review.number('changed_lines') ?? 0) / 400)),
  approvals_required: requiredApprovals,
  stale_approvals: staleApprovals,
  approvals_counted: countingApprovals,
  approvals_missing: missingApprovals,
  security_owned_lines: (review) => linesOf(review.rows('change').filter((row) => teamOf(review, row['path'] ?? '') === 'security')),
  failed_checks: (review) => some(review.rows('check').filter((row) => !['success', 'neutral', 'skipped'].includes(row['conclusion'] ?? '')).length),
  unsigned_commits: (review) => some(review.rows('commit').filter((row) => !isTrue(row['signed'])).length),
  waived_licences: (review) => some(review.rows('waiver').filter(stillHolds).length),
  licence_findings: outsideList,
  extended_alerts: (review) => some(review.rows('extension').filter(stillHolds).length),
  overdue_alerts: overdueAlerts,
  merge_blockers: (review) => addUp(review, 'approvals_missing', 'failed_checks', 'unsigned_commits', 'licence_findings', 'overdue_alerts'),
  freeze_end: freezeEnd,
  added_waiting_days: (review) => pushedFrom(review, '2026-04-06', 2),
  amended_hotfix_days: (review) => pushedFrom(review, '2026-04-09', 3),
  hotfix_days: (review) => (isTrue(review.cell('pull', 'hotfix')) ? (review.number('amended_hotfix_days') ?? 1) : undefined),
  waiting_days: (review) => some(Number(review.ofTier('waiting days')) + (review.number('added_waiting_days') ?? 0) - (review.number('hotfix_days') ?? 0)),
  earliest_merge: earliestMerge,
};

function amountOf(rows: readonly Row[]): number | undefined {
  return rows.length === 0 ? undefined : sum(rows.map((row) => cents(row['amount'])));
}

/** 3 percent of each amount, to the cent. */
function fees(rows: readonly Row[]): number | undefined {
  return rows.length === 0 ? undefined : sum(rows.map((row) => share(cents(row['amount']), 3, 100)));
}

function matchingEnd(review: Review): string | undefined {
  const joined = review.cell('profile', 'joined');
  if (joined === undefined) return undefined;
  const end = `${Number(joined.slice(0, 4)) + 1}${joined.endsWith('02-29') ? '-02-28' : joined.slice(4)}`;
  return end > TODAY ? end : undefined;
}

function matchedAmount(review: Review): number | undefined {
  const [end, gross] = [review.word('matching_end') ?? '', some(review.number('gross_sponsorships'))];
  return end > TODAY && gross !== undefined ? Math.min(gross, review.number('matching_room') ?? 500_000) : undefined;
}

function room(review: Review): number | undefined {
  const before = amountOf(review.rows('matching'));
  return before === undefined ? undefined : Math.max(0, 500_000 - before);
}

/** Gross sponsorships with other figures; undefined where there are no sponsorships. */
function withGross(review: Review, ...others: readonly string[]): number | undefined {
  return review.number('gross_sponsorships') === undefined ? undefined : addUp(review, 'gross_sponsorships', ...others);
}

function payout(review: Review): number | undefined {
  const due = review.word('leaving_date') !== undefined || (review.number('counting_balance') ?? 0) >= 10_000;
  return due ? review.number('payout_balance') : undefined;
}

function leavingDate(review: Review): string | undefined {
  const left = review.cell('profile', 'left');
  return left !== undefined && left <= TODAY ? left : undefined;
}

function payoutDay(review: Review): string | undefined {
  const way = review.cell('profile', 'payout') ?? '';
  const [year = 0, month = 0] = review.month.split('-').map(Number);
  const next = new Date(Date.UTC(year, month, 1));
  if (way === 'connect') next.setUTCDate(22);
  else if (way === 'ach' || way === 'wire') {
    while (next.getUTCDay() !== 4) next.setUTCDate(next.getUTCDate() + 1);
    next.setUTCDate(next.getUTCDate() + 14);
  } else return undefined;
  return next.toISOString().slice(0, 10);
}

function paidOn(review: Review): string | undefined {
  const [day, first] = [review.word('payout_day'), review.word('first_payout_from')];
  return day !== undefined && first !== undefined && first > day ? first : day;
}

function withheldTax(review: Review): number | undefined {
  const [own, percent] = [some(review.number('developer_share')), review.cell('withholding', 'percent')];
  return own === undefined || percent === undefined ? undefined : share(own, Number(percent), 100);
}

function developerShare(review: Review): number | undefined {
  const sales = some(review.number('sales_total'));
  return sales === undefined ? undefined : share(sales, 95, 100);
}

function later(day: string | undefined, days: number): string | undefined {
  return day === undefined ? undefined : shift(day, days);
}

const TERMS_FIGURES: Figures = {
  gross_sponsorships: (review) => amountOf(review.rows('sponsorship')),
  service_fee: (review) => fees(review.rows('sponsorship')),
  card_fee: (review) => fees(review.rows('sponsorship').filter((row) => row['method'] === 'card')),
  charged_to_sponsors: (review) => withGross(review, 'service_fee', 'card_fee'),
  matching_end: matchingEnd,
  matching_room: room,
  matched_amount: matchedAmount,
  carried_balance: (review) => amountOf(review.rows('carried')),
  payout_balance: (review) => withGross(review, 'carried_balance', 'matched_amount'),
  counting_balance: (review) => withGross(review, 'carried_balance'),
  leaving_date: leavingDate,
  payout,
  payout_day: payoutDay,
  first_payout_from: (review) => later(review.cell('profile', 'first_sponsored'), 60),
  paid_on: paidOn,
  sales_total: (review) => amountOf(review.rows('sale')),
  developer_share: developerShare,
  withheld_tax: withheldTax,
  remittance: (review) => (some(review.number('developer_share')) === undefined ? undefined : (review.number('developer_share') ?? 0) - (review.number('withheld_tax') ?? 0)),
  first_remittance_by: (review) => later(review.cell('profile', 'registered'), 90),
  overdue_invoices: (review) => amountOf(review.rows('invoice').filter((row) => shift(row['issued'] ?? '', 30) < TODAY)),
  net_settlement: (review) => {
    const paid = addUp(review, 'payout', 'remittance');
    return paid === undefined ? undefined : paid - (review.number('overdue_invoices') ?? 0);
  },
};

/** The next day from Monday to Friday. */
function nextBusinessDay(day: string): string {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  return shift(day, weekday === 5 ? 3 : weekday === 6 ? 2 : 1);
}

const TAKEDOWN_FIGURES: Figures = {
  change_by: (review) => (review.cell('notice', 'extent') === 'part' ? nextBusinessDay(review.cell('notice', 'received') ?? '') : undefined),
  disabled_at_once: (review) => (review.cell('notice', 'extent') === 'whole' ? nextBusinessDay(review.cell('notice', 'received') ?? '') : undefined),
  disabled_on: (review) => review.word('disabled_at_once') ?? later(review.word('change_by'), 1),
  restored_on: (review) => {
    const [counter, disabled] = [review.cell('counter', 'received'), review.word('disabled_on')];
    return counter !== undefined && disabled !== undefined && counter >= disabled ? shift(counter, 14) : undefined;
  },
};

export const HOSTING_FIGURES: Figures = { ...REPOSITORY_FIGURES, ...TERMS_FIGURES, ...TAKEDOWN_FIGURES };
