/**
 * PrOntoQA in words, in the form of the original and in logic. The individual is a
 * variable, as in RuleWorld, and the question names both answers: "sour" or "not sour"
 * instead of true or false of a statement, which is the same decision.
 */
import type { State, Texts } from '../ruleworld/types.ts';
import { folName, stateFol, statePhrase } from '../ruleworld/words.ts';
import type { ClassRule, Conclusion } from './theory.ts';

/** The name of a class of the theory at hand. */
export type NameOf = (name: string) => State;

const INDIVIDUAL = 'A';

/** "Each deeply dizzy thing is truly vain.", `Deeply_dizzy(A) ⇒ Truly_vain(A)`. */
export function ruleTexts(rule: ClassRule, nameOf: NameOf): Texts {
  const premise = statePhrase(nameOf(rule.subject));
  const conclusion = conclusionPhrase(rule.conclusion, nameOf);
  const NL = rule.wording === 'plural' ? `${premise} things are ${conclusion}.` : `${rule.wording} ${premise} thing is ${conclusion}.`;
  return { FOL: implication(rule, nameOf), NL: NL.charAt(0).toUpperCase() + NL.slice(1) };
}

/** "If A is deeply dizzy, is A sour or not sour?" */
export function questionTexts(start: string, property: string, nameOf: NameOf): Texts {
  const given = nameOf(start);
  const positive = atom(folName(property));
  return {
    FOL: `${atom(stateFol(given))} ⊢ ? = ${positive} or ${negation(positive)}`,
    NL: `If ${INDIVIDUAL} is ${statePhrase(given)}, is ${INDIVIDUAL} ${property} or not ${property}?`,
  };
}

/** "A is deeply dizzy, so A is truly vain": premise and conclusion, as RuleWorld's steps have them. */
export function stepTexts(rule: ClassRule, nameOf: NameOf): Texts {
  const premise = statePhrase(nameOf(rule.subject));
  const NL = `${INDIVIDUAL} is ${premise}, so ${INDIVIDUAL} is ${conclusionPhrase(rule.conclusion, nameOf)}`;
  return { FOL: implication(rule, nameOf), NL };
}

/** "sour" or "not sour"; a class by its name in the pool. */
export function conclusionPhrase(conclusion: Conclusion, nameOf: NameOf): string {
  if (conclusion.kind === 'class') return statePhrase(nameOf(conclusion.name));
  return conclusion.negated ? `not ${conclusion.name}` : conclusion.name;
}

function implication({ subject, conclusion }: ClassRule, nameOf: NameOf): string {
  const positive = atom(conclusion.kind === 'class' ? stateFol(nameOf(conclusion.name)) : folName(conclusion.name));
  const concluded = conclusion.kind === 'property' && conclusion.negated ? negation(positive) : positive;
  return `${atom(stateFol(nameOf(subject)))} ⇒ ${concluded}`;
}

function atom(predicate: string): string {
  return `${predicate}(${INDIVIDUAL})`;
}

/** Spelled out: the encoders pass over signs. */
function negation(formula: string): string {
  return `Not(${formula})`;
}
