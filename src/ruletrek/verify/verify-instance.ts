/** All checks of one instance, from its files. */
import type { CheckResult } from '../formats/gold.ts';
import type { PackContext } from '../instance/draft.ts';
import { checkRelevance } from './relevance.ts';
import { checkRelease } from './release.ts';
import { checkMutants, checkNecessity, checkSolvers } from './solving.ts';
import { checkGraph, checkSources } from './structure.ts';
import { readSubject } from './subject.ts';

export interface Verification {
  readonly checks: readonly CheckResult[];
  readonly mutants: number;
  readonly survivors: readonly string[];
  readonly passed: boolean;
}

/** @throws UserError for an instance whose files cannot be read */
export async function verifyInstance(context: PackContext, folder: string): Promise<Verification> {
  const subject = await readSubject(context, folder);
  const { result: v4, mutants, survivors } = checkMutants(subject);
  const checks = [checkSources(subject), checkGraph(subject), checkNecessity(subject), checkSolvers(subject), v4, checkRelevance(subject), await checkRelease(subject)];
  return { checks, mutants, survivors, passed: checks.every(({ passed }) => passed) };
}
