/**
 * Places in files. One grammar for rules and facts:
 *
 *   L12, L12-L20          lines of a text file, from 1
 *   P4, P4-P9             paragraphs of a docx document, headings and list items included
 *   Sales!B7, Sales!A2:C9 cells of a sheet; a table of a docx document is the sheet `Table 1`
 *   sales#3, sales#3.fee  row (by position in rowid order, from 1) and column of an SQLite table
 *   a.b.0.c               key path of a YAML, JSON or conf file
 *
 * Agents write places in other ways too ("line 12", "lines 12 to 20", "12"), which are read as lines.
 */
export type Place =
  | { readonly kind: 'lines' | 'paragraphs'; readonly first: number; readonly last: number }
  | { readonly kind: 'cells'; readonly sheet: string; readonly top: number; readonly bottom: number; readonly left: number; readonly right: number }
  | { readonly kind: 'row'; readonly table: string; readonly row: number; readonly column: string }
  | { readonly kind: 'key'; readonly path: string };

/** Reads a locator; null for a text that names no place. */
export function parsePlace(locator: string): Place | null {
  const text = locator.trim();
  return parseSpan(text) ?? parseCells(text) ?? parseRow(text) ?? parseKey(text);
}

/**
 * How much of two places is the same, 0 to 1: the Jaccard index of their lines, paragraphs or cells,
 * 1 or 0 for rows and keys. A row without a column contains each of its columns.
 */
export function overlap(a: Place, b: Place): number {
  if (a.kind === 'key' && b.kind === 'key') return a.path === b.path ? 1 : 0;
  if (a.kind === 'row' && b.kind === 'row') return sameRow(a, b) ? 1 : 0;
  if (a.kind === 'cells' && b.kind === 'cells') return cellOverlap(a, b);
  if ((a.kind === 'lines' || a.kind === 'paragraphs') && a.kind === b.kind) return jaccard(a.first, a.last, b.first, b.last);
  return 0;
}

/** 'B7' for column 2 (from 1), row 7. */
export function cellName(column: number, row: number): string {
  return `${columnName(column)}${row}`;
}

function parseSpan(text: string): Place | null {
  const match = /^(?:(L)(?:ines?)?|(P)(?:aragraphs?)?)?\s*(\d+)(?:\s*(?:-|–|to)\s*[LP]?(\d+))?$/i.exec(text);
  if (match === null) return null;
  const first = Number(match[3]);
  return { kind: match[2] === undefined ? 'lines' : 'paragraphs', first, last: Math.max(first, Number(match[4] ?? first)) };
}

function parseCells(text: string): Place | null {
  const match = /^'?(.+?)'?!\$?([A-Z]{1,2})\$?(\d+)(?::\$?([A-Z]{1,2})\$?(\d+))?$/i.exec(text);
  if (match === null) return null;
  const [, sheet, left, top, right = left, bottom = top] = match as unknown as string[];
  return { kind: 'cells', sheet: sheet!.toLowerCase(), top: Number(top), bottom: Number(bottom), left: columnNumber(left!), right: columnNumber(right!) };
}

function parseRow(text: string): Place | null {
  const match = /^(\w+)#(\d+)(?:\.(\w+))?$/.exec(text);
  if (match === null) return null;
  return { kind: 'row', table: match[1]!.toLowerCase(), row: Number(match[2]), column: (match[3] ?? '').toLowerCase() };
}

function parseKey(text: string): Place | null {
  const path = text.replace(/^[$/.]+/, '').replaceAll(/[./[\]]+/g, '.').replace(/\.$/, '').toLowerCase();
  return path === '' || /\s/.test(path) ? null : { kind: 'key', path };
}

function sameRow(a: Extract<Place, { kind: 'row' }>, b: Extract<Place, { kind: 'row' }>): boolean {
  return a.table === b.table && a.row === b.row && (a.column === b.column || a.column === '' || b.column === '');
}

function cellOverlap(a: Extract<Place, { kind: 'cells' }>, b: Extract<Place, { kind: 'cells' }>): number {
  if (a.sheet !== b.sheet) return 0;
  const shared = common(a.top, a.bottom, b.top, b.bottom) * common(a.left, a.right, b.left, b.right);
  const area = (place: Extract<Place, { kind: 'cells' }>): number => (place.bottom - place.top + 1) * (place.right - place.left + 1);
  return shared / (area(a) + area(b) - shared);
}

function common(first: number, last: number, otherFirst: number, otherLast: number): number {
  return Math.max(0, Math.min(last, otherLast) - Math.max(first, otherFirst) + 1);
}

function jaccard(first: number, last: number, otherFirst: number, otherLast: number): number {
  const shared = common(first, last, otherFirst, otherLast);
  return shared / (last - first + 1 + (otherLast - otherFirst + 1) - shared);
}

function columnName(column: number): string {
  const letter = String.fromCharCode(65 + ((column - 1) % 26));
  return column <= 26 ? letter : `${columnName(Math.floor((column - 1) / 26))}${letter}`;
}

function columnNumber(name: string): number {
  return [...name.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}
