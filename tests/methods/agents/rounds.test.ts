import { isSearchable, mergeRounds } from '../../../src/methods/agents/rounds.ts';

const found = (...ids: number[]) => ids.map((id, place) => ({ id, score: -place }));

describe('mergeRounds', () => {
  it('takes the best of every round, then the second best, each rule once', () => {
    // Places 1: 5, 7, (5 again). Places 2: 6, 5 again, 8. Places 3: 9 of the second round alone.
    const merged = mergeRounds([found(5, 6), found(7, 5, 9), found(5, 8)]);
    expect(merged.map(({ id }) => id)).toEqual([5, 7, 6, 8, 9]);
    expect(merged.map(({ score }) => score)).toEqual([1, 1, 1 / 2, 1 / 2, 1 / 3]);
  });

  it('keeps the order of a single round, and passes over empty ones', () => {
    expect(mergeRounds([[], found(4, 2, 3), []]).map(({ id }) => id)).toEqual([4, 2, 3]);
    expect(mergeRounds([])).toEqual([]);
  });

  it('ends at a hundred rules: fifty of each of two rounds that share none', () => {
    const hundred = (first: number) => found(...Array.from({ length: 100 }, (_, index) => first + index));
    const merged = mergeRounds([hundred(0), hundred(1000)]).map(({ id }) => id);
    expect(merged).toHaveLength(100);
    expect(merged.slice(-2)).toEqual([49, 1049]);
  });
});

describe('isSearchable', () => {
  it.each(['Tiny_cat(A) ⇒ Strong_horn(A): 4', 'A is a tiny cat', 'cat'])('%s', (text) => {
    expect(isSearchable(text)).toBe(true);
  });

  // Nothing, signs, numbers, variables and function words: an encoder may find nothing in them.
  it.each(['', ' \n', '⇒ ( ) : �', '3 * 1 = 3', 'A', 'it will be the'])('not %j', (text) => {
    expect(isSearchable(text)).toBe(false);
  });
});
