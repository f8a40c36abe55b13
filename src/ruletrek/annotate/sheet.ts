/** An annotator's sheet: a CSV file with a row for each instance and criterion, to be filled in any spreadsheet. */
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { readFileSync } from 'node:fs';
import { UserError } from '../../errors.ts';
import { ANNOTATOR_KINDS, CRITERIA, VERDICTS, type AnnotatorKind } from './criteria.ts';

const COLUMNS = ['instance', 'criterion', 'verdict', 'by', 'remark'] as const;

export interface Judgement {
  readonly instance: string;
  readonly criterion: string;
  readonly verdict: number;
}

export interface Sheet {
  readonly file: string;
  /** `program` where any row is by one. */
  readonly by: AnnotatorKind;
  readonly judgements: readonly Judgement[];
}

/** A sheet without verdicts, as text. */
export function emptySheet(instances: readonly string[]): string {
  const rows = instances.flatMap((instance) => CRITERIA.map(({ id }) => ({ instance, criterion: id, verdict: '', by: 'person', remark: '' })));
  return stringify(rows, { header: true, columns: [...COLUMNS] });
}

/**
 * A filled sheet.
 * @throws UserError for a file that is none, and for a row that is unknown, doubled, or without a verdict
 */
export function readSheet(file: string): Sheet {
  const rows = readRows(file);
  const seen = new Set<string>();
  const judgements = rows.map((row, i) => {
    const judgement = judgementOf(row, { file, line: i + 2 });
    const key = `${judgement.instance} ${judgement.criterion}`;
    if (seen.has(key)) throw UserError.of({ expected: 'each instance and criterion once', got: `${key} twice`, where: { file, line: i + 2 }, fix: 'remove one of the rows' });
    seen.add(key);
    return judgement;
  });
  return { file, by: rows.some(({ by }) => by === 'program') ? 'program' : 'person', judgements };
}

type Row = Readonly<Record<string, string>>;

function readRows(file: string): Row[] {
  try {
    const rows = parse(readFileSync(file, 'utf8'), { columns: true, bom: true, trim: true, skip_empty_lines: true }) as Row[];
    const lacking = COLUMNS.filter((name) => name !== 'remark' && rows[0]?.[name] === undefined);
    if (lacking.length === 0) return rows;
    throw new Error(rows.length === 0 ? 'no rows' : `no column ${lacking.join(', ')}`);
  } catch (cause) {
    throw UserError.of({ expected: `a sheet of dynarule ruletrek annotate, with the columns ${COLUMNS.join(', ')}`, got: (cause as Error).message, where: { file }, fix: 'name a sheet, saved as CSV with commas' }, { cause });
  }
}

function judgementOf({ instance = '', criterion = '', verdict = '', by = '' }: Row, where: { readonly file: string; readonly line: number }): Judgement {
  const complain = (expected: string, got: string): UserError => UserError.of({ expected, got: got === '' ? 'nothing' : got, where, fix: 'fill in or correct this row' });
  if (!CRITERIA.some(({ id }) => id === criterion)) throw complain(`a criterion: ${CRITERIA.map(({ id }) => id).join(', ')}`, criterion);
  if (VERDICTS[verdict] === undefined) throw complain(`a verdict: ${Object.entries(VERDICTS).map(([value, word]) => `${value} (${word})`).join(', ')}`, verdict);
  if (!(ANNOTATOR_KINDS as readonly string[]).includes(by)) throw complain(`by: ${ANNOTATOR_KINDS.join(' or ')}`, by);
  return { instance, criterion, verdict: Number(verdict) };
}
