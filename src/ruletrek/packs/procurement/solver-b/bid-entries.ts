/** Solver B: regulation/bidders.md, regulation/bids.docx, circulars/small-firms.docx. */
import { cents, column, share, sum, type Row } from '../../second-solver.ts';
import { inOffice, monthsLater, yearsLater } from './days.ts';
import { isFull, isYes, tenThousandths, type Entries, type Entry, type Sheet } from './sheet.ts';

const NOON = 12 * 60;

/** Bids of the other bidders that were there by noon of the closing day. */
function timely(sheet: Sheet): Row[] {
  const closing = sheet.day('closing_date');
  if (closing === undefined) return [];
  return sheet.rows('rival').filter((row) => {
    const received = inOffice(row['received']);
    return received !== undefined && (received.day < closing || (received.day === closing && received.minutes <= NOON));
  });
}

function average(sheet: Sheet): Entry {
  const all = column(sheet.rows('turnover'), 'amount');
  return all === undefined ? undefined : share(all, 1, 3);
}

function available(sheet: Sheet): Entry {
  const [own, others] = [sheet.number('average_turnover'), sheet.number('supported_turnover')];
  return own === undefined || others === undefined ? undefined : own + others;
}

function required(sheet: Sheet): Entry {
  const [demanded, value] = [sheet.process['turnover_demanded'], sheet.number('contract_estimate')];
  return demanded === undefined || value === undefined || !isFull(sheet) ? undefined : Math.min(cents(demanded), 2 * value);
}

function shortfall(sheet: Sheet): Entry {
  const [needed, there] = [sheet.number('required_turnover'), sheet.number('available_turnover')];
  return needed !== undefined && there !== undefined && needed > there ? needed - there : undefined;
}

function references(sheet: Sheet): Entry {
  const closing = sheet.day('closing_date');
  if (closing === undefined) return undefined;
  const after = yearsLater(closing, -sheet.cell('years for references'));
  return column(sheet.rows('reference').filter(({ completed = '' }) => completed > after && completed <= closing), 'amount');
}

function lastOf(sheet: Sheet, ground: string, years: number): Entry {
  const days = sheet.rows('judgment').filter((row) => row['ground'] === ground).map((row) => row['day'] ?? '').sort();
  return days.length === 0 ? undefined : yearsLater(days[days.length - 1]!, years);
}

function exclusionEnd(sheet: Sheet): Entry {
  const ends = [sheet.day('conviction_end'), sheet.day('misconduct_end')].filter((day) => day !== undefined).sort();
  const usual = ends[ends.length - 1];
  const cleaned = sheet.day('cleaned_end');
  return usual !== undefined && cleaned !== undefined && cleaned < usual ? cleaned : usual;
}

function excludedForConduct(sheet: Sheet): Entry {
  const [end, closing] = [sheet.day('exclusion_end'), sheet.day('closing_date')];
  return end !== undefined && closing !== undefined && end >= closing ? true : undefined;
}

function admitted(sheet: Sheet): Entry {
  const others = sheet.number('timely_bids');
  const out = sheet.holds('excluded_for_taxes') || sheet.holds('excluded_for_conduct');
  return others === undefined ? undefined : others + (out ? 0 : 1);
}

function lowest(sheet: Sheet): Entry {
  const prices = timely(sheet).map((row) => cents(row['price']));
  return prices.length === 0 ? undefined : Math.min(...prices);
}

function corrected(sheet: Sheet): Entry {
  const lines = sheet.rows('bill');
  return lines.length === 0 ? undefined : sum(lines.map((row) => Number(row['quantity']) * cents(row['unit_price'])));
}

function price(sheet: Sheet): number | undefined {
  return sheet.number('corrected_price') ?? sheet.number('offered_price');
}

function ofPrice(sheet: Sheet, hundredths: number | undefined): Entry {
  const full = price(sheet);
  return full === undefined || hundredths === undefined ? undefined : share(full, hundredths, 10_000);
}

function lessDiscount(sheet: Sheet): number | undefined {
  const full = price(sheet);
  return full === undefined ? undefined : full - (sheet.number('discount_amount') ?? 0);
}

function evaluated(sheet: Sheet): Entry {
  const left = lessDiscount(sheet);
  const margin = sheet.holds('margin_repealed') ? 0 : (sheet.number('margin_amount') ?? 0);
  return left === undefined ? undefined : left - margin;
}

function rivalMean(sheet: Sheet): Entry {
  const rows = sheet.rows('rival');
  return rows.length < 3 || rows.some((row) => row['price'] === undefined) ? undefined : share(column(rows, 'price') ?? 0, 1, rows.length);
}

function lowGap(sheet: Sheet): Entry {
  const [mean, own] = [sheet.number('rival_mean'), lessDiscount(sheet)];
  if (mean === undefined || own === undefined || !isFull(sheet)) return undefined;
  const gap = share(mean, tenThousandths(sheet.cell('share of the mean below which a price is abnormally low')), 10_000) - own;
  return gap > 0 ? gap : undefined;
}

function saving(sheet: Sheet): Entry {
  const [singles, offer] = [column(sheet.rows('single_offer'), 'amount') ?? 0, column(sheet.rows('combined_offer'), 'amount')];
  if (offer === undefined) return undefined;
  const saved = singles - offer;
  return saved > 0 && saved >= share(singles, 3, 100) ? saved : undefined;
}

function capacity(sheet: Sheet): Entry {
  const turnover = sheet.number('available_turnover');
  if (turnover === undefined) return undefined;
  const lots = Math.floor(turnover / sheet.amount('turnover for each lot'));
  return lots >= 1 && lots < sheet.cell('most lots for one bidder') ? lots : undefined;
}

function lotsWon(sheet: Sheet): Entry {
  const values = sheet.rows('ranked_lot').map((row) => cents(row['value'])).sort((a, b) => b - a);
  const most = sheet.number('lot_capacity') ?? sheet.cell('most lots for one bidder');
  return values.length === 0 ? undefined : sum(values.slice(0, most));
}

function lotsAward(sheet: Sheet): Entry {
  const [won, saved] = [sheet.number('lots_won_value'), sheet.number('combination_saving')];
  return won === undefined || saved === undefined ? undefined : won - saved;
}

export const BID_ENTRIES: Entries = {
  average_turnover: average,
  supported_turnover: (sheet) => column(sheet.rows('support').filter((row) => isYes(row['jointly_liable'])), 'amount'),
  available_turnover: available,
  required_turnover: required,
  turnover_shortfall: shortfall,
  reference_value: references,
  unpaid_taxes: (sheet) => column(sheet.rows('arrears').filter((row) => !isYes(row['payment_plan'])), 'amount'),
  excluded_for_taxes: (sheet) => ((sheet.number('unpaid_taxes') ?? 0) > 500_000 ? true : undefined),
  conviction_end: (sheet) => lastOf(sheet, 'conviction', 5),
  misconduct_end: (sheet) => lastOf(sheet, 'misconduct', 3),
  cleaned_end: (sheet) => {
    const accepted = sheet.rows('cleaning')[0]?.['accepted'];
    return accepted === undefined ? undefined : monthsLater(accepted, 6);
  },
  exclusion_end: exclusionEnd,
  excluded_for_conduct: excludedForConduct,
  timely_bids: (sheet) => (timely(sheet).length > 0 ? timely(sheet).length : undefined),
  admitted_bids: admitted,
  lowest_price: lowest,
  offered_price: (sheet) => column(sheet.rows('offer'), 'price'),
  corrected_price: corrected,
  discount_amount: (sheet) => {
    const percent = sheet.rows('discount')[0]?.['percent'];
    return ofPrice(sheet, percent === undefined ? undefined : 100 * Number(percent));
  },
  margin_amount: (sheet) => (isYes(sheet.rows('offer')[0]?.['small_firm']) ? ofPrice(sheet, tenThousandths(sheet.cell('margin of small firms'))) : undefined),
  margin_repealed: (sheet) => ((sheet.day('notice_date') ?? '') >= '2026-05-01' ? true : undefined),
  evaluated_price: evaluated,
  award_value: (sheet) => sheet.number('lots_award_value') ?? lessDiscount(sheet),
  rival_mean: rivalMean,
  low_gap: lowGap,
  combination_saving: saving,
  lot_capacity: capacity,
  lots_won_value: lotsWon,
  lots_award_value: lotsAward,
};
