/** Workbooks, by exceljs: one sheet a table. Nothing outside this file knows the library. */
import ExcelJS from 'exceljs';
import { cellName } from '../formats/locator.ts';
import { rowObject, type Column, type DataTable, type FileFormat, type ReadTables, type Written } from './table.ts';
import { normaliseZip } from './zip.ts';

export const xlsx: FileFormat = { write: writeXlsx, read: readXlsx };

async function writeXlsx(tables: readonly DataTable[]): Promise<Written> {
  const book = new ExcelJS.Workbook();
  for (const { name, columns, rows } of tables) {
    const sheet = book.addWorksheet(name);
    sheet.addRow(columns.map((column) => column.name));
    for (const row of rows) sheet.addRow(row.map((cell, c) => cellValue(columns[c]!, cell)));
  }
  const bytes = new Uint8Array(await book.xlsx.writeBuffer());
  return { bytes: normaliseZip(bytes), places: (table, row, column) => [`${table}!${cellName(column + 1, row + 2)}`] };
}

/** Amounts and counts are numbers in a sheet, everything else text. */
function cellValue({ type }: Column, cell: string): string | number | null {
  if (cell === '') return null;
  return type === 'money' || type === 'integer' || type === 'decimal' ? Number(cell) : cell;
}

async function readXlsx(bytes: Uint8Array): Promise<ReadTables> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer);
  return Object.fromEntries(book.worksheets.map((sheet) => [sheet.name, readSheet(sheet)]));
}

function readSheet(sheet: ExcelJS.Worksheet): Record<string, string>[] {
  const rows: string[][] = [];
  sheet.eachRow((row) => {
    const cells: string[] = [];
    for (let column = 1; column <= sheet.columnCount; column += 1) cells.push(row.getCell(column).text);
    rows.push(cells);
  });
  const [header = [], ...body] = rows;
  return body.map((row) => rowObject(header, row));
}
