/**
 * Names in the whole pool. PrOntoQA gives the same ten invented names to the classes of
 * every theory, so that the rules of all theories together would contradict one
 * another; and a small base cannot spell, nor plan with, words that it has never seen.
 * So words of RuleWorld's vocabulary are the names: a state ("deeply dizzy") that of a
 * class of one theory, and of no other; an adjective of things behind an adverb ("truly
 * fancy") that of a property, which is the same in every theory, as published. The base
 * has begun answers with an adverb, but with no such adjective.
 */
import { UserError } from '../errors.ts';
import { randomStream } from '../random.ts';
import type { State } from '../ruleworld/types.ts';
import { ATTRIBUTE_ADJECTIVES } from '../ruleworld/vocabulary/attributes.ts';
import { ENTITY_ADJECTIVES } from '../ruleworld/vocabulary/entities.ts';
import { STATE_ADVERBS, STATE_WORDS } from '../ruleworld/vocabulary/states.ts';
import { classesOf, propertiesOf, type Theory } from './theory.ts';

export interface Names {
  /** Of a class, by its theory's id and its own name there. */
  classOf(theory: string, name: string): State;
  propertyOf(name: string): State;
}

/**
 * Draws names for the classes and properties of all theories.
 * @throws UserError where there are more of them than names
 */
export function drawNames(theories: readonly Theory[], seed: string): Names {
  const random = randomStream(`${seed}|names`);
  const adjectives = [...ENTITY_ADJECTIVES, ...ATTRIBUTE_ADJECTIVES].map(({ word }): State => ({ word, adverb: 'truly' }));
  const bare = STATE_WORDS.map((word): State => ({ word, adverb: null }));
  const widened = STATE_WORDS.flatMap((word) => STATE_ADVERBS.map((adverb): State => ({ word, adverb })));
  const properties = [...new Set(theories.flatMap(propertiesOf))].sort();
  const classes = theories.flatMap((theory) => classesOf(theory).map((name) => classKey(theory.id, name)));
  const propertyNames = given(properties, random.shuffle(adjectives), 'properties');
  // States without an adverb come last: they are easily taken for the others.
  const classNames = given(classes, [...random.shuffle(widened), ...random.shuffle(bare)], 'classes');
  return {
    classOf: (theory, name) => classNames(classKey(theory, name)),
    propertyOf: propertyNames,
  };
}

function classKey(theory: string, name: string): string {
  return `${theory} ${name}`;
}

function given(things: readonly string[], names: readonly State[], what: string): (thing: string) => State {
  if (things.length > names.length) throw tooMany(things.length, names.length, what);
  const nameOf = new Map(things.map((thing, at) => [thing, names[at] as State]));
  return (thing) => {
    const state = nameOf.get(thing);
    if (state === undefined) throw new Error(`no name was drawn for ${thing}`);
    return state;
  };
}

function tooMany(things: number, names: number, what: string): UserError {
  return UserError.of({
    expected: `at most ${names} ${what} in all theories, so that each has a name of its own`,
    got: String(things),
    where: { key: 'source' },
    fix: `use a file with fewer ${what}`,
  });
}
