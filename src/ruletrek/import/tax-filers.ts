/**
 * Differential test of the tax pack: synthetic filers with the outputs that Tax-Calculator 6.8.0 (CC0) gave for them,
 * as facts of the pack, and our values under its names.
 */
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { evaluate, orderRules, type Mutation } from '../core/evaluate.ts';
import { TO_CENT } from '../core/money.ts';
import { readFormat } from '../formats/read.ts';
import { TAX_RULE_SET } from '../packs/tax/rules.ts';
import { GIVEN } from '../core/facts.ts';
import type { FactRecord, Facts } from '../core/facts.ts';

export const TAX_FILERS = '../shared/ruletrek/fixtures/tax_fixture.json';

export type Filer = Readonly<Record<string, number>>;
const FilersFile = z.object({ cases: z.array(z.record(z.string(), z.number())) });

/** The filers, or null where the file is not there. */
export function readFilers(path = TAX_FILERS): Filer[] | null {
  return existsSync(path) ? readFormat(path, FilersFile).cases : null;
}

const STATUS = ['', 'single', 'joint', 'separate', 'head'] as const;
const cents = (amount: number | undefined): bigint => BigInt(Math.round((amount ?? 0) * 100));
const born = (age: number): string => `${2025 - age}-06-15`;

/** Lots whose results are the filer's short- and long-term gains. */
function lots(filer: Filer): FactRecord[] {
  const lot = (subject: string, acquired: string, gain: bigint): FactRecord => ({
    subject, kind: 'lot', fields: { owner: 'taxpayer', acquired, sold: '2025-09-01', proceeds: 100_000_000n + gain, basis: 100_000_000n },
  });
  return [lot('lot-1', '2025-03-01', cents(filer['p22250'])), lot('lot-2', '2020-03-01', cents(filer['p23250']))];
}

/** `EIC` counts children for the earned income credit; the fixture's children all are younger than 17. */
function people(filer: Filer): FactRecord[] {
  const one = (subject: string, role: string, age: number): FactRecord => ({ subject, kind: 'person', fields: { role, born: born(age), months_in_home: 12 } });
  const children = Array.from({ length: filer['n24'] ?? 0 }, (_, i) => one(`dependent-${i + 1}`, 'dependent', 10));
  const spouse = filer['MARS'] === 2 ? [one('spouse', 'spouse', filer['age_spouse'] ?? 0)] : [];
  return [one('taxpayer', 'taxpayer', filer['age_head'] ?? 0), ...spouse, ...children];
}

function wages(filer: Filer): FactRecord[] {
  return [['taxpayer', filer['e00200p']], ['spouse', filer['e00200s']]].map(([owner, amount], i) => ({
    subject: `w2-${i + 1}`, kind: 'w2', fields: { owner: owner as string, year: 2025, wages: cents(amount as number) },
  }));
}

function factsOf(filer: Filer): Facts {
  return [
    { subject: 'return-1', kind: 'return', fields: { status: STATUS[filer['MARS'] ?? 0] ?? '', claimed_by_other: false, spouse_itemizes: false } },
    ...people(filer), ...wages(filer), ...lots(filer),
    { subject: 'interest-1', kind: 'interest', fields: { owner: 'taxpayer', year: 2025, amount: cents(filer['e00300']) } },
    { subject: 'dividend-1', kind: 'dividend', fields: { owner: 'taxpayer', year: 2025, ordinary: cents(filer['e00600']), qualified: cents(filer['e00650']) } },
  ];
}

type Outputs = Readonly<Record<string, bigint>>;

/** Our values under Tax-Calculator's names, in cents; `values` gives 0n for a value that no rule emitted. */
function outputsOf(value: (name: string) => bigint, plainSchedule: bigint): Outputs {
  const loss = value('deductible_loss');
  const payroll = value('employee_oasdi') + value('employee_medicare');
  return {
    c00100: value('adjusted_gross_income'),
    c01000: loss > 0n ? -loss : value('net_capital_result'),
    c23650: value('net_capital_result'),
    standard: value('standard_deduction'),
    c04800: value('taxable_income'),
    c05200: plainSchedule,
    taxbc: value('income_tax'),
    c05800: value('income_tax'),
    niit: value('net_investment_income_tax'),
    ptax_amc: value('additional_medicare_tax'),
    c07220: value('family_credit'),
    c11070: value('additional_child_credit'),
    c59660: value('earned_income_credit'),
    iitax: value('total_tax') - value('refundable_credits') - value('additional_medicare_tax'),
    payrolltax: payroll * 2n + value('additional_medicare_tax'),
  };
}

/** Tax-Calculator lets the family credit fall in proportion; the law, and the pack, by started thousands. */
const IN_PROPORTION: Mutation = { rule: 'tax.family-credit-phase-out', rounding: TO_CENT };

/**
 * Output → filers for whom it is more than a cent off, under Tax-Calculator's one other rounding. The full schedule
 * (c05200) taxes all of taxable income, as the pack does where nothing is taxed at lower rates.
 */
export function differencesByOutput(filers: readonly Filer[]): Map<string, number[]> {
  const ordered = orderRules(TAX_RULE_SET.rules);
  const found = new Map<string, number[]>();
  for (const filer of filers) {
    const facts = factsOf(filer);
    const { values } = evaluate(TAX_RULE_SET, ordered, facts, IN_PROPORTION);
    const value = (name: string): bigint => (values.get(name) as bigint | undefined) ?? 0n;
    const given: FactRecord = { subject: GIVEN, kind: GIVEN, fields: { taxable_income: value('taxable_income'), preferential_base: 0n } };
    const plain = evaluate(TAX_RULE_SET, ordered, [given, ...facts]).values.get('schedule_tax') as bigint;
    for (const [name, ours] of Object.entries(outputsOf(value, plain))) {
      const off = Math.abs(Number(ours) / 100 - (filer[name] ?? 0)) > CENT;
      found.set(name, [...(found.get(name) ?? []), ...(off ? [filer['RECID'] ?? 0] : [])]);
    }
  }
  return found;
}

/** One cent, and the error of binary fractions. */
const CENT = 0.01 + 1e-6;
