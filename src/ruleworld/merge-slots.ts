/**
 * What a rewritten question must keep: variables, numbers and every phrase of
 * RuleWorld's vocabulary, whatever its inflection.
 */
import { ACTIONS } from './vocabulary/actions.ts';
import { ATTRIBUTE_ADJECTIVES, ATTRIBUTE_NOUNS } from './vocabulary/attributes.ts';
import { CHANGE_VERBS } from './vocabulary/changes.ts';
import { ENTITY_ADJECTIVES, ENTITY_NOUNS } from './vocabulary/entities.ts';
import { ENVIRONMENTS } from './vocabulary/environments.ts';
import { STATE_ADVERBS, STATE_WORDS } from './vocabulary/states.ts';

const LEMMAS = lemmas();

/** Every surface form of the vocabulary with the form that stands for it. */
function lemmas(): ReadonlyMap<string, string> {
  const table = new Map<string, string>();
  for (const word of [...ENTITY_NOUNS, ...ENVIRONMENTS, ...STATE_WORDS, ...STATE_ADVERBS]) table.set(word, word);
  for (const { word, synonym } of [...ENTITY_ADJECTIVES, ...ATTRIBUTE_ADJECTIVES]) {
    table.set(word, word).set(synonym, synonym);
  }
  for (const { singular, plural } of ATTRIBUTE_NOUNS) table.set(singular, singular).set(plural, singular);
  for (const verb of ACTIONS.flatMap((action) => [action, action.synonym])) {
    for (const form of [verb.base, verb.third, verb.past, verb.gerund]) table.set(form, verb.base);
  }
  for (const [verb, forms] of Object.entries(CHANGE_VERBS)) {
    for (const form of [verb, forms.third, forms.past, forms.gerund]) table.set(form, verb);
  }
  return table;
}

/**
 * The slots of a text: its variables, and runs of numbers and vocabulary words
 * such as "5 strong horn".
 */
export function slotsOf(text: string): ReadonlySet<string> {
  const slots = new Set<string>();
  let run: string[] = [];
  const close = (): void => {
    if (run.length > 0) slots.add(run.join(' '));
    run = [];
  };
  for (const token of text.match(/[A-Za-z]+|\d+|[^\sA-Za-z\d]/g) ?? []) {
    const lemma = /^\d+$/.test(token) ? token : LEMMAS.get(token.toLowerCase());
    if (lemma !== undefined) run.push(lemma);
    else close();
    if (/^[A-Z]$/.test(token)) slots.add(token);
  }
  close();
  return slots;
}

/** What a rewriting lost or added, as a sentence; null where it kept every slot. */
export function slotFault(template: string, rewritten: string): string | null {
  const wanted = slotsOf(template);
  const found = slotsOf(rewritten);
  const lost = [...wanted].filter((slot) => !found.has(slot));
  const added = [...found].filter((slot) => !wanted.has(slot));
  if (lost.length === 0 && added.length === 0) return null;
  return `lost [${lost.join(', ')}], added [${added.join(', ')}]`;
}

/**
 * Whether a rewriting asks in another order, as a sentence; null where it does not. The answer names the
 * sub-questions' values in turn, so that the last word on each must come in the template's order.
 *
 * @param variables those of each sub-question; no two share one
 */
export function orderFault(variables: readonly ReadonlySet<string>[], template: string, rewritten: string): string | null {
  const wanted = orderOfLastMention(variables, template);
  const found = orderOfLastMention(variables, rewritten);
  return wanted === found ? null : `asks in the order ${found}, not ${wanted}`;
}

/** Numbers of the sub-questions, from 1, by where a variable of theirs stands last. */
function orderOfLastMention(variables: readonly ReadonlySet<string>[], text: string): string {
  const tokens = text.match(/\b[A-Z]\b/g) ?? [];
  const last = variables.map((own) => tokens.findLastIndex((token) => own.has(token)));
  return last.map((at, part) => ({ at, part: part + 1 })).sort((a, b) => a.at - b.at).map(({ part }) => part).join(', ');
}
