/** Writes scored questions in the numeric form that numeric-file.ts reads, with the names of the rules beside it. */
import { writePartsAtomically } from '../../files/atomic-write.ts';
import type { Environment, ScoredQuestion } from '../question.ts';
import type { RuleInfo } from '../symbolic/source.ts';

export interface ScoredSet {
  readonly environment: Environment | null;
  readonly model: string | null;
  readonly rules: readonly RuleInfo[];
  readonly questions: readonly ScoredQuestion[];
}

/** Whole or not at all. */
export function writeNumeric(path: string, set: ScoredSet): void {
  writePartsAtomically(path, [`${JSON.stringify(numericOf(set))}\n`]);
}

function numericOf({ environment, model, rules, questions }: ScoredSet): object {
  const labels = [...new Set(questions.map(({ label }) => label))];
  const q = questions.map(({ label, correct, logProbs, scores }) => [labels.indexOf(label), correct, logProbs, sparse(scores)]);
  const named = { ...(environment === null ? {} : { env: environment }), ...(model === null ? {} : { model }) };
  return { ...named, n_rules: rules.length, rules, labels, q };
}

function sparse(scores: ScoredQuestion['scores']): Record<string, readonly number[]> {
  return Object.fromEntries(scores.flatMap((row, rule) => (row === null ? [] : [[rule, row]])));
}
