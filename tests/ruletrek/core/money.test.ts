import { addYears, ageOn } from '../../../src/ruletrek/core/dates.ts';
import { atRate, formatMoney, parseMoney, parseRate, roundRatio, TO_CENT } from '../../../src/ruletrek/core/money.ts';
import { readValue, sameValue } from '../../../src/ruletrek/core/values.ts';

describe('rounding', () => {
  it.each([
    // 5/2 and 7/2 are halves.
    ['half-up', 3n, 4n], ['half-even', 2n, 4n], ['up', 3n, 4n], ['down', 2n, 3n],
  ] as const)('%s of 5/2 and 7/2', (mode, low, high) => {
    expect(roundRatio(5n, 2n, { unit: 1n, mode })).toBe(low);
    expect(roundRatio(7n, 2n, { unit: 1n, mode })).toBe(high);
  });

  it('goes away from zero for negative halves, and to multiples of the unit', () => {
    expect(roundRatio(-5n, 2n, TO_CENT)).toBe(-3n);
    // 2,345.01 dollars to started and to full thousands.
    expect(roundRatio(234_501n, 1n, { unit: 100_000n, mode: 'up' })).toBe(300_000n);
    expect(roundRatio(234_501n, 1n, { unit: 100_000n, mode: 'down' })).toBe(200_000n);
  });

  it('of a product with a rate', () => {
    // 5,200.00 · 3.8 % = 197.60, the tax of a stored filer; 1.05 · 50 % = .525 → .53.
    expect(atRate(520_000n, parseRate('0.038'), TO_CENT)).toBe(19_760n);
    expect(atRate(105n, parseRate('0.5'), TO_CENT)).toBe(53n);
  });
});

describe('texts', () => {
  it.each([
    ['1234.5', 123_450n], ['$1,234.50', 123_450n], ['-12', -1200n], ['(12.30)', -1230n], ['0.005', 1n], ['-$3', -300n],
  ])('%s', (text, cents) => expect(parseMoney(text)).toBe(cents));

  it.each(['', 'abc', '12,34', '1.2.3', 'NaN'])('"%s" is no amount', (text) => expect(parseMoney(text)).toBeNull());

  it('formats with two decimals', () => {
    expect([123_450n, -5n, 0n].map(formatMoney)).toEqual(['1234.50', '-0.05', '0.00']);
  });

  it('refuses rates that it cannot hold', () => {
    expect(() => parseRate('0.1234567')).toThrow('six decimals');
  });
});

describe('values', () => {
  it('compares by type', () => {
    expect(sameValue('money', '1234.50', '$1,234.5')).toBe(true);
    expect(sameValue('money', '1234.50', 1234.5)).toBe(true);
    expect(sameValue('money', '1234.50', '1234.51')).toBe(false);
    expect(sameValue('money', '1234.50', '1234.51', '0.01')).toBe(true);
    expect(sameValue('integer', 3, '3')).toBe(true);
    expect(sameValue('integer', 0, '')).toBe(false);
    expect(sameValue('enum', 'Joint', ' joint ')).toBe(true);
    expect(sameValue('boolean', true, 'true')).toBe(true);
    expect(sameValue('money', '1.00', null)).toBe(false);
  });

  it('lists have an order, sets do not', () => {
    expect(sameValue('list', ['a', 'b'], ['b', 'a'])).toBe(false);
    expect(sameValue('set', ['a', 'b', 'b'], ['b', 'a', 'b'])).toBe(true);
    expect(sameValue('set', ['a', 'b', 'b'], ['a', 'a', 'b'])).toBe(false);
  });

  it('reads cells', () => {
    expect(readValue('date', '2025-02-03')).toBe('2025-02-03');
    expect(readValue('date', '3 Feb')).toBeNull();
    expect(readValue('boolean', 'no')).toBe(false);
  });
});

it('dates', () => {
  expect(addYears('2024-02-29', 1)).toBe('2025-02-28');
  expect(addYears('2024-03-01', 1)).toBe('2025-03-01');
  expect(ageOn('1960-12-31', '2025-12-31')).toBe(65);
  expect(ageOn('1961-01-01', '2025-12-31')).toBe(64);
});
