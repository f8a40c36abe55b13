/**
 * Names that a class has in the whole pool. PrOntoQA gives the same ten invented
 * names to the classes of every theory, so that the rules of all theories together
 * would contradict one another; and a small base cannot spell, nor plan with, words
 * that it has never seen. So a state of RuleWorld's vocabulary ("deeply dizzy") names
 * a class of one theory, and of no other.
 */
import { UserError } from '../errors.ts';
import { randomStream } from '../random.ts';
import type { State } from '../ruleworld/types.ts';
import { STATE_ADVERBS, STATE_WORDS } from '../ruleworld/vocabulary/states.ts';
import { classesOf, type Theory } from './theory.ts';

/** The name of a class of a theory, by the theory's id and the class's own name. */
export type ClassNames = (theory: string, name: string) => State;

/**
 * Draws names for the classes of all theories.
 * @throws UserError where there are more classes than names
 */
export function drawClassNames(theories: readonly Theory[], seed: string): ClassNames {
  const classes = theories.flatMap((theory) => classesOf(theory).map((name) => `${theory.id} ${name}`));
  const names = freeNames(theories);
  if (classes.length > names.length) throw tooMany(classes.length, names.length);
  const shuffled = randomStream(`${seed}|class names`).shuffle(names);
  const given = new Map(classes.map((name, at) => [name, shuffled[at] as State]));
  return (theory, name) => {
    const state = given.get(`${theory} ${name}`);
    if (state === undefined) throw new Error(`theory ${theory} has no class ${name}`);
    return state;
  };
}

/** States with every adverb and without one, but for words that are properties by themselves ("happy"). */
function freeNames(theories: readonly Theory[]): State[] {
  const properties = new Set(theories.flatMap(({ rules }) => rules.map(({ conclusion }) => conclusion.name)));
  const adverbs: (string | null)[] = [null, ...STATE_ADVERBS];
  const names = STATE_WORDS.flatMap((word) => adverbs.map((adverb): State => ({ word, adverb })));
  return names.filter(({ word, adverb }) => adverb !== null || !properties.has(word));
}

function tooMany(classes: number, names: number): UserError {
  return UserError.of({
    expected: `at most ${names} classes in all theories, so that each has a name of its own`,
    got: String(classes),
    where: { key: 'source' },
    fix: 'use a file with fewer theories',
  });
}
