/** Words and numbers of rules: each word in its own role, nothing but entity rules about entities. */
import type { Fault } from './checker-fault.ts';
import type { Rule } from './types.ts';
import { ACTIONS } from './vocabulary/actions.ts';
import { ATTRIBUTE_ADJECTIVES, ATTRIBUTE_NOUNS } from './vocabulary/attributes.ts';
import { ENTITY_ADJECTIVES, ENTITY_NOUNS } from './vocabulary/entities.ts';
import { ENVIRONMENTS } from './vocabulary/environments.ts';
import { STATE_ADVERBS, STATE_WORDS } from './vocabulary/states.ts';

const LARGEST_COUNT = 99;

const VOCABULARY = {
  action: new Set(ACTIONS.map((action) => action.base)),
  environment: new Set(ENVIRONMENTS),
  entity: new Set(ENTITY_NOUNS),
  'entity adjective': new Set(ENTITY_ADJECTIVES.map(({ word }) => word)),
  attribute: new Set(ATTRIBUTE_NOUNS.map((noun) => noun.singular)),
  'attribute adjective': new Set(ATTRIBUTE_ADJECTIVES.map(({ word }) => word)),
  state: new Set(STATE_WORDS),
  adverb: new Set(STATE_ADVERBS),
} as const;
type Use = keyof typeof VOCABULARY;

/** A word of a rule and what it is used as. */
type UsedWord = readonly [Use, string];

export function checkWords(rules: readonly Rule[]): Fault[] {
  return rules.flatMap((rule) => [...wordFaults(rule), ...countFaults(rule)]);
}

function wordFaults(rule: Rule): Fault[] {
  return wordsOf(rule).flatMap(([use, word]): Fault[] => {
    if (VOCABULARY[use].has(word)) return [];
    const ofEntities = VOCABULARY.entity.has(word) || VOCABULARY['entity adjective'].has(word);
    if (ofEntities && rule.relation !== 'Entity2Attr') {
      return [{ kind: 'entity-dependent', rules: [rule], about: `"${word}" is a word for entities` }];
    }
    return [{ kind: 'unknown-word', rules: [rule], about: `"${word}" is not in the vocabulary as ${use}` }];
  });
}

function countFaults(rule: Rule): Fault[] {
  if (!('count' in rule) || isCount(rule.count)) return [];
  return [{ kind: 'count', rules: [rule], about: `${rule.count} is not a whole number from 1 to ${LARGEST_COUNT}` }];
}

function isCount(count: number): boolean {
  return Number.isInteger(count) && count >= 1 && count <= LARGEST_COUNT;
}

function wordsOf(rule: Rule): UsedWord[] {
  const words: UsedWord[] = [];
  if ('entity' in rule) words.push(['entity', rule.entity.noun], ...optional('entity adjective', rule.entity.adjective));
  if ('attribute' in rule) words.push(...attributeWords(rule.attribute));
  if ('cause' in rule) words.push(...attributeWords(rule.cause));
  if ('action' in rule) words.push(['action', rule.action]);
  if ('environment' in rule) words.push(['environment', rule.environment]);
  if ('state' in rule) words.push(['state', rule.state.word], ...optional('adverb', rule.state.adverb));
  return words;
}

function attributeWords({ noun, adjective }: { readonly noun: string; readonly adjective: string | null }): UsedWord[] {
  return [['attribute', noun], ...optional('attribute adjective', adjective)];
}

function optional(use: Use, word: string | null): UsedWord[] {
  return word === null ? [] : [[use, word]];
}
