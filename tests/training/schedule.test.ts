import { cosineWithWarmup } from '../../src/training/schedule.ts';

describe('cosineWithWarmup', () => {
  const rate = cosineWithWarmup({ learningRate: 0.8, warmup: 4, steps: 12, finalRate: 0.25 });

  it('rises linearly to the peak', () => {
    expect([1, 2, 3, 4].map(rate)).toBeAllclose([0.2, 0.4, 0.6, 0.8]);
  });

  it('falls along half a cosine to the final rate', () => {
    // Step 8 is half of the way from 4 to 12: 0.8 · (0.25 + 0.75 · 0.5) = 0.5.
    // Step 6 is a quarter: (1 + cos 45°)/2 = 0.853553; 0.8 · (0.25 + 0.75 · 0.853553) = 0.712132.
    expect([6, 8, 12].map(rate)).toBeAllclose([0.712132, 0.5, 0.2]);
  });

  it('keeps the final rate afterwards', () => {
    expect(rate(100)).toBeCloseTo(0.2, 12);
  });

  it('begins at the top of the cosine without a warm-up', () => {
    const bare = cosineWithWarmup({ learningRate: 1, warmup: 0, steps: 2, finalRate: 0 });
    // Step 1 is half of the way: (1 + cos 90°)/2 = 0.5.
    expect([1, 2].map(bare)).toBeAllclose([0.5, 0]);
  });
});
