/** A neural model beside the rules of phase 1: a cleaning pass on dev, weights learnt on dev, answers to test (NeSyS, phase 2). */
import type { EvaluationSet } from '../data/evaluation-set.ts';
import { countRight, rightsOf, type Scale } from '../energy.ts';
import type { InducedRule, RuleBank, SplitBank } from '../induction/bank.ts';
import { discardHarmful, type Cleaning } from '../selection/cleaning.ts';
import type { JudgeName } from '../tables/judges.ts';
import { summariseSet, type SetSummary } from '../tables/set-summary.ts';
import { evaluateSets, type Verdict } from '../weights/evaluate.ts';

/** Splits that a neural model is judged on, and the rules that score them. */
export interface JudgedBank {
  readonly rules: readonly InducedRule[];
  readonly dev: SplitBank;
  readonly test: SplitBank;
}

export interface JudgeSettings {
  readonly scale: Scale;
  readonly cleaning: Cleaning;
}

export interface Judgement {
  /** Rules that the cleaning pass left. */
  readonly bank: JudgedBank;
  /** Ids of those that it took away. */
  readonly discarded: readonly string[];
  readonly verdict: Verdict;
  /** Right answers; on dev, weights answer what they were learnt on. */
  readonly right: Readonly<Record<'dev' | 'test', Readonly<Record<JudgeName, number>>>>;
}

export function judgeModel(bank: JudgedBank, { scale, cleaning }: JudgeSettings): Judgement {
  const cleaned = cleaning === 'discard' ? clean(bank, scale) : bank;
  const left = new Set(cleaned.rules.map(({ id }) => id));
  const [dev, test] = [asSet(cleaned, 'dev'), asSet(cleaned, 'test')];
  const verdict = evaluateSets(test, dev, { scale, clip: false });
  return {
    bank: cleaned,
    discarded: bank.rules.map(({ id }) => id).filter((id) => !left.has(id)),
    verdict,
    right: { dev: counted(evaluateSets(dev, dev, { scale, clip: false })), test: counted(verdict) },
  };
}

/** Rules are taken away by dev alone; what they say of test goes with them. */
function clean(bank: JudgedBank, scale: Scale): JudgedBank {
  const both: RuleBank = { rules: bank.rules, train: bank.test, dev: bank.dev };
  const { rules, train, dev } = discardHarmful(both, scale, { note: () => undefined });
  return { rules, dev, test: train };
}

function counted({ neural, rules, nesys }: Verdict): Record<JudgeName, number> {
  return { neural: countRight(neural).right, rules: countRight(rules).right, nesys: countRight(nesys).right };
}

/** The numbers of a split, as files of them are read. */
function asSet({ rules, ...splits }: JudgedBank, split: 'dev' | 'test'): EvaluationSet {
  const { questions, scored } = splits[split];
  return { file: split, environment: questions[0]?.environment ?? null, model: null, ruleCount: rules.length, ruleIds: rules.map(({ id }) => id), questions: scored, choices: null };
}

/** Dev and test for a reader: accuracy by column, rules, flips. */
export function summariseJudgement({ bank, verdict }: Judgement, backbone: string, scale: Scale): SetSummary[] {
  const environment = bank.test.questions[0]!.environment;
  const weights = { ids: bank.rules.map(({ id }) => id), beside: verdict.weights, alone: verdict.rulesWeights };
  return (['test', 'dev'] as const).map((split) => {
    const set = asSet(bank, split);
    const rights: [JudgeName, readonly boolean[]][] = [
      ['neural', rightsOf(set.questions, [], { by: 'neural' })],
      ['rules', rightsOf(set.questions, verdict.rulesWeights, { by: 'rules' })],
      ['nesys', rightsOf(set.questions, verdict.weights, { by: 'nesys', scale })],
    ];
    return summariseSet({ environment, backbone, split, set, rights: new Map(rights), weights }, scale);
  });
}

/** The same questions with log-probs of another neural model. */
export function withLogProbs({ questions, scored }: SplitBank, logProbs: readonly (readonly number[])[]): SplitBank {
  return { questions, scored: scored.map((question, index) => ({ ...question, logProbs: logProbs[index]! })) };
}
