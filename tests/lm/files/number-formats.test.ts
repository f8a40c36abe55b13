import { bfloatToFloat, floatToHalf, halfToFloat, halfValues } from '../../../src/lm/files/number-formats.ts';

describe('half precision', () => {
  it('decodes by hand-worked bits', () => {
    expect(halfToFloat(0x3c00)).toBe(1); // exponent 15 - 15, fraction 0
    expect(halfToFloat(0xc500)).toBe(-5); // -(1 + 256/1024) · 2²
    expect(halfToFloat(0x7bff)).toBe(65504); // (1 + 1023/1024) · 2¹⁵
    expect(halfToFloat(0x0001)).toBe(2 ** -24); // smallest subnormal
    expect(halfToFloat(0xfc00)).toBe(-Infinity);
    expect(halfToFloat(0x7e00)).toBeNaN();
  });

  it('gives every half back', () => {
    const wrong = [...halfValues().entries()].filter(([bits, value]) => !Number.isNaN(value) && floatToHalf(value) !== bits);
    expect(wrong).toEqual([]);
  });

  it('rounds to the nearest, ties to even', () => {
    // From 2048 on halves are 2 apart.
    expect(halfToFloat(floatToHalf(2049))).toBe(2048);
    expect(halfToFloat(floatToHalf(2051))).toBe(2052);
    expect(halfToFloat(floatToHalf(2049.01))).toBe(2050);
    // 2⁻²⁵ lies between 0 and the smallest subnormal: even is 0.
    expect(floatToHalf(2 ** -25)).toBe(0);
    // The largest subnormal rounds up into the smallest normal number.
    expect(floatToHalf(2 ** -14 - 2 ** -26)).toBe(0x0400);
    expect(floatToHalf(65519)).toBe(0x7bff);
    expect(floatToHalf(65520)).toBe(0x7c00);
    expect(floatToHalf(-Infinity)).toBe(0xfc00);
    expect(halfToFloat(floatToHalf(NaN))).toBeNaN();
  });
});

it('bfloat16 is the upper half of a float', () => {
  expect(bfloatToFloat(0x3f80)).toBe(1);
  expect(bfloatToFloat(0xc040)).toBe(-3); // -(1 + 0.5) · 2¹
});
