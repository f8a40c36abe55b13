import { alternate, median } from '../../bench/alternate.ts';

describe('alternate', () => {
  it('takes turns and gives medians over the rounds', async () => {
    const turns: string[] = [];
    const scripted = (name: string, seconds: number[]) => (steps: number) => {
      turns.push(`${name}${steps}`);
      return seconds.shift() ?? Number.NaN;
    };
    // Warm-up 9 s each; then rounds of 2 steps. Ours 2, 4, 8 s and theirs 4, 4, 4 s:
    // seconds a step 1, 2, 4 and 2, 2, 2; their ratios 2, 1, 0.5.
    const comparison = await alternate({
      ours: scripted('a', [9, 2, 4, 8]),
      peer: scripted('b', [9, 4, 4, 4]),
      warmUp: 1,
      rounds: 3,
      steps: 2,
    });
    expect(turns).toEqual(['a1', 'b1', 'a2', 'b2', 'a2', 'b2', 'a2', 'b2']);
    expect(comparison).toEqual({ ours: 2, peer: 2, speed: 1 });
  });

  it('measures ours alone where there is no peer, and makes up no ratio', async () => {
    // Warm-up 9 s, then rounds of 3 and 5 s: 4 s in the middle.
    const seconds = [9, 3, 5];
    expect(await alternate({ ours: () => seconds.shift() ?? Number.NaN, peer: null, warmUp: 1, rounds: 2, steps: 1 })).toEqual({ ours: 4, peer: null, speed: null });
  });
});

describe('median', () => {
  it('is the middle value, or the mean of the two middle ones', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  it('has no value for an empty list', () => {
    expect(() => median([])).toThrow(RangeError);
  });
});
