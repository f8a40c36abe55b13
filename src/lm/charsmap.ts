/**
 * SentencePiece's normalisation table, as tokenizer.json keeps it (`Precompiled`): a double array of the
 * bytes of what is replaced, and the replacements. The library stands in for it with NFKC, which gives other
 * ids for half-width kana, soft hyphens and many accents.
 */
import { UserError } from '../errors.ts';

/** A grapheme of fewer bytes is looked up as one, longer ones character by character. */
const LONGEST_GRAPHEME = 6;

/** Graphemes whose replacement is kept. */
const MOST_KNOWN = 10_000;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * The normalisation of a table in base64.
 * @throws UserError where its parts do not fit together
 */
export function charsmapNormalizer(base64: string, file: string): (text: string) => string {
  const bytes = Buffer.from(base64, 'base64');
  const size = bytes.length < 4 ? -1 : bytes.readUInt32LE();
  if (size < 4 || size % 4 !== 0 || 4 + size > bytes.length) throw damaged(file, `an array of ${size} in ${bytes.length} bytes`);
  const units = Uint32Array.from({ length: size / 4 }, (_, index) => bytes.readUInt32LE(4 + 4 * index));
  const replacements = bytes.subarray(4 + size);
  const replace = (chunk: string): string | null => {
    const at = shortestPrefix(units, Buffer.from(chunk, 'utf8'));
    if (at === null) return null;
    const end = replacements.indexOf(0, at);
    return replacements.subarray(at, end < 0 ? undefined : end).toString('utf8');
  };
  const known = new Map<string, string>();
  const normal = (grapheme: string): string => {
    const found = known.get(grapheme) ?? replaced(grapheme, replace);
    if (known.size < MOST_KNOWN) known.set(grapheme, found);
    return found;
  };
  return (text) => Array.from(graphemes.segment(text), ({ segment }) => normal(segment)).join('');
}

function replaced(grapheme: string, replace: (chunk: string) => string | null): string {
  const whole = Buffer.byteLength(grapheme, 'utf8') < LONGEST_GRAPHEME ? replace(grapheme) : null;
  return whole ?? Array.from(grapheme, (character) => replace(character) ?? character).join('');
}

/** Where the replacement of the shortest entry that the key begins with stands; null without one. Units are those of Darts. */
function shortestPrefix(units: Uint32Array, key: Uint8Array): number | null {
  let at = offsetOf(units[0] ?? 0);
  for (const byte of key) {
    at ^= byte;
    const unit = units[at];
    if (byte === 0 || unit === undefined || (unit & 0x8000_00ff) !== byte) return null;
    at ^= offsetOf(unit);
    if ((unit & 0x100) !== 0) return (units[at] ?? 0) & 0x7fff_ffff;
  }
  return null;
}

function offsetOf(unit: number): number {
  return (unit >>> 10) << ((unit & 0x200) >>> 6);
}

function damaged(file: string, got: string): UserError {
  return UserError.of({ expected: 'a normalisation table of SentencePiece', got, where: { file, key: 'precompiled_charsmap' }, fix: 'take tokenizer.json from the same model folder as the weights' });
}
