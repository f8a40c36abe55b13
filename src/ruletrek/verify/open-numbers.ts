/** Acceptance numbers that the program cannot compute yet, each with what it lacks. */
import type { AcceptanceNumber } from './numbers.ts';

const LACKING: Readonly<Record<number, string>> = {
  12: 'limits, tokens and key of pi at a fake endpoint: not measured here yet, only tested with a stand-in for pi (tests/ruletrek/agents)',
};

export const OPEN_NUMBERS: readonly AcceptanceNumber[] = Object.entries(LACKING).map(([number, text]) => ({ number: Number(number), text, state: 'open' }));
