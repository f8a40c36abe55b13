import { execFileSync } from 'node:child_process';
import { parsePlace } from '../../../src/ruletrek/formats/locator.ts';
import { readParagraphs, writeParagraphs } from '../../../src/ruletrek/render/docx.ts';
import { FILE_FORMATS, formatOf } from '../../../src/ruletrek/render/formats.ts';
import { textOf, type DataTable, type ReadTables } from '../../../src/ruletrek/render/table.ts';

const sales: DataTable = {
  name: 'sale',
  columns: [{ name: 'id', type: 'text' }, { name: 'sold', type: 'date' }, { name: 'gain', type: 'money' }, { name: 'count', type: 'integer' }],
  rows: [['sale-1', '2025-01-31', '-1234.56', '3'], ['sale-2', '2024-02-29', '', '4'], ['sale-3', '2025-12-01', '7.25', '']],
};
const people: DataTable = { name: 'person', columns: [{ name: 'role', type: 'text' }, { name: 'note', type: 'text' }], rows: [['tax & payer', 'two words']] };

/** Cells without values are not there. */
const expected: ReadTables = {
  sale: [{ id: 'sale-1', sold: '2025-01-31', gain: '-1234.56', count: '3' }, { id: 'sale-2', sold: '2024-02-29', count: '4' }, { id: 'sale-3', sold: '2025-12-01', gain: '7.25' }],
  person: [{ role: 'tax & payer', note: 'two words' }],
};

const names = Object.keys(FILE_FORMATS) as (keyof typeof FILE_FORMATS)[];

it.each(names.filter((name) => name !== 'csv'))('%s: what is written is read', async (name) => {
  const { bytes } = await FILE_FORMATS[name].write([sales, people]);
  expect(await FILE_FORMATS[name].read(bytes)).toEqual(expected);
});

it('csv holds one table', async () => {
  const { bytes } = await FILE_FORMATS.csv.write([sales]);
  expect(await FILE_FORMATS.csv.read(bytes)).toEqual({ rows: expected['sale'] });
});

it.each(names)('%s: every locator is a place', async (name) => {
  const { places } = await FILE_FORMATS[name].write([sales]);
  for (const locator of places('sale', 0, 2)) expect(parsePlace(locator)).not.toBeNull();
  expect(places('sale', 0, 2).length).toBeGreaterThan(0);
});

it.each(['csv', 'json', 'jsonl', 'yaml', 'md', 'conf', 'log', 'eml'] as const)('%s: the line of a locator holds the value', async (name) => {
  const { bytes, places } = await FILE_FORMATS[name].write([sales]);
  const line = Number(places('sale', 0, 2)[0]!.slice(1));
  expect(textOf(bytes).split('\n')[line - 1]).toContain('-1234.56');
});

it('a log line has the time of its record, where it has one', async () => {
  const events: DataTable = { name: 'event', columns: [{ name: 'id', type: 'text' }, { name: 'time', type: 'time' }], rows: [['event-1', '2026-02-03T14:05:00Z'], ['event-2', '']] };
  const { bytes } = await FILE_FORMATS.log.write([events]);
  expect(textOf(bytes)).toContain('2026-02-03T14:05:00Z event: id=event-1\n');
  expect(await FILE_FORMATS.log.read(bytes)).toEqual({ event: [{ id: 'event-1', time: '2026-02-03T14:05:00Z' }, { id: 'event-2' }] });
});

it('sheets name cells, databases rows and columns', async () => {
  expect((await FILE_FORMATS.xlsx.write([people, sales])).places('sale', 1, 2)).toEqual(['sale!C3']);
  expect((await FILE_FORMATS.docx.write([people, sales])).places('sale', 1, 2)).toEqual(['Table 2!C3']);
  expect((await FILE_FORMATS.sqlite.write([people, sales])).places('sale', 1, 2)).toEqual(['sale#2.gain']);
});

it('documents keep their paragraphs', async () => {
  const bytes = await writeParagraphs(['# Title', 'First.', '## Part', 'Second.']);
  expect(await readParagraphs(bytes)).toEqual(['Title', 'First.', 'Part', 'Second.']);
});

it('bytes do not depend on process, time or time zone', () => {
  const code = `
    import { FILE_FORMATS } from './src/ruletrek/render/formats.ts';
    import { createHash } from 'node:crypto';
    const table = { name: 't', columns: [{ name: 'a', type: 'money' }], rows: [['1.50']] };
    const hash = createHash('sha256');
    Promise.all([FILE_FORMATS.xlsx.write([table]), FILE_FORMATS.docx.write([table]), FILE_FORMATS.sqlite.write([table])])
      .then((all) => { for (const { bytes } of all) hash.update(bytes); console.log(hash.digest('hex')); });
  `;
  const run = (zone: string): string => execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', code], { env: { ...process.env, NODE_OPTIONS: '', TZ: zone }, encoding: 'utf8' });
  expect(run('UTC')).toBe(run('America/New_York'));
});

it('refuses a file of another kind', () => {
  expect(() => formatOf('a/b.pdf')).toThrow('ends in one of csv');
});
