/** Solver B: policy/money.yaml. */
import { cents, column, share, sum, type Row } from '../../second-solver.ts';
import { distance, later } from './days.ts';
import { addUp, isFull, tenThousandths, type Entries, type Entry, type Sheet } from './sheet.ts';

/** Up to a full unit of cents; `tenThousandthCents` is an exact whole number. */
function fullUnits(tenThousandthCents: number, unit: number): number {
  return Math.ceil(tenThousandthCents / (10_000 * unit)) * unit;
}

function rate(sheet: Sheet, label: string): number {
  return tenThousandths(sheet.cell(label));
}

function bidSecurity(sheet: Sheet): Entry {
  const value = sheet.number('contract_estimate');
  return value === undefined || !isFull(sheet) ? undefined : fullUnits(value * rate(sheet, 'rate of the bid security'), 10_000);
}

function performance(sheet: Sheet): Entry {
  const value = sheet.number('award_value');
  if (value === undefined) return undefined;
  const part = sheet.number('low_gap') === undefined ? rate(sheet, 'rate of the performance security') : 1000;
  return fullUnits(value * part + (sheet.number('turnover_shortfall') ?? 0) * 1200, 10_000);
}

function advance(sheet: Sheet): Entry {
  const [wanted, value] = [sheet.rows('advance')[0]?.['requested'], sheet.number('award_value')];
  if (wanted === undefined || value === undefined) return undefined;
  return Math.min(cents(wanted), share(value, rate(sheet, 'largest share of an advance'), 10_000));
}

function guarantee(sheet: Sheet): Entry {
  const paid = sheet.number('advance_paid');
  return paid === undefined || paid <= 0 ? undefined : fullUnits(paid * 11_000, 100_000);
}

function minorLimit(sheet: Sheet): Entry {
  const value = sheet.number('award_value');
  return value === undefined || !isFull(sheet) ? undefined : share(value + (sheet.number('index_adjustment') ?? 0), rate(sheet, 'share for minor amendments'), 10_000);
}

function amendmentExcess(sheet: Sheet): Entry {
  const [all, limit] = [sheet.number('amendments_total'), sheet.number('minor_limit')];
  return all !== undefined && limit !== undefined && all > limit ? all - limit : undefined;
}

function index(sheet: Sheet): Entry {
  const pointsOf = (role: string): number | undefined => sheet.rows('price_index').filter((row) => row['role'] === role).map((row) => Number(row['points']))[0];
  const [start, now, value] = [pointsOf('start'), pointsOf('current'), sheet.number('award_value')];
  if (start === undefined || now === undefined || value === undefined) return undefined;
  return Math.abs(now - start) * 100 > start * 3 ? share(value, now - start, start) : undefined;
}

function currentValue(sheet: Sheet): Entry {
  const [value, changes] = [sheet.number('award_value'), addUp(sheet, 'amendments_total', 'index_adjustment')];
  return value === undefined || changes === undefined ? undefined : value + changes - (sheet.number('amendment_excess') ?? 0);
}

function retention(sheet: Sheet): Entry {
  const all = sheet.number('invoiced_total');
  return all === undefined || all <= 0 ? undefined : share(all, rate(sheet, 'rate of retention'), 10_000);
}

/** Invoices that were paid after the 30th day, with the days. */
function late(sheet: Sheet): { row: Row; days: number }[] {
  const dated = sheet.rows('invoice').filter((row) => row['accepted'] !== undefined && row['paid'] !== undefined);
  return dated.map((row) => ({ row, days: distance(later(row['accepted']!, 30), row['paid']!) })).filter(({ days }) => days > 0);
}

function interest(sheet: Sheet): Entry {
  const rows = late(sheet);
  if (rows.length === 0 || rows.some(({ row }) => row['amount'] === undefined)) return undefined;
  return share(sum(rows.map(({ row, days }) => cents(row['amount']) * days)), rate(sheet, 'yearly rate of interest on late payments'), 3_650_000);
}

function recovery(sheet: Sheet): Entry {
  const [paid, invoiced, value] = [sheet.number('advance_paid'), sheet.number('invoiced_total'), sheet.number('current_value')];
  if (paid === undefined || invoiced === undefined || value === undefined || paid <= 0 || value <= 0) return undefined;
  return Math.min(paid, share(paid, invoiced, value));
}

function amountDue(sheet: Sheet): Entry {
  const [invoiced, kept] = [sheet.number('invoiced_total'), sheet.number('retention')];
  if (invoiced === undefined || kept === undefined) return undefined;
  return invoiced - kept - (addUp(sheet, 'advance_recovered', 'delay_penalty') ?? 0) + (addUp(sheet, 'late_interest', 'recovery_cost') ?? 0);
}

function publicationFee(sheet: Sheet): Entry {
  const value = sheet.number('covered_value') ?? sheet.number('contract_estimate');
  if (value === undefined || !isFull(sheet)) return undefined;
  let [bottom, fee] = [0, 0];
  for (const { top, rate: band } of sheet.tariff()) {
    fee += Math.max(0, Math.min(value, top) - bottom) * tenThousandths(band);
    bottom = top;
  }
  return fullUnits(fee, 100);
}

function forEach(sheet: Sheet, name: string, fee: number): Entry {
  const count = sheet.number(name);
  return count === undefined || count <= 0 ? undefined : count * fee;
}

function totalFees(sheet: Sheet): Entry {
  const names = ['publication_fee', 'evaluation_fee', 'change_fee'];
  return names.filter((name) => sheet.number(name) !== undefined).length < 2 ? undefined : addUp(sheet, ...names);
}

export const MONEY_ENTRIES: Entries = {
  bid_security: bidSecurity,
  performance_security: performance,
  advance_paid: advance,
  advance_guarantee: guarantee,
  amendments_total: (sheet) => column(sheet.rows('amendment'), 'amount'),
  minor_limit: minorLimit,
  amendment_excess: amendmentExcess,
  index_adjustment: index,
  current_value: currentValue,
  invoiced_total: (sheet) => column(sheet.rows('invoice'), 'amount'),
  retention,
  late_interest: interest,
  recovery_cost: (sheet) => (late(sheet).length > 0 ? 4000 * late(sheet).length : undefined),
  advance_recovered: recovery,
  amount_due: amountDue,
  publication_fee: publicationFee,
  evaluation_fee: (sheet) => (isFull(sheet) ? forEach(sheet, 'admitted_bids', sheet.amount('evaluation fee for each bid')) : undefined),
  change_fee: (sheet) => (isFull(sheet) ? forEach(sheet, 'amending_releases', sheet.amount('fee for each amendment release')) : undefined),
  total_fees: totalFees,
};
