import { answerValues, exactMatch, lastBoxed } from '../../src/evaluation/exact-match.ts';

describe('lastBoxed', () => {
  it('takes the last box', () => {
    expect(lastBoxed('first \\boxed{1} then \\boxed{2, bridge}.')).toBe('2, bridge');
  });

  it('keeps inner braces', () => {
    expect(lastBoxed('\\boxed{\\text{deeply dizzy}, 4}')).toBe('\\text{deeply dizzy}, 4');
  });

  it('passes over a box that was cut off', () => {
    expect(lastBoxed('\\boxed{3} and \\boxed{4, bri')).toBe('3');
  });

  it.each(['', 'no box', '\\boxed{4', 'boxed{4}'])('finds nothing in %j', (text) => {
    expect(lastBoxed(text)).toBeNull();
  });
});

describe('answerValues', () => {
  it.each([
    ['4, Bridge , deeply   dizzy', ['4', 'bridge', 'deeply dizzy']],
    ['\\text{Deeply\\_dizzy}, $4$', ['deeply dizzy', '4']],
    ["['4', \"bridge\"]", ['4', 'bridge']],
    ['\\mathrm{bridge}.', ['bridge']],
    ['deeply\\ dizzy,\\,7', ['deeply dizzy', '7']],
    ['\\left(\\textbf{4}\\right)', ['(4)']],
    ['4,,5', ['4', '', '5']],
    ['textile', ['textile']],
  ])('%j', (answer, values) => {
    expect(answerValues(answer)).toEqual(values);
  });
});

describe('exactMatch', () => {
  it('is the fraction of positions that agree', () => {
    // Positions: 4 = 4, bridge ≠ forest, dizzy = dizzy: 2 of 3.
    expect(exactMatch('\\boxed{4, bridge, dizzy}', '4, forest, dizzy')).toBeCloseTo(2 / 3, 12);
  });

  it('counts positions, not membership', () => {
    expect(exactMatch('\\boxed{bridge, 4}', '4, bridge')).toBe(0);
  });

  it('is 0 for another number of values', () => {
    expect(exactMatch('\\boxed{4}', '4, bridge')).toBe(0);
    expect(exactMatch('\\boxed{4, bridge, 5}', '4, bridge')).toBe(0);
    expect(exactMatch('\\boxed{}', '4')).toBe(0);
  });

  it('is 0 without a box, and 1 for the answer as training writes it', () => {
    expect(exactMatch('the answer is 4', '4')).toBe(0);
    expect(exactMatch(' [Step] A chases B, so B enters bridge \\boxed{bridge}', 'bridge')).toBe(1);
  });
});
