/**
 * A rule's text as words that know whether they stand in the premise or in the
 * conclusion. The logical and the English form of a rule give the same words:
 *
 *   Tiny_cat(A) ⇒ Has(Strong_horn, 4)           premise: A tiny cat
 *   If A is a tiny cat, it has 4 strong horns.  conclusion: have 4 strong horn
 *
 * They also give content words in one order, the predicate before its objects. A
 * variable has no place of its own, so an English clause has that order by itself
 * ("A gains horns"), except where the object stands before the subject ("each horn
 * A gains").
 */
import { normalWord } from './words.ts';

const SECTIONS = ['premise', 'conclusion'] as const;
export type Section = (typeof SECTIONS)[number];
export type WordKind = 'content' | 'number' | 'variable';

export interface TaggedWord {
  /** Compared form: a stem in lower case, digits, or a variable's capital letter. */
  readonly form: string;
  readonly kind: WordKind;
  readonly section: Section;
}

/** Brackets, what ends a premise, numbers, and letter runs split at underscores and inner capitals. */
const TOKEN = /[()[\],]|⇒|→|⊢|[=-]>|\p{N}+(?:[.,]\p{N}+)*|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{Lu}+(?!\p{Ll})/gu;
const OPENING: ReadonlySet<string> = new Set(['(', '[']);
const CLOSING: ReadonlySet<string> = new Set([')', ']']);
const ARROWS: ReadonlySet<string> = new Set(['⇒', '→', '⊢', '=>', '->']);

/** What ends the premise of a universal statement: "Each tiny cat is …", "Tiny cats are …". */
const COPULAS: ReadonlySet<string> = new Set(['is', 'are']);

/**
 * Words of a text in order. The premise ends at the first arrow, or at the first
 * comma outside brackets; in a statement without either, at its first "is" or "are";
 * any other text is all premise. Function words are left out, and so are the
 * variables of a conclusion whose premise names only one: they say nothing about who
 * is affected, and the two forms of a rule differ in writing them ("it", "A" or
 * nothing).
 */
export function taggedWords(text: string): TaggedWord[] {
  const words: TaggedWord[] = [];
  const outsideBrackets = new Set<TaggedWord>();
  const tokens: readonly string[] = text.match(TOKEN) ?? [];
  const end = premiseEnd(tokens, text.trimEnd().endsWith('.'));
  let depth = 0;
  for (const [at, token] of tokens.entries()) {
    if (OPENING.has(token)) depth += 1;
    else if (CLOSING.has(token)) depth -= 1;
    else if (token !== ',' && !ARROWS.has(token)) {
      const word = tagged(token, at < end ? 'premise' : 'conclusion');
      if (word.form !== '') words.push(word);
      if (depth === 0) outsideBrackets.add(word);
    }
  }
  const ordered = SECTIONS.flatMap((name) => predicateFirst(words.filter((word) => word.section === name), outsideBrackets));
  return premiseVariables(words).size > 1 ? ordered : ordered.filter((word) => !isConclusionVariable(word));
}

/** Position of the token that ends the premise. */
function premiseEnd(tokens: readonly string[], statement: boolean): number {
  let depth = 0;
  for (const [at, token] of tokens.entries()) {
    if (OPENING.has(token)) depth += 1;
    else if (CLOSING.has(token)) depth -= 1;
    else if (ARROWS.has(token) || (token === ',' && depth === 0)) return at;
  }
  const copula = statement ? tokens.findIndex((token) => COPULAS.has(token)) : -1;
  return copula === -1 ? tokens.length : copula;
}

function premiseVariables(words: readonly TaggedWord[]): Set<string> {
  return new Set(words.filter(({ kind, section }) => kind === 'variable' && section === 'premise').map(({ form }) => form));
}

/**
 * Turns object – subject – verb round. A section has that order where its only
 * variable outside brackets stands between content words: a clause whose object
 * is another variable, or comes after the verb, names nothing before its subject.
 */
function predicateFirst(words: TaggedWord[], outsideBrackets: ReadonlySet<TaggedWord>): TaggedWord[] {
  const [subject, ...others] = words.filter((word) => word.kind === 'variable' && outsideBrackets.has(word));
  if (subject === undefined || others.length > 0) return words;
  const at = words.indexOf(subject);
  const [object, clause] = [words.slice(0, at), words.slice(at + 1)];
  if (!object.some(isContent) || !clause.some(isContent)) return words;
  return [...clause, subject, ...object];
}

function isContent(word: TaggedWord): boolean {
  return word.kind === 'content';
}

function isConclusionVariable(word: TaggedWord): boolean {
  return word.kind === 'variable' && word.section === 'conclusion';
}

function tagged(token: string, section: Section): TaggedWord {
  if (token.length === 1 && token >= 'A' && token <= 'Z') return { form: token, kind: 'variable', section };
  const form = normalWord(token.toLowerCase());
  return { form, kind: /^\p{N}/u.test(form) ? 'number' : 'content', section };
}
