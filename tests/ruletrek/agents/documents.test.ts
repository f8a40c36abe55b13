/** What an agent reads of documents that are no plain text, with the locators by which it cites them. */
import { Document, Packer, Paragraph, Table, TableCell, TableRow } from 'docx';
import ExcelJS from 'exceljs';
import initSqlJs from 'sql.js';
import { documentLines } from '../../../src/ruletrek/agents/chat/documents.ts';
import { splitPassages } from '../../../src/ruletrek/agents/search/passages.ts';

it('numbers the lines of a text', async () => {
  expect(await documentLines('a.md', Buffer.from('one\n\nthree\n'))).toEqual(['L1\tone', 'L2\t', 'L3\tthree']);
  expect(await documentLines('a.bin', Buffer.from([1, 0, 2]))).toEqual(['(3 bytes that are no text)']);
});

it('names the cells of a sheet, results and formulas', async () => {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Sales');
  sheet.addRow(['item', 'price']);
  sheet.addRow(['pen', 2.5]);
  sheet.getCell('B3').value = { formula: 'B2*2', result: 5 };
  sheet.getCell('A3').note = 'doubled';
  sheet.getCell('A3').value = new Date(Date.UTC(2025, 3, 15));
  const lines = await documentLines('x/Sales.XLSX', Buffer.from(await book.xlsx.writeBuffer()));
  expect(lines).toEqual(['Sales!1\tA1=item | B1=price', 'Sales!2\tA2=pen | B2=2.5', 'Sales!3\tA3=2025-04-15 [note: doubled] | B3=5 (=B2*2)']);
});

it('counts the paragraphs of a document, and its tables apart', async () => {
  const table = new Table({ rows: [new TableRow({ children: ['a', 'b < c'].map((text) => new TableCell({ children: [new Paragraph(text)] })) })] });
  const document = new Document({ sections: [{ children: [new Paragraph({ text: 'Title', heading: 'Heading1' }), table, new Paragraph('End & out')] }] });
  expect(await documentLines('d.docx', await Packer.toBuffer(document))).toEqual(['P1\tTitle', 'Table 1!1\tA1=a | B1=b < c', 'P2\tEnd & out']);
});

it('numbers the rows of a database', async () => {
  const { Database } = await initSqlJs();
  const database = new Database();
  database.run("CREATE TABLE sales (id INTEGER, fee TEXT); INSERT INTO sales VALUES (7, '1.50'), (8, NULL)");
  expect(await documentLines('d.sqlite', Buffer.from(database.export()))).toEqual(['table sales', 'sales#1\tid=7 | fee=1.50', 'sales#2\tid=8 | fee=null']);
  database.close();
});

it('says what it cannot read', async () => {
  expect((await documentLines('d.xlsx', Buffer.from('no zip')))[0]).toMatch(/^\(cannot be read: /);
});

it('splits rules at empty lines, headings with what follows them, and long ones anyway', () => {
  const lines = ['# A', '', 'one', 'two', '', 'three'].map((text, index) => `L${index + 1}\t${text}`);
  expect(splitPassages('rules/a.md', lines)).toEqual([
    { path: 'rules/a.md', locator: 'L1-L4', text: '# A\none\ntwo' },
    { path: 'rules/a.md', locator: 'L6', text: 'three' },
  ]);
  const long = Array.from({ length: 30 }, (_, index) => `L${index + 1}\tx`);
  expect(splitPassages('b', long).map(({ locator }) => locator)).toEqual(['L1-L24', 'L25-L30']);
});
