/**
 * Exact match (paper, Appendix B): the last \boxed{…} of the text, cleaned and
 * split on commas, against the gold answer position by position.
 */

const BOX_OPEN = '\\boxed{';

/** The content of the last complete \boxed{…}, inner braces included; null if there is none. */
export function lastBoxed(text: string): string | null {
  let start = text.lastIndexOf(BOX_OPEN);
  while (start >= 0) {
    const inner = start + BOX_OPEN.length;
    const end = closingBrace(text, inner);
    if (end !== null) return text.slice(inner, end);
    start = start === 0 ? -1 : text.lastIndexOf(BOX_OPEN, start - 1);
  }
  return null;
}

function closingBrace(text: string, from: number): number | null {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return null;
}

/** LaTeX that dresses a value, each with what it leaves behind. Applied in this order. */
const LATEX: readonly (readonly [RegExp, string])[] = [
  [/\\(?:text|textbf|textit|texttt|mathrm|mathbf|mathit|mathsf|operatorname)(?![a-z])/g, ''],
  [/\\(?:left|right|displaystyle)(?![a-z])/g, ''],
  [/\\(?:quad|qquad)(?![a-z])|\\[,;:! ]|~/g, ' '],
  [/\\[()[\]]/g, ' '],
  [/\\?_/g, ' '],
  [/[\\${}]/g, ''],
];

/** Quotes and list brackets around a value. */
const STRING_ARTIFACTS = /["'`“”‘’[\]]/g;

/** The values of an answer: lower-case, LaTeX and string artifacts off, whitespace collapsed, split on commas. */
export function answerValues(answer: string): string[] {
  const plain = LATEX.reduce((text, [pattern, left]) => text.replace(pattern, left), answer.toLowerCase());
  return plain.replace(STRING_ARTIFACTS, '').split(',').map(cleanValue);
}

function cleanValue(value: string): string {
  return value.replace(/\s+/g, ' ').trim().replace(/\s*\.$/, '');
}

/**
 * Score in [0, 1] of a generated text: the fraction of positions that agree
 * with the gold answer; 0 for another number of values or without a box.
 */
export function exactMatch(text: string, gold: string): number {
  const answer = lastBoxed(text);
  if (answer === null) return 0;
  const values = answerValues(answer);
  const goldValues = answerValues(gold);
  if (values.length !== goldValues.length) return 0;
  const agreeing = goldValues.filter((value, index) => value === values[index]).length;
  return agreeing / goldValues.length;
}
