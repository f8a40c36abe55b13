/** Tables of a pack as documents, and numbers that stand in a table of limits by label. */
import { z } from 'zod';
import { readFormat } from '../formats/read.ts';
import { FILE_FORMATS } from '../render/formats.ts';
import { textOf, type Column, type DataTable } from '../render/table.ts';
import { textDocument, type RuleDocument } from './documents.ts';
import { parameterShape } from './parameters.ts';

const LabelledNumbers = z.record(
  z.string(),
  z.strictObject({
    unit: z.enum(['money', 'rate', 'count', 'text']),
    ...parameterShape,
    /** Its name in the tables; without one, the documents state it. */
    label: z.string().optional(),
  }),
);
export type LabelledNumbers = z.infer<typeof LabelledNumbers>;

/** @throws UserError for a file that does not fit */
export function readLabelledNumbers(path: string): LabelledNumbers {
  return readFormat(path, LabelledNumbers);
}

/** A table as a document without sections. */
export async function csvDocument(path: string, table: DataTable): Promise<RuleDocument> {
  return { ...textDocument(path, textOf((await FILE_FORMATS.csv.write([table])).bytes)), starts: [] };
}

export interface LimitTable {
  readonly version: string;
  /** Taken where a number has no value of the version. */
  readonly fallback: string;
  readonly keys: readonly string[];
}

/** Numbers that have a label, for all keys or by key. */
export function limitTable(numbers: LabelledNumbers, { version, fallback, keys }: LimitTable): DataTable {
  const all = ['', ...keys];
  const columns: Column[] = [{ name: 'limit', type: 'text' }, ...all.map((key): Column => ({ name: key === '' ? 'all' : key, type: 'decimal' }))];
  const rows = Object.values(numbers).flatMap(({ label, versions }) => {
    const values = versions[version] ?? versions[fallback]!;
    return label === undefined ? [] : [[label, ...all.map((key) => values[key] ?? '')]];
  });
  return { name: 'limits', columns, rows };
}
