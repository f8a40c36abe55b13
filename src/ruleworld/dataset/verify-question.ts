/**
 * Checks one question against its rules: the solver, given the gold rules and
 * nothing else, must find the same answer and need every one of them.
 */
import { prove, UnsolvableError, type Proof } from '../solver.ts';
import type { Rule, WorldQuestion } from '../types.ts';

/**
 * What is wrong with a question; empty where nothing is.
 *
 * @param ruleOf the rule with an id, or undefined where the repository has none.
 */
export function verifyQuestion(question: WorldQuestion, ruleOf: (id: number) => Rule | undefined): string[] {
  const gold = [...new Set(question.steps.flatMap((step) => step.gold))];
  const unknown = gold.filter((id) => ruleOf(id) === undefined);
  if (unknown.length > 0) return [`${question.id}: gold rules that the repository has not: ${unknown.join(', ')}`];
  const proof = tryToProve(question, gold.map((id) => ruleOf(id) as Rule));
  if (typeof proof === 'string') return [`${question.id}: ${proof}`];
  return [...answerFaults(question, proof), ...goldFaults(question, gold, proof)];
}

/** The proof, or why there is none. */
function tryToProve(question: WorldQuestion, rules: readonly Rule[]): Proof | string {
  try {
    return prove(question.problem, rules);
  } catch (error) {
    if (error instanceof UnsolvableError) return `the gold rules give no answer: ${error.message}`;
    throw error;
  }
}

function answerFaults(question: WorldQuestion, proof: Proof): string[] {
  if (proof.answer === question.answer) return [];
  const lines = proof.parts.flatMap((part) => part.lines).join('; ');
  return [`${question.id}: the answer is "${question.answer}", the rules say "${proof.answer}" (${lines})`];
}

function goldFaults(question: WorldQuestion, gold: readonly number[], proof: Proof): string[] {
  const used = new Set(proof.parts.flatMap((part) => part.rules));
  const idle = gold.filter((id) => !used.has(id));
  return idle.length === 0 ? [] : [`${question.id}: gold rules that the proof does not need: ${idle.join(', ')}`];
}
