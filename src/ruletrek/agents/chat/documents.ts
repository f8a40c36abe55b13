/** Files as numbered lines that a model can read, each with the locator by which it is cited (formats/locator.ts). */
import ExcelJS from 'exceljs';
import mammoth from 'mammoth';
import initSqlJs from 'sql.js';
import { cellName } from '../../formats/locator.ts';

/** Lines of a file by its name: `L3`, `P3`, `Sheet!A2`, `table#3`; one line that says so where it cannot be read. */
export async function documentLines(path: string, bytes: Buffer): Promise<string[]> {
  const read = READERS[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''] ?? textLines;
  try {
    return await read(bytes);
  } catch (error) {
    return [`(cannot be read: ${error instanceof Error ? error.message : String(error)})`]; // agents may damage their own copies
  }
}

type Reader = (bytes: Buffer) => string[] | Promise<string[]>;

const READERS: Readonly<Record<string, Reader>> = { xlsx: sheetLines, docx: paragraphLines, sqlite: tableLines, db: tableLines };

function textLines(bytes: Buffer): string[] {
  if (bytes.includes(0)) return [`(${bytes.length} bytes that are no text)`];
  return bytes.toString('utf8').replace(/\n$/, '').split('\n').map((line, index) => `L${index + 1}\t${line}`);
}

async function sheetLines(bytes: Buffer): Promise<string[]> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(Uint8Array.from(bytes).buffer);
  const lines: string[] = [];
  for (const sheet of book.worksheets) {
    sheet.eachRow((row) => {
      const cells: string[] = [];
      row.eachCell((cell, column) => cells.push(`${cellName(column, row.number)}=${cellText(cell)}`));
      lines.push(`${sheet.name}!${row.number}\t${cells.join(' | ')}`);
    });
  }
  return lines;
}

/** A formula shows its stored result, a comment stands behind its cell. */
function cellText(cell: ExcelJS.Cell): string {
  const formula = cell.formula === undefined ? '' : ` (=${cell.formula})`;
  const note = cell.note === undefined ? '' : ` [note: ${typeof cell.note === 'string' ? cell.note : (cell.note.texts ?? []).map(({ text }) => text).join('')}]`;
  const value = cell.formula === undefined ? cell.value : cell.result;
  return `${value instanceof Date ? value.toISOString().slice(0, 10) : value === cell.value ? cell.text : String(value)}${formula}${note}`;
}

/** Paragraphs, headings and list items outside tables count from 1; tables are sheets of their own. */
async function paragraphLines(bytes: Buffer): Promise<string[]> {
  const { value: html } = await mammoth.convertToHtml({ buffer: bytes });
  const lines: string[] = [];
  let [paragraphs, tables] = [0, 0];
  for (const [block] of html.matchAll(/<table>.*?<\/table>|<(p|h\d|li)(?: [^>]*)?>.*?<\/\1>/gs)) {
    if (block.startsWith('<table>')) lines.push(...tableCells(block, (tables += 1)));
    else lines.push(`P${(paragraphs += 1)}\t${plain(block)}`);
  }
  return lines;
}

function tableCells(html: string, number: number): string[] {
  const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) => [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell = '']) => plain(cell)));
  return rows.map((cells, row) => `Table ${number}!${row + 1}\t${cells.map((cell, column) => `${cellName(column + 1, row + 1)}=${cell}`).join(' | ')}`);
}

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

function plain(html: string): string {
  return html.replaceAll(/<[^>]+>/g, '').replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] as string);
}

async function tableLines(bytes: Buffer): Promise<string[]> {
  const { Database } = await initSqlJs();
  const database = new Database(bytes);
  try {
    const names = (database.exec("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")[0]?.values ?? []).map(String);
    return names.flatMap((name) => {
      const found = database.exec(`SELECT * FROM "${name.replaceAll('"', '""')}" ORDER BY rowid`)[0];
      const rows = (found?.values ?? []).map((row, index) => `${name}#${index + 1}\t${row.map((value, column) => `${found?.columns[column]}=${String(value)}`).join(' | ')}`);
      return [`table ${name}`, ...rows];
    });
  } finally {
    database.close();
  }
}
