/** The questions of an experiment, and what the neural model and the rules so far say of them. */
import { readEvaluationSet } from '../data/read-set.ts';
import { readQuestionTexts } from '../data/text-questions.ts';
import type { InducedRule, RuleBank, SplitBank } from '../induction/bank.ts';
import { readRuleFile, ruleText } from '../induction/rule-file.ts';
import { faultLines } from '../symbolic/fault-summary.ts';
import { scoreBySource } from '../symbolic/rule-source.ts';
import type { RuleInfo, RuleScores } from '../symbolic/source.ts';
import type { PhasesConfig } from './config.ts';

/**
 * @param tell told what went wrong with rules, a line each
 * @throws UserError for files that cannot be read or lack texts or log-probs, and for rules that are none
 */
export async function openBank({ questions, rules }: PhasesConfig, tell: (line: string) => void): Promise<RuleBank> {
  const [train, dev] = [questions.train, questions.dev].map((file) => readSplit(file, questions.model)) as [SplitBank, SplitBank];
  if (rules === null) return { rules: [], train, dev };
  // Both at once: Python starts but once.
  const all = [...train.questions, ...dev.questions];
  const { rules: infos, scores, faults } = await scoreBySource(rules, all, { progress: () => undefined });
  faultLines(faults).forEach(tell);
  const first = train.questions.length;
  return {
    rules: infos.map(ruleWithText(rules)),
    train: withScores(train, scores.slice(0, first)),
    dev: withScores(dev, scores.slice(first)),
  };
}

/** Scores that a file has of other rules are left out. */
function readSplit(file: string, model: string | null): SplitBank {
  const questions = readQuestionTexts(file);
  const set = readEvaluationSet(file, model ?? undefined);
  return { questions, scored: set.questions.map((question, index) => ({ ...question, id: questions[index]!.id, scores: [] })) };
}

function withScores(split: SplitBank, scores: readonly RuleScores[]): SplitBank {
  return { ...split, scored: split.scored.map((question, index) => ({ ...question, scores: scores[index]! })) };
}

function ruleWithText(rules: string): (info: RuleInfo) => InducedRule {
  const text = rules.endsWith('.py') ? readRuleFile(rules) : null;
  return (info) => ({ ...info, source: text === null ? null : ruleText(text, info.id) });
}
