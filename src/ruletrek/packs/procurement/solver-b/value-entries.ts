/** Solver B: regulation/value.md and standard/merging.md. */
import { cents, column, share, sum, type Row } from '../../second-solver.ts';
import { countWorking, inOffice, monthsLater } from './days.ts';
import { addUp, isFull, tenThousandths, type Entries, type Entry, type Sheet } from './sheet.ts';

/** Releases carry the time at which they were published. */
function newest(rows: readonly Row[]): Row | undefined {
  return rows.reduce<Row | undefined>((best, row) => (best === undefined || (row['published'] ?? '') > (best['published'] ?? '') ? row : best), undefined);
}

function recurring(sheet: Sheet): Entry {
  const rows = sheet.rows('recurring');
  const most = sheet.cell('months that count of a recurring supply');
  return rows.length === 0 ? undefined : sum(rows.map((row) => cents(row['monthly']) * Math.min(most, Number(row['months']))));
}

function related(sheet: Sheet): Entry {
  const notice = sheet.day('notice_date');
  if (notice === undefined) return undefined;
  const from = monthsLater(notice, -12);
  return column(sheet.rows('earlier_contract').filter(({ signed = '' }) => signed >= from && signed < notice), 'value');
}

function estimate(sheet: Sheet): Entry {
  const main = sheet.number('compiled_value') ?? sheet.number('lots_value');
  if (main === undefined) return undefined;
  const options = sheet.number('compiled_options') ?? sheet.number('options_value') ?? 0;
  return main + options + (addUp(sheet, 'recurring_value', 'related_value', 'compiled_charges') ?? 0);
}

function excess(sheet: Sheet): Entry {
  const over = (sheet.number('contract_estimate') ?? 0) - sheet.amount('threshold of the full procedure');
  return over > 0 ? over : undefined;
}

function exempt(sheet: Sheet): Entry {
  const value = sheet.number('contract_estimate');
  if (value === undefined || !isFull(sheet)) return undefined;
  const small = sum(sheet.rows('lot').map((row) => cents(row['value'])).filter((one) => one < sheet.amount('value of a small lot')));
  return small > 0 && small <= share(value, tenThousandths(sheet.cell('largest share of small lots')), 10_000) ? small : undefined;
}

function covered(sheet: Sheet): Entry {
  const [value, left] = [sheet.number('contract_estimate'), sheet.number('exempt_value')];
  return value === undefined || left === undefined ? undefined : Math.max(0, value - left);
}

/** Item → the row that states it last. */
function statedItems(sheet: Sheet): Map<string, Row> {
  const items = [...new Set(sheet.rows('tender_option').map((row) => row['item'] ?? ''))];
  return new Map(items.map((item) => [item, newest(sheet.rows('tender_option').filter((row) => row['item'] === item))!]));
}

function removed(sheet: Sheet): Entry {
  const items = statedItems(sheet);
  const gone = sheet.rows('removal').flatMap((row) => {
    const stated = items.get(row['item'] ?? '');
    return stated !== undefined && (row['published'] ?? '') > (stated['published'] ?? '') ? [stated] : [];
  });
  return gone.length === 0 ? undefined : column(gone, 'value');
}

function options(sheet: Sheet): Entry {
  const items = [...statedItems(sheet).values()];
  return items.length === 0 ? undefined : (column(items, 'value') ?? 0) - (sheet.number('removed_value') ?? 0);
}

function charges(sheet: Sheet): Entry {
  const last = newest(sheet.rows('charge_list'))?.['published'];
  return column(sheet.rows('charge_list').filter((row) => row['published'] === last), 'value');
}

function amending(sheet: Sheet): Entry {
  const count = sheet.rows('release').filter(({ tag }) => tag === 'tenderAmendment' || tag === 'contractAmendment').length;
  return count > 0 ? count : undefined;
}

export const VALUE_ENTRIES: Entries = {
  lots_value: (sheet) => column(sheet.rows('lot'), 'value'),
  options_value: (sheet) => column(sheet.rows('option'), 'value'),
  recurring_value: recurring,
  related_value: related,
  contract_estimate: estimate,
  threshold_excess: excess,
  exempt_value: exempt,
  covered_value: covered,
  compiled_value: (sheet) => column([newest(sheet.rows('tender_value')) ?? {}], 'value'),
  removed_value: removed,
  compiled_options: options,
  compiled_charges: charges,
  published_closing: (sheet) => newest(sheet.rows('tender_period'))?.['closing'],
  compiled_date: (sheet) => inOffice(newest(sheet.rows('release'))?.['published'])?.day,
  record_deadline: (sheet) => {
    const day = sheet.day('compiled_date');
    return day === undefined ? undefined : countWorking(sheet, day, sheet.number('amending_releases') === undefined ? 10 : 4);
  },
  amending_releases: amending,
};
