/** Word documents: written with docx, read with mammoth. */
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow, TextRun } from 'docx';
import mammoth from 'mammoth';
import { cellName } from '../formats/locator.ts';
import { rowObject, type DataTable, type FileFormat, type ReadTables, type Written } from './table.ts';
import { normaliseZip } from './zip.ts';

/** A heading and a table for each table; the heading is the table's name. */
export const docx: FileFormat = { write: writeTables, read: readTables };

async function writeTables(tables: readonly DataTable[]): Promise<Written> {
  const children = tables.flatMap((table) => [heading(table.name), wordTable(table), new Paragraph('')]);
  const numbers = new Map(tables.map(({ name }, i) => [name, i + 1]));
  return { bytes: await pack(children), places: (table, row, column) => [`Table ${numbers.get(table)}!${cellName(column + 1, row + 2)}`] };
}

/** A document of paragraphs; lines that begin with # are headings. Empty lines are left out. */
export async function writeParagraphs(lines: readonly string[]): Promise<Uint8Array> {
  return pack(lines.map((line) => (line.startsWith('#') ? heading(line.replace(/^#+ /, '')) : new Paragraph({ children: [new TextRun(line)] }))));
}

/** All paragraphs with text, headings included, in order. */
export async function readParagraphs(bytes: Uint8Array): Promise<string[]> {
  const { value } = await mammoth.extractRawText({ buffer: Buffer.from(bytes) });
  return value.split(/\n+/).filter((line) => line.trim() !== '');
}

function heading(text: string): Paragraph {
  return new Paragraph({ text, heading: HeadingLevel.HEADING_2 });
}

function wordTable({ columns, rows }: DataTable): Table {
  const row = (cells: readonly string[]): TableRow => new TableRow({ children: cells.map((cell) => new TableCell({ children: [new Paragraph(cell)] })) });
  return new Table({ rows: [row(columns.map(({ name }) => name)), ...rows.map(row)] });
}

async function pack(children: readonly (Paragraph | Table)[]): Promise<Uint8Array> {
  const buffer = await Packer.toBuffer(new Document({ sections: [{ children: [...children] }] }));
  return normaliseZip(new Uint8Array(buffer));
}

async function readTables(bytes: Uint8Array): Promise<ReadTables> {
  const { value: html } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) });
  const sections = [...html.matchAll(/<h2>(.*?)<\/h2>\s*<table>(.*?)<\/table>/gs)];
  return Object.fromEntries(sections.map(([, name, body]) => [plain(name as string), readRows(body as string)]));
}

function readRows(body: string): Record<string, string>[] {
  const rows = [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) => [...row!.matchAll(/<t[dh]>(.*?)<\/t[dh]>/gs)].map(([, cell]) => plain(cell as string)));
  const [header = [], ...lines] = rows;
  return lines.map((line) => rowObject(header, line));
}

function plain(html: string): string {
  return html.replaceAll(/<[^>]*>/g, '').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').trim();
}
