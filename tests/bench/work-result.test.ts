import { complaint, rate, resultLine } from '../../bench/work-result.ts';

const result = { name: 'step', ours: 7123.456, peer: 9000, ratio: 0.791495, unit: 'tokens/s' };

describe('resultLine', () => {
  it('is one JSON object with four significant digits', () => {
    expect(resultLine(result)).toBe('{"name":"step","ours":7123,"peer":9000,"ratio":0.7915,"unit":"tokens/s"}');
  });
});

describe('rate', () => {
  it('is in units a second, with the ratio of the rounds', () => {
    // 64 tokens in 2 s are 32 a second, in 4 s 16.
    expect(rate('decode', { ours: 2, peer: 4, speed: 2.1 }, 64, 'tokens/s')).toEqual({ name: 'decode', ours: 32, peer: 16, ratio: 2.1, unit: 'tokens/s' });
  });

  it('has neither peer nor ratio, and no complaint, where the peer is missing', () => {
    const alone = rate('decode', { ours: 2, peer: null, speed: null }, 64, 'tokens/s');
    expect(resultLine(alone)).toBe('{"name":"decode","ours":32,"peer":null,"ratio":null,"unit":"tokens/s"}');
    expect(complaint(alone, { atLeast: 0.8 })).toBeNull();
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
