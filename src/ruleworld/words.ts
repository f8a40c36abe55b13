/**
 * From the structure of a rule to words: articles, noun phrases that agree with
 * a number, and the predicate names of first-order logic ("Strong_horn").
 */
import type { Attribute, ChangeVerb, Direction, Entity, State } from './types.ts';
import { ACTIONS, type ActionWord } from './vocabulary/actions.ts';
import { ATTRIBUTE_ADJECTIVES, ATTRIBUTE_NOUNS } from './vocabulary/attributes.ts';
import { CHANGE_VERBS } from './vocabulary/changes.ts';
import { ENTITY_ADJECTIVES } from './vocabulary/entities.ts';
import { gerund, past, plural, thirdPerson } from './vocabulary/inflection.ts';

/** Words whose first letter misleads: "an honest owl", "a unicorn". */
const ARTICLE_EXCEPTIONS: Readonly<Record<string, 'a' | 'an'>> = { honest: 'an', unicorn: 'a' };

const PLURALS = new Map(ATTRIBUTE_NOUNS.map((noun) => [noun.singular, noun.plural]));
const ACTION_WORDS = new Map(ACTIONS.map((action) => [action.base, action]));
const SYNONYMS = new Map([...ENTITY_ADJECTIVES, ...ATTRIBUTE_ADJECTIVES].map(({ word, synonym }) => [word, synonym]));

/** "a" or "an" before this word or phrase. */
export function article(phrase: string): 'a' | 'an' {
  const first = phrase.split(' ', 1)[0] ?? '';
  return ARTICLE_EXCEPTIONS[first] ?? (/^[aeiou]/.test(first) ? 'an' : 'a');
}

/** "owl" → "an owl". */
export function withArticle(phrase: string): string {
  return `${article(phrase)} ${phrase}`;
}

/** "tiny cat". */
export function entityPhrase(entity: Entity): string {
  return joined(entity.adjective, entity.noun);
}

/** "strong horn" for a count of 1, else "strong horns"; the number itself is not written. */
export function attributePhrase(attribute: Attribute, count: number): string {
  return joined(attribute.adjective, count === 1 ? attribute.noun : pluralOf(attribute.noun));
}

/** "1 strong horn", "4 strong horns", "0 strong horns". */
export function countedPhrase(attribute: Attribute, count: number): string {
  return `${count} ${attributePhrase(attribute, count)}`;
}

/** "deeply dizzy". */
export function statePhrase(state: State): string {
  return joined(state.adverb, state.word);
}

/** The forms of an action by its base. A word outside the vocabulary (a user's own rule) is inflected regularly and is its own synonym. */
export function actionForms(base: string): ActionWord {
  const known = ACTION_WORDS.get(base);
  if (known !== undefined) return known;
  const forms = { base, third: thirdPerson(base), past: past(base), gerund: gerund(base) };
  return { ...forms, synonym: forms };
}

/** "tiny" → "little"; an adjective without a synonym is given back as it is. */
export function adjectiveSynonym(adjective: string): string {
  return SYNONYMS.get(adjective) ?? adjective;
}

/** What a verb of change means whatever its surface: 1 for gain and get, -1 for lose and drop. */
export function directionOf(verb: ChangeVerb): Direction {
  return CHANGE_VERBS[verb].direction;
}

/** "strong horn" → "Strong_horn", "chased" → "Chased". */
export function folName(phrase: string): string {
  return phrase.charAt(0).toUpperCase() + phrase.slice(1).replaceAll(' ', '_');
}

/** "Tiny_cat". */
export function entityFol(entity: Entity): string {
  return folName(entityPhrase(entity));
}

/** "Strong_horn", always singular. */
export function attributeFol(attribute: Attribute): string {
  return folName(attributePhrase(attribute, 1));
}

/** "Deeply_dizzy". */
export function stateFol(state: State): string {
  return folName(statePhrase(state));
}

function joined(modifier: string | null, head: string): string {
  return modifier === null ? head : `${modifier} ${head}`;
}

function pluralOf(noun: string): string {
  return PLURALS.get(noun) ?? plural(noun);
}
