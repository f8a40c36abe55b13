/** Money as BigInt cents, rates as BigInt millionths: no sum or product depends on binary fractions. */
import { UserError } from '../../errors.ts';

/** Millionths in 1: the rate 3.8 % is 38,000n. */
export const RATE_ONE = 1_000_000n;

/** How a rule rounds: to a multiple of `unit` cents. */
export interface Rounding {
  readonly unit: bigint;
  readonly mode: 'half-up' | 'half-even' | 'up' | 'down';
}
export const TO_CENT: Rounding = { unit: 1n, mode: 'half-up' };

/** Rounds `numerator / denominator` cents (denominator > 0). Half-up and half-even round to nearest, up and down away from and toward zero. */
export function roundRatio(numerator: bigint, denominator: bigint, { unit, mode }: Rounding): bigint {
  const divisor = denominator * unit;
  const sign = numerator < 0n ? -1n : 1n;
  const size = numerator * sign;
  const whole = size / divisor;
  const twice = 2n * (size % divisor);
  const nearest = mode === 'half-even' && twice === divisor ? whole % 2n === 1n : twice >= divisor;
  const up = mode === 'up' ? twice > 0n : mode === 'down' ? false : nearest;
  return sign * (up ? whole + 1n : whole) * unit;
}

/** cents × rate (millionths), rounded. */
export function atRate(cents: bigint, rate: bigint, rounding: Rounding): bigint {
  return roundRatio(cents * rate, RATE_ONE, rounding);
}

/** "1234.5" → 123450n. Accepts $ and thousands commas, and brackets for a negative amount; null for anything else. */
export function parseMoney(text: string): bigint | null {
  const match = /^(\(?)(-?)\s*\$?\s*(-?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?\)?$/.exec(text.trim());
  if (match === null) return null;
  const [, bracket, minus, innerMinus, whole, fraction = ''] = match as unknown as [string, string, string, string, string, string | undefined];
  const scaled = roundRatio(BigInt(whole.replaceAll(',', '') + fraction) * 100n, 10n ** BigInt(fraction.length), TO_CENT);
  return bracket !== '' || minus !== '' || innerMinus !== '' ? -scaled : scaled;
}

/** 123450n → "1234.50". */
export function formatMoney(cents: bigint): string {
  const size = cents < 0n ? -cents : cents;
  return `${cents < 0n ? '-' : ''}${size / 100n}.${(size % 100n).toString().padStart(2, '0')}`;
}

/**
 * "0.038" → 38000n.
 * @throws UserError for a text that is no decimal with at most six digits
 */
export function parseRate(text: string): bigint {
  const match = /^(\d+)(?:\.(\d{1,6}))?$/.exec(text);
  if (match !== null) return BigInt(match[1] as string) * RATE_ONE + BigInt((match[2] ?? '').padEnd(6, '0'));
  throw UserError.of({ expected: 'a rate with at most six decimals', got: text, fix: 'write it as 0.038' });
}

export function least(...values: readonly bigint[]): bigint {
  return values.reduce((a, b) => (b < a ? b : a));
}

export function greatest(...values: readonly bigint[]): bigint {
  return values.reduce((a, b) => (b > a ? b : a));
}

export function total(values: readonly bigint[]): bigint {
  return values.reduce((sum, value) => sum + value, 0n);
}
