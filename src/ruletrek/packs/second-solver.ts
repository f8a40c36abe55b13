/** Arithmetic of second solvers, apart from the rules' own: amounts are whole cents in numbers, which are exact up to 2^53. */
export type Row = Readonly<Record<string, string>>;

export function cents(text: string | undefined): number {
  return Math.round(Number((text ?? '0').replaceAll(',', '')) * 100);
}

export function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

/** Sum of a column of amounts; undefined where no row has it. */
export function column(rows: readonly Row[], name: string): number | undefined {
  const cells = rows.flatMap((row) => (row[name] === undefined ? [] : [cents(row[name])]));
  return cells.length === 0 ? undefined : sum(cells);
}

/** To the unit, halves away from zero; `amount` may be a product with an exact integer behind it. */
export function share(amount: number, numerator: number, denominator: number): number {
  const product = amount * numerator;
  return Math.sign(product) * Math.floor((Math.abs(product) * 2 + denominator) / (denominator * 2));
}
