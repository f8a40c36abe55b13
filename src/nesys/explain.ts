/** Which rules turned an answer: how far each pushed the new answer above the neural model's, and whether it decided. */
import { answerOf, scaleOf, type Scale } from './energy.ts';
import type { ScoredQuestion } from './question.ts';

export interface Push {
  /** Index of the rule. */
  readonly rule: number;
  /** What the rule adds to log p̃ of the new answer minus that of the neural one, in nats. */
  readonly push: number;
  /** Whether another answer stands without this rule. */
  readonly decisive: boolean;
}

export interface Turn {
  readonly id: string;
  readonly label: string;
  readonly correct: number;
  /** The neural model's answer. */
  readonly neural: number;
  readonly nesys: number;
  /** For better: from wrong to right; for worse: from right to wrong. */
  readonly effect: 'better' | 'worse' | 'neither';
  /** Rules that tell the two answers apart, the strongest first. */
  readonly rules: readonly Push[];
}

/** Null where the rules leave the answer as it is. */
export function turnOf(question: ScoredQuestion, weights: readonly number[], scale: Scale): Turn | null {
  const { id, label, correct } = question;
  const neural = answerOf(question, weights, { by: 'neural' });
  const nesys = answerOf(question, weights, { by: 'nesys', scale });
  if (neural === nesys) return null;
  const effect = nesys === correct ? 'better' : neural === correct ? 'worse' : 'neither';
  return { id, label, correct, neural, nesys, effect, rules: pushes(question, weights, scale, [neural, nesys]) };
}

function pushes(question: ScoredQuestion, weights: readonly number[], scale: Scale, [before, after]: readonly [number, number]): Push[] {
  const gamma = scaleOf(scale, question.logProbs);
  const all = question.scores.map((row, rule): Push => {
    const push = row === null ? 0 : weights[rule]! * (row[after]! - row[before]!) * gamma;
    const without = push === 0 ? after : answerOf(question, weights.with(rule, 0), { by: 'nesys', scale });
    return { rule, push, decisive: without !== after };
  });
  return all.filter(({ push }) => push !== 0).sort((a, b) => b.push - a.push);
}
