/**
 * PrOntoQA in words. Rules are worded as in the original, and in RuleWorld's logic. The
 * individual is a variable, and steps are worded as RuleWorld's are, which is the
 * language that a base has read. The question names both answers, "truly
 * fancy" or "not truly fancy", instead of true or false of a statement, which is the same
 * decision.
 */
import type { State, Texts } from '../ruleworld/types.ts';
import { stateFol, statePhrase } from '../ruleworld/words.ts';
import type { ClassRule, Conclusion } from './theory.ts';

/** The names that hold in the theory at hand. */
export interface TheoryNames {
  classOf(name: string): State;
  propertyOf(name: string): State;
}

const INDIVIDUAL = 'A';

/** "Each deeply dizzy thing is truly vain.", `Deeply_dizzy(A) ⇒ Become(A, Truly_vain)`. */
export function ruleTexts(rule: ClassRule, names: TheoryNames): Texts {
  const premise = statePhrase(names.classOf(rule.subject));
  const conclusion = conclusionPhrase(rule.conclusion, names);
  const NL = rule.wording === 'plural' ? `${premise} things are ${conclusion}.` : `${rule.wording} ${premise} thing is ${conclusion}.`;
  return { FOL: implication(rule, names), NL: NL.charAt(0).toUpperCase() + NL.slice(1) };
}

/** "If A is deeply dizzy, does A become truly fancy or not truly fancy?" */
export function questionTexts(start: string, property: string, names: TheoryNames): Texts {
  const given = names.classOf(start);
  const asked = names.propertyOf(property);
  const positive = become(stateFol(asked));
  return {
    FOL: `${atom(given)} ⊢ ? = ${positive} or ${negation(positive)}`,
    NL: `If ${INDIVIDUAL} is ${statePhrase(given)}, does ${INDIVIDUAL} become ${statePhrase(asked)} or not ${statePhrase(asked)}?`,
  };
}

/** "A is deeply dizzy, so A becomes truly vain": premise and conclusion, as RuleWorld's steps have them. */
export function stepTexts(rule: ClassRule, names: TheoryNames): Texts {
  const premise = statePhrase(names.classOf(rule.subject));
  const NL = `${INDIVIDUAL} is ${premise}, so ${INDIVIDUAL} becomes ${conclusionPhrase(rule.conclusion, names)}`;
  return { FOL: implication(rule, names), NL };
}

/** "truly fancy" or "not truly fancy"; a class by its name in the pool. */
export function conclusionPhrase(conclusion: Conclusion, names: TheoryNames): string {
  if (conclusion.kind === 'class') return statePhrase(names.classOf(conclusion.name));
  const property = statePhrase(names.propertyOf(conclusion.name));
  return conclusion.negated ? `not ${property}` : property;
}

function implication({ subject, conclusion }: ClassRule, names: TheoryNames): string {
  const concluded = conclusion.kind === 'class' ? names.classOf(conclusion.name) : names.propertyOf(conclusion.name);
  const positive = become(stateFol(concluded));
  const negated = conclusion.kind === 'property' && conclusion.negated;
  return `${atom(names.classOf(subject))} ⇒ ${negated ? negation(positive) : positive}`;
}

function atom(state: State): string {
  return `${stateFol(state)}(${INDIVIDUAL})`;
}

function become(state: string): string {
  return `Become(${INDIVIDUAL}, ${state})`;
}

/** Spelled out: the encoders pass over signs. */
function negation(formula: string): string {
  return `Not(${formula})`;
}
