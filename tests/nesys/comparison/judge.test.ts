/** A neural model beside rules, one of which does harm on dev. */
import { judgeModel, summariseJudgement, withLogProbs, type JudgedBank } from '../../../src/nesys/comparison/judge.ts';
import { armTable, differenceTable } from '../../../src/nesys/comparison/tables.ts';
import type { ArmResult, ComparisonResults } from '../../../src/nesys/comparison/results.ts';
import type { InducedRule, SplitBank } from '../../../src/nesys/induction/bank.ts';
import type { ChoiceQuestion, ScoredQuestion } from '../../../src/nesys/question.ts';

const rule = (id: string): InducedRule => ({ id, about: id, source: null });

function split(name: string, scored: readonly Omit<ScoredQuestion, 'id' | 'label' | 'correct'>[]): SplitBank {
  const questions = scored.map((_, i): ChoiceQuestion => ({ id: `${name}-${i}`, environment: 'workshop', label: i % 2 === 0 ? 'heat' : 'wear', state: 's', action: 'a', choices: ['x', 'y'], correct: 0 }));
  return { questions, scored: scored.map((one, i) => ({ ...one, id: questions[i]!.id, label: questions[i]!.label, correct: 0 })) };
}

// The first choice is right everywhere. Without rules the neural model has the first question of each split right, and
// the second wrong; "helps" mends the second, "harms" spoils the first. γ is spread + 1, here 2.
const scored = [
  { logProbs: [-1, -2], scores: [null, [-1, 1]] },
  { logProbs: [-2, -1], scores: [[1, 0], null] },
];
const BANK: JudgedBank = { rules: [rule('helps'), rule('harms')], dev: split('dev', scored), test: split('test', [...scored, ...scored]) };

it('takes away what does harm on dev, and judges test with what is left', () => {
  const { discarded, right, bank, verdict } = judgeModel(BANK, { scale: 'spread+1', cleaning: 'discard' });
  expect(discarded).toEqual(['harms']);
  expect(bank.test.scored.map(({ scores }) => scores.length)).toEqual([1, 1, 1, 1]);
  // Rules alone: the first of equal choices is taken where none speaks.
  expect(right).toEqual({ dev: { neural: 1, rules: 2, nesys: 2 }, test: { neural: 2, rules: 4, nesys: 4 } });
  expect(verdict.weights).toEqual([1]);
});

it('leaves all rules to the weights without a cleaning pass', () => {
  const { discarded, verdict, right } = judgeModel(BANK, { scale: 'spread+1', cleaning: 'none' });
  expect(discarded).toEqual([]);
  // The first weight of the grid with which the first question is right again.
  expect(verdict.weights).toEqual([1, -2]);
  expect(right.test.nesys).toBe(4);
});

it('tells a reader where rules fire and what they turned', () => {
  const [test, dev] = summariseJudgement(judgeModel(BANK, { scale: 'spread+1', cleaning: 'discard' }), 'small', 'spread+1');
  expect([test?.split, dev?.split, test?.backbone, test?.environment]).toEqual(['test', 'dev', 'small', 'workshop']);
  expect(test?.columns.map(({ title, right, flips }) => [title, right, flips])).toEqual([
    ['heat', { neural: 2, rules: 2, nesys: 2 }, { better: 0, worse: 0, neither: 0 }],
    ['wear', { neural: 0, rules: 2, nesys: 2 }, { better: 2, worse: 0, neither: 0 }],
    ['average', { neural: 2, rules: 4, nesys: 4 }, { better: 2, worse: 0, neither: 0 }],
  ]);
  expect(test?.rules.map(({ id, fires, firesIn, weight }) => [id, fires, firesIn, weight])).toEqual([['helps', 2, { heat: 0, wear: 2 }, 1]]);
});

it('puts log-probs of another model in place', () => {
  const { questions, scored: changed } = withLogProbs(BANK.dev, [[0, 1], [2, 3]]);
  expect(changed.map(({ logProbs }) => logProbs)).toEqual([[0, 1], [2, 3]]);
  expect(questions).toBe(BANK.dev.questions);
});

describe('the tables', () => {
  const arm = (selection: ArmResult['selection'], share: number, seed: number | null, neural: number, nesys: number): ArmResult => {
    const right = { neural, rules: 10, nesys };
    return { selection, share, seed, questions: 100 * share, discarded: [], right: { dev: right, test: right } };
  };
  const results: ComparisonResults = {
    experiment: 'small',
    commit: 'abc',
    model: 'tiny',
    scale: '1',
    questions: { train: 100, dev: 20, test: 20 },
    rules: 2,
    arms: [
      arm('none', 0, null, 5, 10),
      ...[1, 2].flatMap((seed) => [arm('by rules', 0.5, seed, 8, 16 + 2 * seed), arm('evenly', 0.5, seed, 10, 14), arm('all', 1, seed, 10, 15 + seed)]),
    ],
    induction: { arm: 'by-rules-0.5-seed-1', before: 2, after: 4, right: { dev: { neural: 8, rules: 12, nesys: 19 }, test: { neural: 8, rules: 12, nesys: 19 } } },
    sets: [],
  };

  it('have means over seeds, with intervals', () => {
    // 18 and 20 of 20: 95 on average, deviation 7.07 points, t(.975, 1) = 12.706, interval 63.5.
    expect(armTable(results).rows).toEqual([
      ['nothing', '0', '1', '25.0', '50.0', '50.0', '–'],
      ['50 % by rules', '50', '2', '40.0', '50.0', '95.0', '63.5'],
      ['50 % evenly', '50', '2', '50.0', '50.0', '70.0', '0.0'],
      ['all', '100', '2', '50.0', '50.0', '82.5', '31.8'],
      ['by-rules-0.5-seed-1, rules induced again (2 → 4)', '', '1', '40.0', '60.0', '95.0', '–'],
    ]);
  });

  it('have differences seed by seed', () => {
    // NeSyS: 20 and 30 points above an even draw; 10 and 15 above all.
    expect(differenceTable(results).rows).toEqual([
      ['50 % by rules', '50 % evenly', '−10.0', '0.0', '+25.0', '63.5'],
      ['50 % by rules', 'all', '−10.0', '0.0', '+12.5', '31.8'],
    ]);
  });
});
