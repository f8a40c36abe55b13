/**
 * Solver B, written from the documents of the pack alone: it shares no code with the rules. Each figure of the review is
 * worked out when it is asked for. Counts and cents are numbers, which are exact up to 2^53; days are text.
 */
import type { SolverInput } from '../../pack.ts';
import { cents, sum, type Row } from '../../second-solver.ts';

/** A count, cents, a day or a word; undefined where it does not apply. */
export type Figure = number | string | undefined;

export interface Review {
  readonly tier: string;
  readonly month: string;
  /** Rows of the service's own namespace, repository and account. */
  rows(kind: string): readonly Row[];
  /** A cell of the only row of a kind. */
  cell(kind: string, name: string): string | undefined;
  /** The given figure, else the one that is worked out. */
  figure(name: string): Figure;
  /** A count or cents; undefined where it does not apply. */
  number(name: string): number | undefined;
  word(name: string): string | undefined;
  /** A cell of the table of tiers. */
  ofTier(row: string): string;
}

export type Figures = Readonly<Record<string, (review: Review) => Figure>>;

/** The day of the review. */
export const TODAY = '2026-04-15';

/** Figures in dollars; days and words are those whose text is no number. */
export const DOLLARS: ReadonlySet<string> = new Set([
  'cpu_cost', 'memory_cost', 'tier_discount', 'monthly_cost', 'budget_excess', 'gross_sponsorships', 'service_fee', 'card_fee', 'charged_to_sponsors', 'matching_room',
  'matched_amount', 'carried_balance', 'payout_balance', 'counting_balance', 'payout', 'sales_total', 'developer_share', 'withheld_tax', 'remittance', 'overdue_invoices', 'net_settlement',
]);

export function openReview(input: SolverInput, figures: Figures): Review {
  const service = input.records['service']?.[0] ?? {};
  const known = new Map<string, Figure>((input.records['given'] ?? []).map((row) => [row['name'] ?? '', givenFigure(row['name'] ?? '', row['value'] ?? '')]));
  const own = (row: Row): boolean => ['namespace', 'repository', 'account', 'month'].every((tie) => row[tie] === undefined || row[tie] === service[tie]);
  const review: Review = {
    tier: service['tier'] ?? '',
    month: service['month'] ?? '',
    rows: (kind) => (input.records[kind] ?? []).filter(own),
    cell: (kind, name) => review.rows(kind)[0]?.[name],
    figure: (name) => {
      if (!known.has(name)) known.set(name, figures[name]?.(review));
      return known.get(name);
    },
    number: (name) => asNumber(review.figure(name)),
    word: (name) => asWord(review.figure(name)),
    ofTier: (row) => input.documents['tables/tiers-2026.csv']?.['rows']?.find((one) => one['setting'] === row)?.[review.tier] ?? '',
  };
  return review;
}

function givenFigure(name: string, text: string): Figure {
  if (DOLLARS.has(name)) return cents(text);
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

function asNumber(figure: Figure): number | undefined {
  return typeof figure === 'number' ? figure : undefined;
}

function asWord(figure: Figure): string | undefined {
  return typeof figure === 'string' ? figure : undefined;
}

/** The figures that apply, added up; undefined where none does. */
export function addUp(review: Review, ...names: readonly string[]): number | undefined {
  const parts = names.map((name) => review.number(name)).filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : sum(parts);
}

export function isTrue(text: string | undefined): boolean {
  return text !== undefined && ['true', '1', 'yes'].includes(text.toLowerCase());
}

/** A number where it is more than zero. */
export function some(value: number | undefined): number | undefined {
  return value !== undefined && value > 0 ? value : undefined;
}

/** A day later (or earlier) by so many days. */
export function shift(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
