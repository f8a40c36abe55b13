/**
 * Puts printed tables into a Markdown document, between two marks, so that no figure
 * in it is typed by hand. The first mark may name the tables:
 * `<!-- results:begin 8 9 stepwise -->`; without names they are Tables 2 and 4.
 */
import { markdownTable, type Table } from '../evaluation/table.ts';
import { TABLE_NAMES, type TableName } from '../evaluation/tables/names.ts';
import { UserError } from '../errors.ts';

const BEGIN = /<!-- results:begin(?<names>(?: \w+)*) -->/g;
const END = '<!-- results:end -->';
const DEFAULT_TABLES: readonly TableName[] = ['2', '4'];

/** Where results stand in a document, and which. */
export interface ResultsPlace {
  /** Up to the first mark, with it. */
  readonly before: string;
  readonly tables: readonly TableName[];
  /** From the second mark on, with it. */
  readonly after: string;
}

/**
 * @param file that the text is of, for messages
 * @throws UserError where the marks are not there, once and in order, or name an unknown table
 */
export function findResults(file: string, text: string): ResultsPlace {
  const [begin, ...more] = text.matchAll(BEGIN);
  const start = begin === undefined ? 0 : begin.index + begin[0].length;
  const end = text.indexOf(END);
  if (begin === undefined || more.length > 0 || end < start || text.indexOf(END, end + 1) !== -1) throw wrongMarks(file);
  const names = (begin.groups?.names ?? '').split(' ').filter((name) => name !== '');
  return {
    before: text.slice(0, start),
    tables: names.length === 0 ? DEFAULT_TABLES : names.map((name) => tableNamed(name, file)),
    after: text.slice(end),
  };
}

/** The document with another block between its marks. */
export function withResults({ before, after }: ResultsPlace, block: string): string {
  return `${before}\n\n${block}\n\n${after}`;
}

/** The block: each table under its title, and where the figures come from. */
export function resultsBlock(tables: readonly Table[], source: string): string {
  const parts = tables.map((table) => `**${table.title}**\n\n${markdownTable(table)}`);
  return [...parts, `<sub>${source}</sub>`].join('\n\n');
}

function tableNamed(name: string, file: string): TableName {
  const known = TABLE_NAMES.find((one) => one === name);
  if (known !== undefined) return known;
  throw UserError.of({
    expected: `names of tables behind results:begin: ${TABLE_NAMES.join(', ')}`,
    got: name,
    where: { file },
    fix: 'name one of these, or none for Tables 2 and 4',
  });
}

function wrongMarks(file: string): UserError {
  return UserError.of({
    expected: `<!-- results:begin --> and ${END} in this order, once each`,
    got: 'other marks',
    where: { file },
    fix: 'put the two marks on lines of their own, where the tables are to stand',
  });
}
