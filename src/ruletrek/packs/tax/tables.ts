/** Tables of amounts as documents of the pack: one for the year, one for the year before that is superseded. */
import { textDocument, type RuleDocument } from '../documents.ts';
import { FILE_FORMATS } from '../../render/formats.ts';
import { textOf, type Column, type DataTable } from '../../render/table.ts';
import { STATUSES } from './facts.ts';
import { STALE_TAX_VERSION, TAX_NUMBERS, TAX_VERSION } from './parameters.ts';

/** Number → its name in the table. */
const AMOUNTS: Readonly<Record<string, string>> = {
  STD: 'basic standard deduction',
  STD_Aged: 'addition for aged filers',
  SS_thd1: 'first benefits threshold',
  SS_thd2: 'second benefits threshold',
  ID_AllTaxes_c: 'limit on state and local taxes',
  ID_AllTaxes_c_ps: 'start of the phase-down of the limit',
  ID_AllTaxes_c_po_floor: 'floor of the limit',
  SeniorDed_ps: 'senior threshold',
  OvertimeIncomeDed_ps: 'overtime threshold',
  OvertimeIncomeDed_c: 'overtime cap',
  TipIncomeDed_ps: 'tips threshold',
  AutoLoanInterestDed_ps: 'car loan threshold',
  PT_qbid_taxinc_thd: 'business threshold',
  CG_brk1: 'first gain threshold',
  CG_brk2: 'second gain threshold',
  NIIT_thd: 'investment tax threshold',
  AMEDT_ec: 'exclusion of the additional Medicare tax',
  CTC_ps: 'family threshold',
  SS_Earnings_c: 'earnings base of the pension part',
  EITC_InvestIncome_c: 'investment limit of the earned income credit',
};

const BY_CHILDREN: Readonly<Record<string, string>> = {
  EITC_c: 'maximum credit',
  EITC_rt: 'phase-in rate',
  EITC_prt: 'phase-out rate',
  EITC_ps: 'start of the phase-out',
  EITC_ps_addon_MarriedJ: 'joint addition to the start',
};

const BRACKETS = [1, 2, 3, 4, 5, 6];

function valueOf(name: string, version: string, key: string): string {
  const versions = TAX_NUMBERS.parameters[name]!.versions;
  return (versions[version] ?? versions[TAX_VERSION]!)[key] ?? '';
}

function table(title: string, keys: readonly string[], names: Readonly<Record<string, string>>, version: string): DataTable {
  const column = (name: string): Column => ({ name: name === '' ? 'all' : name, type: 'money' });
  const rows = Object.entries(names).map(([name, label]) => [label, ...keys.map((key) => valueOf(name, version, key))]);
  return { name: title, columns: [{ name: 'amount', type: 'text' }, ...keys.map(column)], rows };
}

function brackets(version: string): DataTable {
  const rows = BRACKETS.map((n) => [valueOf(`II_rt${n}`, version, ''), ...STATUSES.map((key) => valueOf(`II_brk${n}`, version, key))]);
  const columns: Column[] = [{ name: 'rate', type: 'decimal' }, ...STATUSES.map((name): Column => ({ name, type: 'money' }))];
  return { name: version, columns, rows: [...rows, [valueOf('II_rt7', version, ''), ...STATUSES.map(() => '')]] };
}

/** tables/…: amounts by status, amounts of the earned income credit, brackets. */
export async function tableDocuments(): Promise<RuleDocument[]> {
  const versions = [TAX_VERSION, STALE_TAX_VERSION];
  const csvs = versions.flatMap((version) => [
    { path: `tables/amounts-${version}.csv`, table: table('amounts', ['', ...STATUSES], AMOUNTS, version) },
    { path: `tables/earned-income-credit-${version}.csv`, table: table('credit', ['0', '1', '2', '3'], BY_CHILDREN, version) },
  ]);
  const texts = await Promise.all(csvs.map(async (one) => textDocument(one.path, textOf((await FILE_FORMATS.csv.write([one.table])).bytes))));
  const book = await FILE_FORMATS.xlsx.write(versions.map(brackets));
  return [...texts.map((document) => ({ ...document, starts: [] })), { path: 'tables/brackets.xlsx', bytes: book.bytes, lines: [], starts: [] }];
}
