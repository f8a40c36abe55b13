/** Acceptance number 9: Kyverno's and Gatekeeper's own test suites, and the policy pack's facts at their places. */
import { GATEKEEPER_FOLDER, runGatekeeperSuites } from '../import/gatekeeper.ts';
import { KYVERNO_FOLDER, runKyvernoSuites, type SuiteResult } from '../import/kyverno.ts';
import { comparePolicyFacts } from '../import/policy-facts.ts';
import type { AcceptanceNumber } from './numbers.ts';

/** Expectations that patterns alone decide, and that must come out. */
const KYVERNO_NEEDED = 683;
/** Cases that must come out, of 270. */
const GATEKEEPER_NEEDED = 250;

export interface PolicyFolders {
  readonly kyverno: string;
  readonly gatekeeper: string;
}

/** Met where both libraries are at hand and come out; skipped where one is not, with what the other gave. */
export function policyNumber({ kyverno, gatekeeper }: PolicyFolders = { kyverno: KYVERNO_FOLDER, gatekeeper: GATEKEEPER_FOLDER }): AcceptanceNumber {
  const [patterns, checks, facts] = [runKyvernoSuites(kyverno), runGatekeeperSuites(gatekeeper), comparePolicyFacts()];
  const text = [
    patterns === null ? `Kyverno skipped: no upstream policies in ${kyverno}` : `Kyverno ${told(patterns)}, ${patterns.leftOut} others need more than patterns`,
    checks === null ? `Gatekeeper skipped: no upstream suites in ${gatekeeper}` : `Gatekeeper ${told(checks)}`,
    `${facts.compared} facts of the policy pack, not at their place upstream: ${facts.faults.length}${facts.absent > 0 ? ` (${facts.absent} without their file)` : ''}`,
  ].join('; ');
  const short = (patterns !== null && (patterns.agreed < KYVERNO_NEEDED || patterns.agreed < patterns.attempted)) || (checks !== null && checks.agreed < GATEKEEPER_NEEDED);
  if (short || facts.faults.length > 0) return { number: 9, text, state: 'missed' };
  return { number: 9, text, state: patterns === null || checks === null ? 'skipped' : 'met' };
}

function told({ agreed, attempted, policies, missed }: SuiteResult): string {
  return `${agreed}/${attempted} expectations of ${policies} policies${missed.length > 0 ? `, others: ${missed.join(', ')}` : ''}`;
}
