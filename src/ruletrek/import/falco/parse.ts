/** Parser of Falco conditions by recursive descent: `or` over `and` over `not` over tests, macros and brackets. */
import { UserError } from '../../../errors.ts';

export type Expression =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Expression[] }
  | { readonly kind: 'not'; readonly part: Expression }
  | { readonly kind: 'macro'; readonly name: string }
  | { readonly kind: 'test'; readonly field: string; readonly operator: Operator; readonly values: readonly string[] };

export const OPERATORS = [
  '=', '!=', '<', '<=', '>', '>=', 'contains', 'icontains', 'bcontains', 'startswith', 'endswith', 'in', 'intersects', 'pmatch', 'glob', 'exists',
] as const;
export type Operator = (typeof OPERATORS)[number];

/** Operators that are followed by a list in brackets. */
const LISTED: ReadonlySet<Operator> = new Set(['in', 'intersects', 'pmatch']);

interface Reader {
  /** Whether the text goes on like this; if so, reads it. */
  take(pattern: RegExp): string | null;
  fail(expected: string): never;
}

/** @throws UserError that shows the place where the condition cannot be read */
export function parseCondition(text: string): Expression {
  const reader = readerOf(text);
  const expression = readOr(reader);
  if (reader.take(/$/y) === null) reader.fail('and, or, or the end');
  return expression;
}

function readerOf(text: string): Reader {
  let at = 0;
  const skip = (): void => {
    while (/\s/.test(text[at] ?? '')) at += 1;
  };
  return {
    take: (pattern) => {
      skip();
      const sticky = new RegExp(pattern.source, 'y');
      sticky.lastIndex = at;
      const match = sticky.exec(text);
      if (match === null) return null;
      at = sticky.lastIndex;
      return match[0];
    },
    fail: (expected) => {
      throw UserError.of({ expected, got: JSON.stringify(text.slice(at, at + 40)), where: { key: `character ${at + 1}` }, fix: 'mend the condition' });
    },
  };
}

function readOr(reader: Reader): Expression {
  return readChain(reader, 'or', readAnd);
}

function readAnd(reader: Reader): Expression {
  return readChain(reader, 'and', readNot);
}

function readChain(reader: Reader, kind: 'and' | 'or', next: (reader: Reader) => Expression): Expression {
  const parts = [next(reader)];
  while (reader.take(new RegExp(`${kind}\\b`)) !== null) parts.push(next(reader));
  return parts.length === 1 ? parts[0]! : { kind, parts };
}

function readNot(reader: Reader): Expression {
  if (reader.take(/not\b/) !== null) return { kind: 'not', part: readNot(reader) };
  if (reader.take(/\(/) !== null) {
    const inner = readOr(reader);
    if (reader.take(/\)/) === null) reader.fail('a closing bracket');
    return inner;
  }
  return readTest(reader);
}

function readTest(reader: Reader): Expression {
  const field = reader.take(/[a-z_]\w*(?:\.\w+)*(?:\[[^\]]*\])?/) ?? reader.fail('a field or a macro');
  const operator = reader.take(/(?:!=|<=|>=|=|<|>|(?:icontains|bcontains|contains|startswith|endswith|intersects|in|pmatch|glob|exists)\b)/) as Operator | null;
  if (operator === null) return { kind: 'macro', name: field };
  if (operator === 'exists') return { kind: 'test', field, operator, values: [] };
  return { kind: 'test', field, operator, values: LISTED.has(operator) ? readList(reader) : [readValue(reader)] };
}

function readList(reader: Reader): string[] {
  if (reader.take(/\(/) === null) reader.fail('a list in brackets');
  const values: string[] = [];
  while (reader.take(/\)/) === null) {
    values.push(readValue(reader));
    reader.take(/,/);
  }
  return values;
}

function readValue(reader: Reader): string {
  const quoted = reader.take(/"(?:[^"\\]|\\.)*"|'[^']*'/);
  if (quoted !== null) return unquote(quoted);
  return reader.take(/[^\s,()]+/) ?? reader.fail('a value');
}

/** Quotes are no part of a value, and a backslash makes the character after it plain. */
function unquote(text: string): string {
  return text.slice(1, -1).replaceAll(/\\(.)/g, '$1');
}

/** All tests and macros of a condition. */
export function partsOf(expression: Expression): Extract<Expression, { kind: 'macro' | 'test' }>[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.parts.flatMap(partsOf);
    case 'not':
      return partsOf(expression.part);
    default:
      return [expression];
  }
}
