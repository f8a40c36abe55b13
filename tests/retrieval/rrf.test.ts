import { fuseRankings } from '../../src/retrieval/rrf.ts';

const ranking = (...ids: number[]): { id: number; score: number }[] => ids.map((id) => ({ id, score: -id }));

describe('fuseRankings', () => {
  it('adds 1 / (60 + rank)', () => {
    // 7: 1/61 + 1/62; 3: 1/62 + 1/61, the same; 5: 1/63. The tie goes to the lower id.
    const fused = fuseRankings([ranking(7, 3, 5), ranking(3, 7)], 10);
    expect(fused.map(({ id }) => id)).toEqual([3, 7, 5]);
    expect(fused.map(({ score }) => score)).toBeAllclose([1 / 61 + 1 / 62, 1 / 61 + 1 / 62, 1 / 63]);
  });

  it('puts what two rankings agree on before what one has first', () => {
    // 9: 1/62 + 1/62 = 0.03226; 1 and 2: 1/61 = 0.01639 each.
    expect(fuseRankings([ranking(1, 9), ranking(2, 9)], 2).map(({ id }) => id)).toEqual([9, 1]);
  });

  it('gives nothing for empty rankings and refuses a k below 1', () => {
    expect(fuseRankings([[], []], 5)).toEqual([]);
    expect(() => fuseRankings([ranking(1)], 0)).toThrow(RangeError);
  });
});
