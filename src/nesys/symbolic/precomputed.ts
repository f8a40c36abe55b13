/** Scores made elsewhere as a source of rules: the authors' numbers, or a file that `nesys score` wrote. */
import { UserError } from '../../errors.ts';
import type { EvaluationSet } from '../data/evaluation-set.ts';
import type { ChoiceQuestion } from '../question.ts';
import type { SymbolicScores } from './source.ts';

/**
 * The scores that a file has for these questions, in their order.
 *
 * @throws UserError where the file is of other questions: another number of them, of choices, or another right choice
 */
export function precomputedScores({ file, questions: scored, ruleCount, ruleIds }: EvaluationSet, questions: readonly ChoiceQuestion[]): SymbolicScores {
  const refuse = (expected: string, got: string, key: string): never => {
    throw UserError.of({ expected, got, where: { file, key }, fix: 'give the scores of the same questions, in the same order' });
  };
  if (scored.length !== questions.length) refuse(`scores of ${questions.length} questions`, `${scored.length}`, 'questions');
  scored.forEach(({ id, logProbs, correct }, i) => {
    const { choices, correct: right } = questions[i]!;
    if (logProbs.length !== choices.length) refuse(`${choices.length} choices`, `${logProbs.length}`, id);
    if (correct !== right) refuse(`the right choice at ${right}`, `${correct}`, id);
  });
  const rules = Array.from({ length: ruleCount }, (_, rule) => ({ id: ruleIds?.[rule] ?? `rule ${rule + 1}`, about: `rule ${rule + 1} of ${file}` }));
  return { rules, scores: scored.map(({ scores }) => scores), faults: [] };
}
