/** JSON and JSON lines from a file, plain or compressed with gzip, whatever its name ends in. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { UserError } from '../../errors.ts';

/** A value and where it stands, as messages name it: `q[3]`, `line 4`. */
export interface Placed {
  readonly value: unknown;
  readonly place: string;
}

/** One JSON value, or one a line. */
export type JsonDocument = { readonly kind: 'json'; readonly value: unknown } | { readonly kind: 'lines'; readonly records: readonly Placed[] };

/** @throws UserError for a file that cannot be read or is no JSON */
export function readDocument(file: string): JsonDocument {
  const text = unpackedText(file);
  const whole = parse(text);
  if (!('fault' in whole)) return { kind: 'json', value: whole.value };
  const records = linesOf(text);
  if (records !== null) return { kind: 'lines', records };
  throw UserError.of({
    expected: 'JSON, or one JSON object a line; gzip is fine',
    got: text.trim() === '' ? 'an empty file' : whole.fault,
    where: { file },
    fix: 'give an evaluation file as docs/nesys.md describes them',
  });
}

const GZIP = [0x1f, 0x8b];

function unpackedText(file: string): string {
  try {
    const bytes = readFileSync(file);
    return (GZIP.every((byte, i) => bytes[i] === byte) ? gunzipSync(bytes) : bytes).toString('utf8');
  } catch (cause) {
    const got = cause instanceof Error ? cause.message : String(cause);
    throw UserError.of({ expected: 'a readable evaluation file', got, where: { file }, fix: 'check the path, or unpack the file to see whether it is whole' }, { cause });
  }
}

/** Python writes NaN and Infinity, which JSON does not know: they become strings, so that a check can name their place. */
const NOT_JSON = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g;

function parse(text: string): { readonly value: unknown } | { readonly fault: string } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    if (!/NaN|Infinity/.test(text)) return { fault: String(error) };
  }
  try {
    return { value: JSON.parse(text.replace(NOT_JSON, (token) => (token.startsWith('"') ? token : `"${token}"`))) as unknown };
  } catch (error) {
    return { fault: String(error) };
  }
}

/** Null where a line is no JSON object. */
function linesOf(text: string): Placed[] | null {
  const lines = text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [{ parsed: parse(line), place: `line ${index + 1}` }]));
  const records = lines.flatMap(({ parsed, place }) => ('fault' in parsed || typeof parsed.value !== 'object' ? [] : [{ value: parsed.value, place }]));
  return records.length === lines.length && records.length > 0 ? records : null;
}
