import { answerOf, clipScores, countRight, firstMaximum, rightsOf, scaleOf, totalsOf } from '../../src/nesys/energy.ts';
import { question } from './questions.ts';

describe('γ', () => {
  it('is 1, the spread of the log-probs, or that and 1', () => {
    expect(scaleOf('1', [-8, -2])).toBe(1);
    expect(scaleOf('spread', [-8, -2, -5])).toBe(6);
    expect(scaleOf('spread+1', [-8, -2, -5])).toBe(7);
    expect(scaleOf('spread', [-3])).toBe(0);
    expect(scaleOf('spread+1', [-3])).toBe(1);
  });
});

describe('log p̃', () => {
  const asked = question([-4, -1], [[1, -0.5], null, [0, 0.25]]);
  const weights = [2, 7, -1];

  it('adds Σ w·e·γ to the log-probs', () => {
    // γ = 3 + 1 = 4. First: −4 + 2·(1·4) − (0·4) = 4. Second: −1 + 2·(−.5·4) − (.25·4) = −6.
    expect(totalsOf(asked, weights, { by: 'nesys', scale: 'spread+1' })).toEqual([4, -6]);
    // γ = 1: −4 + 2 = −2; −1 − 1 − .25 = −2.25.
    expect(totalsOf(asked, weights, { by: 'nesys', scale: '1' })).toEqual([-2, -2.25]);
  });

  it('is the log-probs for the neural model, and Σ w·e for the rules', () => {
    expect(totalsOf(asked, weights, { by: 'neural' })).toEqual([-4, -1]);
    expect(totalsOf(asked, weights, { by: 'rules' })).toEqual([2, -1.25]);
    expect(answerOf(asked, weights, { by: 'neural' })).toBe(1);
    expect(answerOf(asked, weights, { by: 'rules' })).toBe(0);
  });

  it('adds up rule after rule, which decides between choices that are equal but for rounding', () => {
    // .1 + .2 + .3 is a bit above .3 + .2 + .1 in floating point, and so is its sum with 0.
    const rounded = question([0, 0], [[0.3, 0.1], [0.2, 0.2], [0.1, 0.3]], 1);
    const [first, second] = totalsOf(rounded, [1, 1, 1], { by: 'nesys', scale: '1' });
    expect(second! - first!).toBeCloseTo(0, 15);
    expect(second).toBeGreaterThan(first!);
    expect(answerOf(rounded, [1, 1, 1], { by: 'nesys', scale: '1' })).toBe(1);
  });
});

it('takes the first of equal choices', () => {
  expect(firstMaximum([1, 3, 3, 2])).toBe(1);
  expect(answerOf(question([-1, -1], []), [], { by: 'neural' })).toBe(0);
});

it('clips scores to [−1, 1] and leaves the rest as it is', () => {
  const asked = question([-1, -2], [[100, -3], null, [0.5, -1]]);
  expect(clipScores(asked)).toEqual({ ...asked, scores: [[1, -1], null, [0.5, -1]] });
});

it('counts right answers', () => {
  const asked = [question([-1, -2], [], 0), question([-1, -2], [], 1), question([-5], [], 0)];
  const rights = rightsOf(asked, [], { by: 'neural' });
  expect(rights).toEqual([true, false, true]);
  expect(countRight(rights)).toEqual({ right: 2, total: 3 });
});
