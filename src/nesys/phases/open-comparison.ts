/** Questions of all splits, scored by the rules of phase 1, for neural models that are compared. */
import { readQuestionTexts } from '../data/text-questions.ts';
import type { InducedRule, RuleBank, SplitBank } from '../induction/bank.ts';
import { faultLines } from '../symbolic/fault-summary.ts';
import { scoreBySource } from '../symbolic/rule-source.ts';
import type { RuleScores } from '../symbolic/source.ts';
import type { PhasesConfig } from './config.ts';
import { openBank } from './open-bank.ts';

export interface ComparedBank extends RuleBank {
  readonly test: SplitBank;
}

/**
 * @param tell told what went wrong with rules, a line each
 * @throws UserError for files that cannot be read or lack texts, and for rules that are none
 */
export async function openComparison(config: PhasesConfig & { readonly rules: string }, tell: (line: string) => void): Promise<ComparedBank> {
  const bank = await openBank(config, tell);
  const questions = readQuestionTexts(config.questions.test);
  return { ...bank, test: await scoredBy(bank.rules, [config.rules], questions, tell) };
}

/**
 * Questions without log-probs, scored by rules that stand in these sources; a rule's id names it in all of them.
 *
 * @param rules in the order of the scores
 * @param tell told what went wrong with rules, a line each
 */
export async function scoredBy(rules: readonly InducedRule[], sources: readonly string[], questions: SplitBank['questions'], tell: (line: string) => void): Promise<SplitBank> {
  const columns = new Map<string, readonly RuleScores[number][]>();
  for (const source of sources) {
    const { rules: infos, scores, faults } = await scoreBySource(source, questions, { progress: () => undefined });
    faultLines(faults).forEach((line) => tell(`test: ${line}`));
    infos.forEach(({ id }, place) => columns.set(id, scores.map((row) => row[place]!)));
  }
  const scored = questions.map(({ id, label, correct, choices }, index) => ({
    id,
    label,
    correct,
    logProbs: choices.map(() => 0),
    scores: rules.map((rule) => columns.get(rule.id)![index]!),
  }));
  return { questions, scored };
}
