import type { ScoredQuestion } from '../../../src/nesys/question.ts';
import { randomStream } from '../../../src/random.ts';
import { learnExperts } from '../../../src/nesys/router/experts.ts';
import { labelsOf, routerFeatures, type RoutedQuestion } from '../../../src/nesys/router/features.ts';
import { fitRouter } from '../../../src/nesys/router/router.ts';
import { routeAll, routeHeldOut, routingCounts } from '../../../src/nesys/router/routing.ts';

const SETTINGS = { scale: '1', trees: { depth: 3, rounds: 10, eta: 0.3, lambda: 1, leastHessian: 1 }, folds: 4, seed: 1 } as const;

/**
 * Of "easy" questions the neural model is sure and right while the one rule misleads; of "hard"
 * ones it is the other way round, with a rule that is not heard over the log-probs.
 */
function questions(count: number, seed: string): RoutedQuestion[] {
  const random = randomStream(seed);
  return Array.from({ length: count }, (_, index): RoutedQuestion => {
    const easy = index % 5 < 2;
    const correct = random.integer(0, 1);
    const towards = (choice: number, by: number): number[] => [0, 1].map((one) => (one === choice ? by : 0));
    const question: ScoredQuestion = {
      id: String(index),
      label: easy ? 'easy' : 'hard',
      correct,
      logProbs: towards(easy ? correct : 1 - correct, easy ? 6 + random.next() : 4 + random.next()),
      scores: [towards(easy ? 1 - correct : correct, 1)],
    };
    return { question, lengths: [10, 20] };
  });
}

describe('routerFeatures', () => {
  it('has the numbers that one works out by hand', () => {
    const [first] = questions(1, 'features') as [RoutedQuestion];
    const question: ScoredQuestion = { ...first.question, label: 'b', logProbs: [-1, -3], scores: [[0, 1], null] };
    // Weights are learnt on nothing and are 1: rules take choice 1 by 1, both together choice 0 by 2 − 1 = 1.
    const experts = learnExperts([{ ...question, logProbs: [0], scores: [null, null], correct: 0 }], '1');
    const row = routerFeatures({ question, lengths: [10, 14] }, experts, ['a', 'b']);
    // Margins 2, 1, 1; spread 2; entropy of (e^2, 1)/(e^2 + 1) = .8808, .1192: .3654; 2 choices; agreement no, yes;
    // one rule speaks; length 10, 4 less than the other's; scores 0 − 1 and nothing; label b.
    const expected = [2, 1, 1, 2, 0.36534, 2, 0, 1, 1, 10, -4, -1, 0, 0, 1];
    expect(row).toHaveLength(expected.length);
    row.forEach((value, i) => expect(value).toBeCloseTo(expected[i]!, 4));
  });

  it('knows nothing of lengths where there are no texts', () => {
    const [first] = questions(1, 'features') as [RoutedQuestion];
    const experts = learnExperts([first.question], '1');
    expect(routerFeatures({ ...first, lengths: null }, experts, []).slice(9, 11)).toEqual([0, 0]);
  });

  it('names each label once', () => {
    expect(labelsOf(questions(10, 'labels'))).toEqual(['easy', 'hard']);
  });
});

describe('a router', () => {
  const known = questions(80, 'known');

  it('learns whom to trust, up to the bound', () => {
    const counts = routingCounts(routeAll(fitRouter(known, SETTINGS), questions(60, 'new')));
    expect(counts).toMatchObject({ total: 60, routed: 60, bound: 60 });
    expect(counts.alone.neural).toBe(24);
    expect(counts.chosen.neural).toBeLessThanOrEqual(24);
    expect(counts.chosen.combined + counts.chosen.symbolic + counts.chosen.neural).toBe(60);
  });

  it('is judged on every question once, by routers that have not seen it', () => {
    const done: number[] = [];
    const counts = routingCounts(routeHeldOut(known, SETTINGS, (fold) => done.push(fold)));
    expect(done).toEqual([1, 2, 3, 4]);
    expect(counts).toMatchObject({ total: 80, routed: 80, bound: 80 });
  });

  it('does not find what is not there', () => {
    // Labels, log-probs and scores that have nothing to do with what is right.
    const random = randomStream('noise');
    const noise = questions(80, 'noise').map(({ question, lengths }): RoutedQuestion => ({ question: { ...question, correct: random.integer(0, 1) }, lengths }));
    const { routed, total } = routingCounts(routeHeldOut(noise, SETTINGS));
    expect(routed / total).toBeLessThan(0.7);
  });

  it('is the same each time', () => {
    expect(fitRouter(known, SETTINGS)).toEqual(fitRouter(known, SETTINGS));
  });
});
