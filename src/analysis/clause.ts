/**
 * A rule, or the application of one in an answer, as the words and figures that can be
 * compared: "Toss(A, B) ⇒ Lose(A, Fancy_pearl, 4)" and "B tosses A, so fancy pearls of B:
 * lose 4" alike. Answers are text that a model wrote, so they are read loosely, in either form.
 */

export interface Clause {
  /** Content words of the premise, each cut to its first letters. */
  readonly premise: readonly string[];
  /** Content words of the conclusion. */
  readonly conclusion: readonly string[];
  readonly operator: Operator | null;
  /** How much is had, gained or lost. */
  readonly count: number | null;
  /** The last sum that an application writes out. */
  readonly sum: Sum | null;
}

/** `+` gains, `-` loses, `=` has. */
export type Operator = '+' | '-' | '=';

export interface Sum {
  readonly sign: '+' | '-';
  /** Whether the result is right. */
  readonly right: boolean;
}

/** What both sides of a rule are joined by: FOL, an application in NL, a rule in NL. */
const JOINTS = [' ⇒ ', ', so ', ', '];

/** Reads a rule or an application; null where the text is neither. */
export function readClause(text: string): Clause | null {
  const joint = JOINTS.find((one) => text.includes(one));
  if (joint === undefined) return null;
  const at = text.indexOf(joint);
  const effect = text.slice(at + joint.length);
  const counted = countedChange(effect);
  return {
    premise: contentWords(text.slice(0, at)),
    conclusion: contentWords(effect.split(':')[0] ?? ''),
    operator: counted?.operator ?? null,
    count: counted?.count ?? null,
    sum: lastSum(effect),
  };
}

/** Words that say how a rule is put, not what it is about. */
const FRAME = new Set(['gain', 'get', 'lose', 'drop', 'has', 'have', 'enter', 'become', 'will', 'it', 'if', 'for', 'each', 'is', 'an', 'of', 'so']);

/** Letters that tell words apart and singular and plural not. */
const STEM = 5;

function contentWords(text: string): string[] {
  const words = text.toLowerCase().replaceAll('_', ' ').match(/\p{L}{2,}/gu) ?? [];
  return words.filter((word) => !FRAME.has(word) && !FRAME.has(word.replace(/s$/, ''))).map((word) => word.slice(0, STEM));
}

const OPERATORS: Readonly<Record<string, Operator>> = { gain: '+', get: '+', lose: '-', drop: '-', has: '=' };

/** "Lose(A, Fancy_pearl, 4)", "lose 4", "will drop 2 horns", "has 4 horns", "Strong_horn(A): 4". */
function countedChange(effect: string): { readonly operator: Operator; readonly count: number } | null {
  const label = /: (\d+)/.exec(effect);
  const verb = /\b(gain|get|lose|drop|has)s?\b/i.exec(effect);
  if (verb !== null) {
    const count = /\d+/.exec(effect.slice(verb.index));
    const operator = OPERATORS[(verb[1] ?? '').toLowerCase()];
    return count === null || operator === undefined ? null : { operator, count: Number(count[0]) };
  }
  return label === null ? null : { operator: '=', count: Number(label[1]) };
}

function lastSum(effect: string): Sum | null {
  const found = [...effect.matchAll(/(\d+) ([+-]) (\d+) = (-?\d+)/g)].at(-1);
  if (found === undefined) return null;
  const [left, sign, right, result] = [Number(found[1]), found[2] === '+' ? '+' : '-', Number(found[3]), Number(found[4])] as const;
  return { sign, right: (sign === '+' ? left + right : left - right) === result };
}

/** Whether every word of one list stands in the other. */
export function sameWords(some: readonly string[], others: readonly string[]): boolean {
  return some.length > 0 && some.every((word) => others.some((other) => begins(word, other)));
}

function begins(a: string, b: string): boolean {
  const length = Math.max(3, Math.min(a.length, b.length) - 1);
  return a.slice(0, length) === b.slice(0, length);
}
