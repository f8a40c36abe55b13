/** Typed values and their JSON form (docs/ruletrek.md, "Values"). */
import { UserError } from '../../errors.ts';
import type { JsonValue, Scalar, ValueType } from '../formats/vocabulary.ts';
import { isTime } from './dates.ts';
import { formatMoney, parseMoney } from './money.ts';
import type { Value } from './facts.ts';

/** Money as decimal text, everything else as it is. */
export function toJson(value: Value): Scalar {
  return typeof value === 'bigint' ? formatMoney(value) : value;
}

/** Reads a cell of a file; null where the text is no value of the type. */
export function readValue(type: ValueType, cell: string): Value | null {
  const text = cell.trim();
  if (type === 'money') return parseMoney(text);
  if (type === 'integer') return /^-?\d+$/.test(text) ? Number(text) : null;
  if (type === 'boolean') return /^(true|yes|1)$/i.test(text) ? true : /^(false|no|0)$/i.test(text) ? false : null;
  if (type === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null;
  if (type === 'time') return isTime(text) ? text : null;
  return text;
}

/**
 * The same for a cell that the project wrote itself.
 * @throws UserError where it is not of the type
 */
export function expectValue(type: ValueType, cell: string, key: string): Value {
  const value = readValue(type, cell);
  if (value !== null) return value;
  throw UserError.of({ expected: `a value of type ${type}`, got: JSON.stringify(cell), where: { key }, fix: 'restore the file from the benchmark' });
}

/** Whether an agent's value is the gold value. `tolerance` in the unit of the value, for money and decimals. */
export function sameValue(type: ValueType, gold: JsonValue, got: unknown, tolerance = '0', items: ValueType = 'text'): boolean {
  if (type === 'list' || type === 'set') return sameItems(type, gold, got, items);
  if (typeof got !== 'string' && typeof got !== 'number' && typeof got !== 'boolean') return false;
  if (type === 'money') return sameMoney(String(gold), String(got), tolerance);
  if (type === 'decimal' || type === 'integer') return sameNumber(gold, got, Number(tolerance));
  if (type === 'time') return sameTime(String(gold), String(got).trim());
  const normal = (value: unknown): string => String(value).trim().replaceAll(/\s+/g, ' ').toLowerCase();
  return normal(gold) === normal(got);
}

function sameMoney(gold: string, got: string, tolerance: string): boolean {
  const [a, b, allowed] = [parseMoney(gold), parseMoney(got), parseMoney(tolerance)];
  if (a === null || b === null || allowed === null) return false;
  return a - b <= allowed && b - a <= allowed;
}

/** The same moment, in any time zone that the text names. */
function sameTime(gold: string, got: string): boolean {
  return /T.*(Z|[+-]\d{2}:?\d{2})$/i.test(got) && Date.parse(got) === Date.parse(gold);
}

function sameNumber(gold: unknown, got: string | number | boolean, tolerance: number): boolean {
  if (typeof got === 'boolean' || String(got).trim() === '') return false;
  return Math.abs(Number(gold) - Number(String(got).replaceAll(',', ''))) <= tolerance;
}

function sameItems(type: 'list' | 'set', gold: JsonValue, got: unknown, items: ValueType): boolean {
  if (!Array.isArray(gold) || !Array.isArray(got) || gold.length !== got.length) return false;
  if (type === 'list') return gold.every((item, i) => sameValue(items, item, got[i]));
  const rest: unknown[] = [...(got as unknown[])];
  return gold.every((item) => {
    const at = rest.findIndex((other) => sameValue(items, item, other));
    if (at !== -1) rest.splice(at, 1);
    return at !== -1;
  });
}
