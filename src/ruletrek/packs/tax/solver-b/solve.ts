/** Solver B: every line of the return, in the form of answer.json. */
import type { SolverInput, SolverOutput } from '../../pack.ts';
import { CREDIT_LINES } from './credit-lines.ts';
import { DEDUCTION_LINES } from './deduction-lines.ts';
import { INCOME_LINES } from './income-lines.ts';
import { COUNTS, openSheet } from './sheet.ts';
import { TAX_LINES } from './tax-lines.ts';

const LINES = { ...INCOME_LINES, ...DEDUCTION_LINES, ...TAX_LINES, ...CREDIT_LINES };
/** Lines that say yes. */
const FLAGS = ['standard_denied', 'eitc_denied'];

/** All lines that apply. */
export function solveReturn(input: SolverInput): SolverOutput {
  const sheet = openSheet(input, LINES);
  const values = Object.keys(LINES).map((name) => [name, sheet.line(name)] as const);
  return Object.fromEntries(values.flatMap(([name, value]) => (value === undefined ? [] : [[name, written(name, value)]])));
}

function written(name: string, value: number): string | number | boolean {
  if (FLAGS.includes(name)) return true;
  return COUNTS.includes(name) ? value : (value / 100).toFixed(2);
}
