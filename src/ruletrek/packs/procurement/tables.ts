/** Tables of the pack as documents: amounts by category in force and superseded, the tariff, the holidays. */
import type { RuleDocument } from '../documents.ts';
import { FILE_FORMATS } from '../../render/formats.ts';
import type { Column, DataTable } from '../../render/table.ts';
import { csvDocument } from '../tables.ts';
import { CATEGORIES } from './facts.ts';
import { PROCUREMENT_NUMBERS, PROCUREMENT_VERSION, STALE_PROCUREMENT_VERSION } from './parameters.ts';

const { parameters, holidays } = PROCUREMENT_NUMBERS;
const VERSIONS = [PROCUREMENT_VERSION, STALE_PROCUREMENT_VERSION];

function valueOf(name: string, version: string, key: string): string {
  const { versions } = parameters[name]!;
  return (versions[version] ?? versions[PROCUREMENT_VERSION]!)[key] ?? '';
}

/** Numbers that have a label, for all categories or by category. */
function amounts(version: string): DataTable {
  const keys = ['', ...CATEGORIES];
  const columns: Column[] = [{ name: 'amount', type: 'text' }, ...keys.map((key): Column => ({ name: key === '' ? 'all' : key, type: 'decimal' }))];
  const labelled = Object.entries(parameters).flatMap(([name, { label }]) => (label === undefined ? [] : [{ name, label }]));
  return { name: 'amounts', columns, rows: labelled.map(({ name, label }) => [label, ...keys.map((key) => valueOf(name, version, key))]) };
}

/** Upper end of each band of value and its rate; the last band has no end. */
function tariff(version: string): DataTable {
  const columns: Column[] = [{ name: 'up to', type: 'money' }, { name: 'rate', type: 'decimal' }];
  const row = (band: number): string[] => [band === 3 ? '' : valueOf(`FEE_BAND${band}`, version, ''), valueOf(`FEE_RATE${band}`, version, '')];
  return { name: version, columns, rows: [1, 2, 3].map(row) };
}

/** tables/…: amounts-2026.csv, amounts-2024.csv, holidays.csv, tariff.xlsx. */
export async function tableDocuments(): Promise<RuleDocument[]> {
  const days: DataTable = { name: 'holidays', columns: [{ name: 'day', type: 'date' }], rows: holidays.map((day) => [day]) };
  const texts = await Promise.all([...VERSIONS.map((version) => csvDocument(`tables/amounts-${version}.csv`, amounts(version))), csvDocument('tables/holidays.csv', days)]);
  const book = await FILE_FORMATS.xlsx.write(VERSIONS.map(tariff));
  return [...texts, { path: 'tables/tariff.xlsx', bytes: book.bytes, lines: [], starts: [] }];
}
