import { armName, armsOf, chosenBy, type Arm } from '../../../src/nesys/comparison/arms.ts';
import { question } from '../questions.ts';

// Ten questions that no rule answers, ten that one answers.
const TRAIN = Array.from({ length: 20 }, (_, i) => question([-1, -2], [i < 10 ? [0, 1] : [1, 0]]));
const of = (selection: Arm['selection'], share: number, seed: number | null = 1): Arm => ({ selection, share, seed });

describe('armsOf', () => {
  it('has the base once, and every share twice for each seed beside all', () => {
    expect(armsOf([0.25, 0.5], [7, 8]).map(armName)).toEqual([
      'none',
      ...[7, 8].flatMap((seed) => [`by-rules-0.25-seed-${seed}`, `evenly-0.25-seed-${seed}`, `by-rules-0.5-seed-${seed}`, `evenly-0.5-seed-${seed}`, `all-seed-${seed}`]),
    ]);
  });
});

describe('chosenBy', () => {
  it('takes nothing, all, what no rule answers first, or as many evenly', () => {
    expect(chosenBy(of('none', 0, null), TRAIN, 's')).toEqual([]);
    expect(chosenBy(of('all', 1), TRAIN, 's')).toEqual([...TRAIN.keys()]);
    expect(chosenBy(of('by rules', 0.5), TRAIN, 's')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const evenly = chosenBy(of('evenly', 0.5), TRAIN, 's');
    expect(evenly).toHaveLength(10);
    expect(evenly.some((index) => index >= 10)).toBe(true);
    // No rule answers half of them: a smaller share has these all the same, in both ways.
    expect([chosenBy(of('by rules', 0.1), TRAIN, 's').length, chosenBy(of('evenly', 0.1), TRAIN, 's').length]).toEqual([10, 10]);
  });

  it('draws anew for each seed, and the same for the same', () => {
    const [one, two] = [1, 2].map((seed) => chosenBy(of('evenly', 0.5, seed), TRAIN, 's'));
    expect(one).not.toEqual(two);
    expect(chosenBy(of('evenly', 0.5, 1), TRAIN, 's')).toEqual(one);
    expect(chosenBy(of('evenly', 0.5, 1), TRAIN, 'another')).not.toEqual(one);
  });
});
