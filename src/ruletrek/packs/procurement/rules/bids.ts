/** Bids that count: in time, admitted, and the cheapest of them. */
import { TO_CENT } from '../../../core/money.ts';
import type { RecordView, RuleContext, RuleModule } from '../../../core/rule.ts';
import { given } from '../../draw.ts';
import { officeClock } from '../calendar.ts';
import { rivals } from '../draw-bids.ts';
import { closingGiven } from './time-limits.ts';

/** Bids are in time until this hour of the closing day. */
const CLOSES = '12:00';

function isInTime(c: RuleContext, row: RecordView): boolean {
  const { day, hour } = officeClock(row.text('received'));
  return day < c.text('closing_date') || (day === c.text('closing_date') && hour <= CLOSES);
}

function timely(c: RuleContext): RecordView[] {
  return c.records('rival').filter((row) => isInTime(c, row));
}

const timelyBids: RuleModule = {
  id: 'procurement.timely-bids',
  emits: { timely_bids: 'integer' },
  reads: { closing_date: 'temporal' },
  rounding: TO_CENT,
  when: (c) => timely(c).length > 0,
  then: (c) => ({ timely_bids: timely(c).length }),
  bind: (b) => [...closingGiven(b), ...rivals(b, 'received')],
};

const admitted: RuleModule = {
  id: 'procurement.admitted-bids',
  emits: { admitted_bids: 'integer' },
  reads: { timely_bids: 'dependency', excluded_for_taxes: 'exception', excluded_for_conduct: 'exception' },
  rounding: TO_CENT,
  when: (c) => c.has('timely_bids'),
  then: (c) => ({ admitted_bids: c.count('timely_bids') + (c.has('excluded_for_taxes') || c.has('excluded_for_conduct') ? 0 : 1) }),
  bind: (b) => given(b, { timely_bids: b.random.integer(3, 7) }),
};

/** The cheapest bid in time: when a dearer one came in is not looked at. */
function cheapest(c: RuleContext): RecordView | undefined {
  return c.records('rival').sort((a, b) => (a.money('price') < b.money('price') ? -1 : 1)).find((row) => isInTime(c, row));
}

const lowest: RuleModule = {
  id: 'procurement.lowest-price',
  emits: { lowest_price: 'money' },
  reads: { closing_date: 'temporal' },
  rounding: TO_CENT,
  when: (c) => cheapest(c) !== undefined,
  then: (c) => ({ lowest_price: cheapest(c)!.money('price') }),
  bind: (b) => [...closingGiven(b), ...rivals(b, 'both')],
};

export const BID_RULES: readonly RuleModule[] = [timelyBids, admitted, lowest];
