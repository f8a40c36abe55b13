/** The elements of a JSON array with the lines on which they begin: `JSON.parse` tells no places. */

export interface JsonItem {
  readonly value: unknown;
  /** From 1. */
  readonly line: number;
}

/** @param text JSON whose value is an array. Throws SyntaxError as `JSON.parse` does */
export function jsonItems(text: string): JsonItem[] | null {
  const values = JSON.parse(text) as unknown;
  if (!Array.isArray(values)) return null;
  const lines = itemLines(text);
  return values.map((value, at) => ({ value: value as unknown, line: lines[at] ?? 1 }));
}

/** Strings, line ends, brackets, commas, and the first letter of anything else: all that tells where an element begins. */
const TOKEN = /"(?:[^"\\]|\\.)*"|\n|[[\]{},]|[^\s[\]{},"]+/g;

function itemLines(text: string): number[] {
  const lines: number[] = [];
  let [line, depth, expecting] = [1, 0, false];
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '\n') {
      line += 1;
      continue;
    }
    if (depth === 1 && expecting && token !== ']') lines.push(line);
    if ('[{'.includes(token)) depth += 1;
    if (']}'.includes(token)) depth -= 1;
    expecting = depth === 1 && (token === ',' || (token === '[' && lines.length === 0));
  }
  return lines;
}
