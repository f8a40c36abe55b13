/**
 * When no rule applies. Retrieval always finds a nearest rule; how much nearer it is than it would have to be tells whether it
 * is the one that was asked for. A step whose score is below a threshold has found nothing.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../errors.ts';
import { writeJsonAtomically } from '../files/atomic-write.ts';
import { readJson } from '../lm/files/json-file.ts';
import type { Retrieved } from './step-retrieval.ts';

/**
 * What is compared with the threshold. `best`: the relevance of the best rule; `margin`: what it has more than the second;
 * `lead`: what it has more than the mean of those after it, sixteen rules in all; `best+margin`: relevance and margin added up. Among
 * many rules a wrong one comes near in relevance and a right one has a close second, but seldom both.
 */
export const REFUSAL_SCORES = ['best', 'margin', 'lead', 'best+margin'] as const;
export type RefusalScore = (typeof REFUSAL_SCORES)[number];

/** Which steps must have found a rule: the one of the question, or all of them. */
export const REFUSAL_STEPS = ['first', 'every'] as const;
export type RefusalSteps = (typeof REFUSAL_STEPS)[number];

const RefusalFile = z.strictObject({
  schema: z.literal(1),
  score: z.enum(REFUSAL_SCORES),
  steps: z.enum(REFUSAL_STEPS),
  threshold: z.number(),
});
export type Refusal = Omit<z.infer<typeof RefusalFile>, 'schema'>;

/** Rules of a retrieval that a score looks at. */
export const REFUSAL_RULES = 16;

/** Higher where the best rule stands out; of a single rule its relevance. @param ranked best first, as many as there are, up to 16 */
export function refusalScore(score: RefusalScore, ranked: readonly Retrieved[]): number {
  const [best = 0, ...others] = ranked.slice(0, REFUSAL_RULES).map((found) => found.score);
  if (score === 'best' || others.length === 0) return best;
  const margin = best - (others[0] as number);
  switch (score) {
    case 'margin':
      return margin;
    case 'lead':
      return best - others.reduce((sum, value) => sum + value, 0) / others.length;
    case 'best+margin':
      return best + margin;
  }
}

/** Whether this step has found no rule. @param step from 0 */
export function findsNothing({ score, steps, threshold }: Refusal, ranked: readonly Retrieved[], step: number): boolean {
  return (steps === 'every' || step === 0) && refusalScore(score, ranked) < threshold;
}

/** Beside the adapters that it was measured with. */
export const REFUSAL_FILE = 'refusal.json';

/** The threshold that was chosen for these adapters; null where none was. @throws UserError for a damaged file */
export function readRefusal(folder: string): Refusal | null {
  const file = join(folder, REFUSAL_FILE);
  if (!existsSync(file)) return null;
  const parsed = RefusalFile.safeParse(readJson(file));
  if (!parsed.success) {
    throw UserError.of({ expected: 'a threshold of refusal', got: z.prettifyError(parsed.error), where: { file }, fix: 'remove the file, or write it anew (eval-refusal --write)' });
  }
  const { score, steps, threshold } = parsed.data;
  return { score, steps, threshold };
}

export function writeRefusal(folder: string, refusal: Refusal): void {
  writeJsonAtomically(join(folder, REFUSAL_FILE), { schema: 1, ...refusal });
}
