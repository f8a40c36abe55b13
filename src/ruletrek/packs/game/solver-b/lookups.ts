/** Looking things up for solver B: the sheet of the hero, tables of two columns, dice, numbers of the table with a class. */
import type { Entry, Sheet } from '../../sheet.ts';
import type { Row } from '../../second-solver.ts';

/** A number of the hero's sheet. */
export function own(sheet: Sheet, name: string): number | undefined {
  const cell = sheet.root[name];
  return cell === undefined ? undefined : Number(cell);
}

/** (score − 10) / 2 downwards. */
export function half(score: number | undefined): number | undefined {
  return score === undefined ? undefined : (score - 10 - (Math.abs(score) % 2)) / 2;
}

export function total(rows: readonly Row[], name: string): number {
  let all = 0;
  for (const row of rows) all += Number(row[name]);
  return all;
}

/** The value beside a word in a table of two columns. */
export function beside(sheet: Sheet, path: string, word: string | undefined): number | undefined {
  const found = sheet.table(`tables/${path}.csv`).map((row) => Object.values(row)).find(([first]) => first === word);
  return found === undefined ? undefined : Number(found[1]);
}

/** The results of the dice in the order in which they were rolled. */
export function dice(sheet: Sheet, kind: string): number[] {
  const number = (row: Row): number => Number(/\d+$/.exec(row['id'] ?? '')?.[0]);
  return [...sheet.rows(kind)].sort((a, b) => number(a) - number(b)).map((row) => Number(row['result']));
}

/** The sum of the first dice, of which there must be enough. */
export function thrown(sheet: Sheet, kind: string, count: number | undefined): Entry {
  const all = dice(sheet, kind);
  if (count === undefined || all.length < count) return undefined;
  return all.slice(0, count).reduce((a, b) => a + b, 0);
}

/** Three entries that decide together; undefined where one of them is missing. */
export function all(sheet: Sheet, ...names: readonly string[]): number[] | undefined {
  const values = names.map((name) => sheet.number(name));
  return values.includes(undefined) ? undefined : (values as number[]);
}
