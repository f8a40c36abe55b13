import { scaledCounts, SUBSET_COUNTS, SUBSET_WORLD, WorldSettings } from '../../src/ruleworld/world-config.ts';

describe('world settings', () => {
  it("default to the paper's Table 5", () => {
    expect(SUBSET_WORLD.counts).toEqual(SUBSET_COUNTS);
  });

  it('refuse unknown keys, negative counts and empty ranges', () => {
    expect(WorldSettings.safeParse({ counts: { Entity2Atr: 1 } }).success).toBe(false);
    expect(WorldSettings.safeParse({ counts: { Entity2Attr: -1 } }).success).toBe(false);
    expect(WorldSettings.safeParse({ unitCount: { low: 3, high: 2 } }).success).toBe(false);
  });

  it('scale the large relations and keep the small ones whole', () => {
    // 20,000 − 600 = 19,400 rules in the proportions 74,888 : 3,772 : 20,975 of 99,635.
    expect(scaledCounts(20_000)).toEqual({
      Entity2Attr: 14_582,
      AttrChange2Attr: 734,
      Action2Env: 100,
      Action2Attr: 200,
      Action2State: 200,
      Env2State: 100,
      State2Attr: 4_084,
    });
    expect(scaledCounts(100_235)).toEqual(SUBSET_COUNTS);
  });

  it('halve a world that the small relations would fill', () => {
    // 50 rules in the proportions 100 : 200 : 200 : 100 give 8, 16, 16, 8; the first takes the 2 left over.
    expect(scaledCounts(100)).toMatchObject({ Action2Env: 10, Action2Attr: 16, Action2State: 16, Env2State: 8 });
  });
});
