/** Solver B: every entry of the case, in the form of answer.json. */
import type { SolverInput, SolverOutput } from '../../pack.ts';
import { ACCESS_LINES } from './access-lines.ts';
import { EVENT_LINES } from './event-lines.ts';
import { RESPONSE_LINES } from './response-lines.ts';
import { openCase, writeEntry, type CaseLines } from './sheet.ts';

const LINES: CaseLines = { ...EVENT_LINES, ...ACCESS_LINES, ...RESPONSE_LINES };

/** All entries that apply. */
export function solveCase(input: SolverInput): SolverOutput {
  const sheet = openCase(input, LINES);
  return Object.fromEntries(Object.entries(LINES).flatMap(([name, { form }]) => {
    const entry = sheet.entry(name);
    return entry === undefined ? [] : [[name, writeEntry(form, entry)]];
  }));
}
