import { turnOf } from '../../src/nesys/explain.ts';
import { question } from './questions.ts';

describe('turnOf', () => {
  it('names the rules that turned an answer, the strongest first', () => {
    // γ = 1. Neural: −1 − (−2) = 1 for choice 0. Rules add to choice 1 above 0: 2·(.5 + .5) = 2; 1·(−.25 − .25) = −.5; 0; 1·.1.
    // Together −1 + 2 − .5 + .1 = .6 for choice 1. Without the first −1.4, without the last .5.
    const asked = question([-1, -2], [[-0.5, 0.5], [0.25, -0.25], null, [0, 0.1]], 1);
    const turn = turnOf(asked, [2, 1, 5, 1], '1');
    expect(turn).toMatchObject({ neural: 0, nesys: 1, correct: 1, effect: 'better' });
    expect(turn?.rules).toEqual([
      { rule: 0, push: 2, decisive: true },
      { rule: 3, push: 0.1, decisive: false },
      { rule: 1, push: -0.5, decisive: false },
    ]);
  });

  it('is null where the answer stands', () => {
    expect(turnOf(question([-1, -2], [[0, 0.5]]), [1], '1')).toBeNull();
  });

  it('says whether it was for better or worse', () => {
    const effect = (correct: number): string | undefined => turnOf(question([-1, -2, -9], [[0, 5, 0]], correct), [1], '1')?.effect;
    expect([0, 1, 2].map(effect)).toEqual(['worse', 'better', 'neither']);
  });
});
