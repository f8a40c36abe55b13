import type { ScoredQuestion } from '../../../src/nesys/question.ts';
import { answeringRules } from '../../../src/nesys/selection/answering-rules.ts';
import { selectByRules, selectEvenly } from '../../../src/nesys/selection/select.ts';

function question(correct: number, ...scores: (readonly number[] | null)[]): ScoredQuestion {
  return { id: '', label: '', correct, logProbs: (scores.find((row) => row !== null) ?? [0, 0]).map(() => 0), scores };
}

describe('answeringRules', () => {
  it('counts rules that score the right choice above all others', () => {
    // Right: the first and the fourth. The second prefers another, the third has a tie, the fifth says nothing.
    expect(answeringRules(question(1, [0, 1, 0], [1, 0, 0], [0, 1, 1], [-1, -0.5, -1], null))).toBe(2);
  });

  it('asks for a score above 0 where there is one choice', () => {
    expect(answeringRules(question(0, [1], [-1], null))).toBe(1);
  });
});

/** `counts[k]` questions that k rules answer. */
function questionsWith(...counts: number[]): ScoredQuestion[] {
  const rules = counts.length - 1;
  return counts.flatMap((count, k) =>
    Array.from({ length: count }, () => question(0, ...Array.from({ length: rules }, (_, rule) => (rule < k ? [1, 0] : [0, 1])))),
  );
}

describe('selectByRules', () => {
  const questions = questionsWith(20, 40, 0, 0, 40);

  it('takes all that no rule answers, and fills up to the share', () => {
    const { chosen, answering, unanswered } = selectByRules(questions, 0.5, 'seed');
    expect(unanswered).toBe(20);
    expect(chosen).toHaveLength(50);
    expect(chosen.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, i) => i));
    expect([answering[0], answering[20], answering[99]]).toEqual([0, 1, 4]);
    expect(new Set(chosen).size).toBe(50);
    expect(selectByRules(questions, 0.5, 'seed').chosen).toEqual(chosen);
    expect(selectByRules(questions, 0.5, 'another').chosen).not.toEqual(chosen);
  });

  it('takes all of them even where they are more than the share, and everything for a share of 1', () => {
    expect(selectByRules(questions, 0.1, 'seed').chosen).toHaveLength(20);
    expect(selectByRules(questions, 1, 'seed').chosen).toHaveLength(100);
  });

  it('draws with weights 1/k', () => {
    // One of two questions, with weights 1 and 1/4: the first in 1/(1 + 1/4) = 80 % of draws; over 2,000, ± 2.7 % is three deviations.
    const pair = questionsWith(0, 1, 0, 0, 1);
    const first = Array.from({ length: 2000 }, (_, i) => selectByRules(pair, 0.5, `draw ${i}`)).filter(({ chosen }) => chosen[0] === 0);
    expect(Math.abs(first.length / 2000 - 0.8)).toBeLessThan(0.027);
  });
});

it('selectEvenly takes as many of all alike', () => {
  const chosen = selectEvenly(100, 30, 'even');
  expect(new Set(chosen).size).toBe(30);
  expect(chosen).toEqual([...chosen].sort((a, b) => a - b));
  expect(Math.max(...chosen)).toBeLessThan(100);
});
