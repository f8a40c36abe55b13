/** Kubernetes quantities as whole thousandths of their unit: "250m" CPU is 250n, "64Mi" memory is 67,108,864,000n. */

const BINARY: Readonly<Record<string, bigint>> = { Ki: 2n ** 10n, Mi: 2n ** 20n, Gi: 2n ** 30n, Ti: 2n ** 40n, Pi: 2n ** 50n, Ei: 2n ** 60n };
const DECIMAL: Readonly<Record<string, bigint>> = { '': 1n, k: 10n ** 3n, M: 10n ** 6n, G: 10n ** 9n, T: 10n ** 12n, P: 10n ** 15n, E: 10n ** 18n };
const THOUSAND = 1000n;

/** Thousandths, what is smaller than one of them rounded up; null for a text that is no quantity. */
export function parseQuantity(text: string): bigint | null {
  const match = /^(\d+)(?:\.(\d+))?(?:([eE][+-]?\d{1,2})|(Ki|Mi|Gi|Ti|Pi|Ei|[numkMGTPE]))?$/.exec(text.trim());
  if (match === null) return null;
  const [, whole = '', fraction = '', exponent, suffix = ''] = match;
  const digits = BigInt(whole + fraction);
  const below = 10n ** BigInt(fraction.length);
  if (exponent !== undefined) return byPower(digits * THOUSAND, below, Number(exponent.slice(1)));
  const small = ['m', 'u', 'n'].indexOf(suffix);
  if (small !== -1) return ceiling(digits, below * THOUSAND ** BigInt(small));
  return ceiling(digits * THOUSAND * (BINARY[suffix] ?? DECIMAL[suffix] ?? 1n), below);
}

/** Whole units: cores of "1500m" are 2n, bytes of "1Ki" are 1024n. */
export function unitsOf(thousandths: bigint): bigint {
  return ceiling(thousandths, THOUSAND);
}

function byPower(value: bigint, below: bigint, power: number): bigint {
  return power < 0 ? ceiling(value, below * 10n ** BigInt(-power)) : ceiling(value * 10n ** BigInt(power), below);
}

function ceiling(value: bigint, divisor: bigint): bigint {
  return (value + divisor - 1n) / divisor;
}
