/** The copies of the paper's figures agree with themselves and with each other. */
import { subtaskColumns, TABLE2_COLUMNS, TABLE3_COLUMNS, TABLE4_COLUMNS } from '../../src/evaluation/columns.ts';
import { PAPER_RULE_COUNTS, paperHeldOutRow, paperRow, paperRows, type PaperRow } from '../../src/evaluation/paper.ts';
import { mean } from '../../src/statistics/spread.ts';

const valuesOf = ({ values }: PaperRow, keys: readonly string[]) => keys.map((key) => values[key] ?? NaN);

/** How far the average is from the mean of these columns. */
function averageGap(row: PaperRow, keys: readonly string[], average: string): number {
  return Math.abs(mean(valuesOf(row, keys)) - (row.values[average] ?? NaN));
}

const keysOf = (columns: readonly { key: string }[]) => columns.map(({ key }) => key);
const [FOL, NL] = [keysOf(subtaskColumns('FOL')), keysOf(subtaskColumns('NL'))];

it.each([
  [2, 17, keysOf(TABLE2_COLUMNS), 'average'],
  [3, 11, keysOf(TABLE3_COLUMNS), 'average'],
  [8, 37, FOL, 'FOL.average'],
  [9, 37, NL, 'NL.average'],
  [13, 33, FOL, 'FOL.average'],
  [13, 33, NL, 'NL.average'],
] as const)('Table %d has %d rows whose average is the mean of its columns, to its rounding', (table, rows, keys, average) => {
  expect(paperRows(table)).toHaveLength(rows);
  expect(paperRows(table).filter((row) => !(averageGap(row, keys, average) < 0.0001))).toEqual([]);
});

it.each([
  [4, 18],
  [10, 36],
] as const)('Table %d has %d rows with all recalls, but @100 of 100 rules', (table, rows) => {
  expect(paperRows(table)).toHaveLength(rows);
  for (const { values, ruleCount } of paperRows(table)) {
    expect(Object.keys(values)).toEqual(keysOf(TABLE4_COLUMNS));
    expect(Object.values(values).filter((value) => value === null)).toHaveLength(ruleCount === 100 ? 2 : 0);
  }
});

it('Table 10 repeats Table 4, and Table 3 sums up Table 13 at 1,000 rules', () => {
  for (const row of paperRows(4)) expect(paperRow(10, row.method, row.ruleCount)).toEqual(row);
  for (const row of paperRows(3)) {
    const full = paperRow(13, row.method, 1000);
    expect(full?.values['FOL.single-rule']).toBe(row.values['FOL.S-Rule']);
    expect(mean(valuesOf(full!, NL.slice(8)))).toBeCloseTo(row.values['NL.MH-Rule'] ?? NaN, 3);
  }
});

it.each([11, 12] as const)('Table %d has intervals of five seeds, to its rounding', (table) => {
  // t(.975, 4)/√5 = 2.7764/2.2361 = 1.2417. Deviations are rounded to .05, so intervals are off by .0621 + .05 at most.
  for (const { values } of paperRows(table)) {
    expect(Math.abs((values['std'] ?? NaN) * 1.2417 - (values['ci95'] ?? NaN))).toBeLessThan(0.1122);
  }
  expect(new Set(paperRows(table).map(({ ruleCount }) => ruleCount))).toEqual(new Set(PAPER_RULE_COUNTS));
});

it('has what the paper reports in its text alone', () => {
  expect(paperRow(2, 'IRCoT', 10_000)?.values).toEqual({ average: 0.1996 });
  expect(paperRow(4, 'ReAct', 10_000)?.values).toEqual({ 'mean@1': 0.1954 });
  expect(paperHeldOutRow('DynaRule', 10_000)?.values).toEqual({ average: 0.502 });
  expect(paperRow(2, 'DynaRule', 30)).toBeNull();
});
