/** Kyverno's validation patterns: anchors in keys, operators and wildcards in values. */
import { parseQuantity } from '../packs/policy/quantity.ts';

/** Whether a resource fits; `skip` where a condition of the pattern is not met. */
export type Fit = 'pass' | 'fail' | 'skip';

type Json = unknown;
type JsonMap = Readonly<Record<string, Json>>;

function isMap(value: Json): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Key {
  readonly name: string;
  /** '' none, '=' if it is there, 'X' must not be there, '^' one element fits, '(' condition, '<' condition of the whole. */
  readonly anchor: string;
}

function parseKey(text: string): Key {
  const match = /^([=X^<]?)\((.*)\)$/.exec(text);
  return match === null ? { name: text, anchor: '' } : { name: match[2]!, anchor: match[1] === '' ? '(' : match[1]! };
}

/** Fits a resource to a pattern. */
export function fitPattern(pattern: Json, value: Json): Fit {
  if (isMap(pattern)) return isMap(value) ? fitMap(pattern, value) : 'fail';
  if (Array.isArray(pattern)) return fitList(pattern, value);
  return fitScalar(pattern, value) ? 'pass' : 'fail';
}

function fitMap(pattern: JsonMap, value: JsonMap): Fit {
  const entries = Object.entries(pattern).map(([key, inner]) => ({ ...parseKey(key), inner }));
  const isCondition = ({ anchor }: Key): boolean => anchor === '(' || anchor === '<';
  for (const { name, inner } of entries.filter(isCondition)) {
    if (!keysOf(value, name).some((key) => fitPattern(inner, value[key]) === 'pass')) return 'skip';
  }
  return worst(entries.filter((entry) => !isCondition(entry)).map((entry) => fitEntry(entry, value)));
}

function fitEntry({ name, anchor, inner }: Key & { readonly inner: Json }, value: JsonMap): Fit {
  const keys = keysOf(value, name);
  switch (anchor) {
    case 'X':
      return keys.length === 0 ? 'pass' : 'fail';
    case '=':
      return worst(keys.map((key) => fitPattern(inner, value[key])));
    case '^':
      return keys.length === 0 || keys.some((key) => someFits(inner, value[key])) ? 'pass' : 'fail';
    default:
      return keys.length === 0 ? (inner === null ? 'pass' : 'fail') : worst(keys.map((key) => fitPattern(inner, value[key])));
  }
}

function someFits(pattern: Json, value: Json): boolean {
  const [first] = Array.isArray(pattern) ? (pattern as Json[]) : [pattern];
  return Array.isArray(value) && (value as Json[]).some((item) => fitPattern(first, item) === 'pass');
}

/** Every element must fit; those whose condition is not met do not count. */
function fitList(pattern: readonly Json[], value: Json): Fit {
  if (!Array.isArray(value)) return 'fail';
  const [first] = pattern;
  const items = value as Json[];
  if (!isMap(first) && pattern.length > 1) return items.every((item) => pattern.some((one) => fitScalar(one, item))) ? 'pass' : 'fail';
  const fits = items.map((item) => fitPattern(first, item));
  return fits.length > 0 && fits.every((fit) => fit === 'skip') ? 'skip' : worst(fits.filter((fit) => fit !== 'skip'));
}

function worst(fits: readonly Fit[]): Fit {
  return fits.includes('fail') ? 'fail' : fits.includes('skip') ? 'skip' : 'pass';
}

function keysOf(value: JsonMap, name: string): string[] {
  return /[*?]/.test(name) ? Object.keys(value).filter((key) => fitsWildcard(name, key)) : name in value ? [name] : [];
}

function fitScalar(pattern: Json, value: Json): boolean {
  if (typeof pattern !== 'string') return pattern === null ? value === null || value === undefined : String(pattern) === String(value) && typeof value !== 'object';
  if (value === undefined || typeof value === 'object') return false;
  const text = String(value);
  return pattern.split('|').some((choice) => choice.split('&').every((part) => fitTerm(part.trim(), text)));
}

/** One term: `!x`, `>=x`, `a-b`, or text with * and ?. */
function fitTerm(term: string, text: string): boolean {
  const compared = /^(>=|<=|>|<|!)\s*(.*)$/.exec(term);
  if (compared?.[1] === '!') return !fitTerm(compared[2]!, text);
  if (compared !== null) return compare(text, compared[1]!, compared[2]!);
  const range = /^(\d+)\s*(!?)-\s*(\d+)$/.exec(term);
  if (range === null) return fitsWildcard(term, text);
  const inside = compare(text, '>=', range[1]!) && compare(text, '<=', range[3]!);
  return range[2] === '!' ? !inside : inside;
}

function compare(text: string, operator: string, bound: string): boolean {
  const [a, b] = [parseQuantity(text), parseQuantity(bound)];
  if (a === null || b === null) return false;
  const holds: Readonly<Record<string, boolean>> = { '>': a > b, '<': a < b, '>=': a >= b, '<=': a <= b };
  return holds[operator] === true;
}

/** * stands for any text, ? for one character. */
export function fitsWildcard(pattern: string, text: string): boolean {
  const source = [...pattern].map((char) => (char === '*' ? '[^]*' : char === '?' ? '[^]' : char.replace(/[.+^${}()|[\]\\]/, '\\$&'))).join('');
  return new RegExp(`^${source}$`).test(text);
}
