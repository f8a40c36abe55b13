/** A user's rule: a premise and what follows from it, in the user's own words. */

export interface OwnRule {
  /** Names the rule in answers and edits; unique in its set. */
  readonly id: string;
  /** As written: "If A enters a bridge", "Enter(A, Bridge)", "the purpose of the meeting". */
  readonly premise: string;
  readonly conclusion: string;
}

export type RuleContent = Pick<OwnRule, 'premise' | 'conclusion'>;

/** Words that open a premise in English, so that a comma ends it. */
export const OPENING = /^(?:if|when|whenever|once|for each|for every|each time|every time)\b/i;
const ARROW = /⇒|→|⊢|=>|->/;

/**
 * Splits a rule that is one text: at its first arrow (⇒ → ⊢ => ->); else, where it begins with "If", "When", "For
 * each" or the like, at ", then ", at its first comma outside brackets, or at " then ".
 *
 * @returns null where there is no premise to be found, or nothing follows from it
 */
export function splitRule(text: string): RuleContent | null {
  const cut = arrowCut(text) ?? (OPENING.test(text.trim()) ? (thenCut(text) ?? commaCut(text) ?? bareThenCut(text)) : null);
  if (cut === null) return null;
  const premise = text.slice(0, cut.from).trim();
  const conclusion = withoutFullStop(text.slice(cut.to));
  return premise === '' || conclusion === '' ? null : { premise, conclusion };
}

/** What stands between premise and conclusion: [from, to). */
interface Cut {
  readonly from: number;
  readonly to: number;
}

function arrowCut(text: string): Cut | null {
  return cutAt(text, ARROW);
}

function thenCut(text: string): Cut | null {
  return cutAt(text, /,\s*then\b/i);
}

function bareThenCut(text: string): Cut | null {
  return cutAt(text, /\bthen\b/i);
}

function cutAt(text: string, pattern: RegExp): Cut | null {
  const match = pattern.exec(text);
  return match === null ? null : { from: match.index, to: match.index + match[0].length };
}

function commaCut(text: string): Cut | null {
  const [at] = outerCommas(text);
  return at === undefined ? null : { from: at, to: at + 1 };
}

/** Places of the commas that stand in no brackets. */
function outerCommas(text: string): number[] {
  let depth = 0;
  return [...text].reduce<{ places: number[]; at: number }>(
    ({ places, at }, letter) => {
      if ('([{'.includes(letter)) depth += 1;
      else if (')]}'.includes(letter)) depth -= 1;
      else if (letter === ',' && depth === 0) places.push(at);
      return { places, at: at + letter.length };
    },
    { places: [], at: 0 },
  ).places;
}

export function withoutFullStop(text: string): string {
  return text.trim().replace(/\s*\.$/, '');
}

/** The rule as one text, to be shown. `splitRule` takes it apart again only where the premise has no comma outside brackets and no "then" or arrow. */
export function ruleText({ premise, conclusion }: RuleContent): string {
  return OPENING.test(premise) ? `${premise}, ${conclusion}.` : `${premise} ⇒ ${conclusion}`;
}

/** What an encoder is given. It ends the premise at its first comma outside brackets, so a premise keeps none of them. */
export function encodedText({ premise, conclusion }: RuleContent): string {
  const commas = new Set(outerCommas(premise));
  const plain = Array.from({ length: premise.length }, (_, at) => (commas.has(at) ? ' ' : premise[at])).join('');
  return ruleText({ premise: plain, conclusion });
}

/** Equal for texts that differ in nothing but case, spaces, a full stop or an opening "if". */
export function comparable(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().replace(/[\s_]+/g, ' ');
  return withoutFullStop(plain).replace(/^if /, '');
}
