/** Acceptance numbers that the program cannot compute yet, each with what it lacks. */
import type { AcceptanceNumber } from './numbers.ts';

const LACKING: Readonly<Record<number, string>> = {
  8: 'Falco conditions by two evaluators: there is no cybersecurity pack yet, and no reader of Falco rules',
  9: 'Kyverno and Gatekeeper policies by their own test suites: there is no software policy pack yet, and no reader of such policies',
  10: 'compiled releases of OCDS: there is no procurement pack yet, and no reader of OCDS releases',
  12: 'limits, tokens and key of pi at a fake endpoint: not measured here yet, only tested with a stand-in for pi (tests/ruletrek/agents)',
};

export const OPEN_NUMBERS: readonly AcceptanceNumber[] = Object.entries(LACKING).map(([number, text]) => ({ number: Number(number), text, state: 'open' }));
