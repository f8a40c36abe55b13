import { clusteredMean, type ValueGroup } from '../../../src/evaluation/comparison/clustered-mean.ts';

/** A group whose values belong to the clusters q0, q1, … */
const group = (values: readonly number[], weight = 1, stratum = 'a'): ValueGroup => ({
  stratum,
  weight,
  items: values.map((value, index) => ({ cluster: `q${index}`, value })),
});

describe('clusteredMean', () => {
  it('is the paired t interval for one group of single values', () => {
    // Mean .5; s² = 4·.25/3 = 1/3; s²/4 = 1/12; root .2886751; t(.975, 3) = 3.1824463: .9186931.
    const estimate = clusteredMean([group([1, 0, 1, 0])]);
    expect(estimate?.mean).toBeCloseTo(0.5, 12);
    expect(estimate?.ci95).toBeCloseTo(0.9186931, 6);
  });

  it('adds the variances of strata, with the degrees of freedom of Welch and Satterthwaite', () => {
    // ½·.5 + ½·0 = .25. In each stratum s² = .5, so ¼·.5/2 = .0625; sum .125, root .3535534.
    // Degrees: .125²/(.0625²/1 + .0625²/1) = 2; t(.975, 2) = 4.3026527: 1.5212175.
    const estimate = clusteredMean([group([1, 0], 0.5, 'a'), group([0.5, -0.5], 0.5, 'b')]);
    expect(estimate?.mean).toBeCloseTo(0.25, 12);
    expect(estimate?.ci95).toBeCloseTo(1.5212175, 6);
  });

  it('takes the values of a cluster together, as one draw', () => {
    // Both forms won on q0 and tied on q1: as if two questions had the values 1 and 0. s²/2 = .25, t(.975, 1) = 12.7062047.
    const same = clusteredMean([group([1, 0], 0.5), group([1, 0], 0.5)]);
    expect(same?.ci95).toBeCloseTo(12.7062047 / 2, 6);
    // What one form wins the other loses: every question is worth .5, and nothing varies.
    const opposite = clusteredMean([group([1, 0], 0.5), group([0, 1], 0.5)]);
    expect(opposite).toEqual({ mean: 0.5, ci95: 0 });
  });

  it('weighs a cluster by its values', () => {
    // Values 1, 1 of q0, 0 of q1, −2 of q2: mean 0. Residuals over 4: .5, 0, −.5; squares .5; ·3/2 = .75; root .8660254.
    // t(.975, 2) = 4.3026527: 3.7262066.
    const items = [['q0', 1], ['q0', 1], ['q1', 0], ['q2', -2]] as const;
    const estimate = clusteredMean([{ stratum: 'a', weight: 1, items: items.map(([cluster, value]) => ({ cluster, value })) }]);
    expect(estimate?.mean).toBe(0);
    expect(estimate?.ci95).toBeCloseTo(3.7262066, 6);
  });

  it('has no interval for a single draw, and no mean for none', () => {
    expect(clusteredMean([group([0.3])])).toEqual({ mean: 0.3, ci95: null });
    expect(clusteredMean([group([1, 0], 0.5), group([1], 0.5, 'b')])).toEqual({ mean: 0.75, ci95: null });
    expect(clusteredMean([group([1, 0]), group([])])).toBeNull();
    expect(clusteredMean([])).toBeNull();
  });
});
