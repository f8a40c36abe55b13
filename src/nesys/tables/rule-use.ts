/** Where each rule of a set fires, with which weight, and which answers it decided. */
import type { Turn } from '../explain.ts';
import type { Column } from '../environments/columns.ts';
import type { ScoredQuestion } from '../question.ts';

/** Answers that were turned: from wrong to right, from right to wrong, from one wrong choice to another. */
export interface Flips {
  readonly better: number;
  readonly worse: number;
  readonly neither: number;
}

export interface RuleUse {
  /** Place in its set, from 0. */
  readonly rule: number;
  /** Null where the file names no rules. */
  readonly id: string | null;
  /** Beside the neural model, and of the rules alone. */
  readonly weight: number;
  readonly weightAlone: number;
  /** Questions in which it scores some choice other than 0: in all, and by title of the column. */
  readonly fires: number;
  readonly firesIn: Readonly<Record<string, number>>;
  /** Turned answers that another choice would be without this rule. */
  readonly decided: Flips;
}

/** What rules are weighed by. */
export interface RuleWeights {
  readonly ids: readonly string[] | null;
  readonly beside: readonly number[];
  readonly alone: readonly number[];
}

/** One entry for each rule, in their order. */
export function ruleUses(questions: readonly ScoredQuestion[], columns: readonly Column[], turns: readonly Turn[], weights: RuleWeights): RuleUse[] {
  return weights.beside.map((weight, rule) => {
    const fired = questions.filter(({ scores }) => scores[rule]?.some((score) => score !== 0));
    const inColumn = ({ title, labels }: Column) => [title, fired.filter(({ label }) => labels.includes(label)).length] as const;
    return {
      rule,
      id: weights.ids?.[rule] ?? null,
      weight,
      weightAlone: weights.alone[rule]!,
      fires: fired.length,
      firesIn: Object.fromEntries(columns.map(inColumn)),
      decided: countFlips(turns.filter(({ rules }) => rules.some((push) => push.rule === rule && push.decisive))),
    };
  });
}

export function countFlips(turns: readonly Turn[]): Flips {
  const count = (effect: Turn['effect']): number => turns.filter((turn) => turn.effect === effect).length;
  return { better: count('better'), worse: count('worse'), neither: count('neither') };
}
