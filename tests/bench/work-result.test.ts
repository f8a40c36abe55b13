import { complaint, resultLine } from '../../bench/work-result.ts';

const result = { name: 'step', ours: 7123.456, peer: 9000, ratio: 0.791495, unit: 'tokens/s' };

describe('resultLine', () => {
  it('is one JSON object with four significant digits', () => {
    expect(resultLine(result)).toBe('{"name":"step","ours":7123,"peer":9000,"ratio":0.7915,"unit":"tokens/s"}');
  });
});

describe('complaint', () => {
  it('names a ratio below or above its bound', () => {
    expect(complaint(result, { atLeast: 0.8 })).toBe('step: ratio 0.791495 is below 0.8');
    expect(complaint(result, { atMost: 0.75 })).toBe('step: ratio 0.791495 is above 0.75');
  });

  it('is null within the bounds, ends included', () => {
    expect(complaint({ ...result, ratio: 0.8 }, { atLeast: 0.8, atMost: 0.8 })).toBeNull();
  });

  it('does not let a ratio pass that is no number', () => {
    expect(complaint({ ...result, ratio: Number.NaN }, { atLeast: 0.8 })).toContain('NaN');
    expect(complaint({ ...result, ratio: Number.NaN }, { atMost: 1 })).toContain('NaN');
  });
});
