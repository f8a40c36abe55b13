/** Rules written in TypeScript: functions of a transition, over a parse that all rules of a set share. */
import type { ChoiceQuestion } from '../question.ts';
import { spoken, type RuleInfo, type RuleScores, type SymbolicScores } from './source.ts';

export interface Rule<Parsed> extends RuleInfo {
  /** Above 0 where the transition is as it should be, below 0 where it cannot be, 0 where the rule has nothing to say. */
  score(transition: Parsed): number;
}

/** A candidate next state and what it would follow from, as text. */
export type Transition = Pick<ChoiceQuestion, 'state' | 'action'> & { readonly choice: string };

export interface RuleSet<Parsed> {
  readonly name: string;
  /** Never fails: what cannot be read is for the rules to judge. */
  parse(transition: Transition): Parsed;
  readonly rules: readonly Rule<Parsed>[];
}

export interface ScoreOptions {
  /** Called after each question with the number done. */
  readonly progress?: (done: number) => void;
}

/** Scores all questions; a TypeScript rule that throws is a defect of ours and is not caught. */
export function scoreQuestions<Parsed>(
  set: RuleSet<Parsed>,
  questions: readonly ChoiceQuestion[],
  { progress }: ScoreOptions = {},
): SymbolicScores {
  const scores = questions.map((question, index) => {
    const row = scoreQuestion(set, question);
    progress?.(index + 1);
    return row;
  });
  return { rules: set.rules.map(({ id, about }) => ({ id, about })), scores, faults: [] };
}

function scoreQuestion<Parsed>(set: RuleSet<Parsed>, { state, action, choices }: ChoiceQuestion): RuleScores {
  const transitions = choices.map((choice) => set.parse({ state, action, choice }));
  return set.rules.map((rule) => spoken(transitions.map((transition) => rule.score(transition))));
}
