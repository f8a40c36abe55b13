/**
 * What keeps splits apart: every question has a key, and the key's hash says
 * which split may have it. Workers need no word with one another for that.
 */
import { createHash } from 'node:crypto';
import type { GivenFact, Problem, WorldQuestion } from '../types.ts';
import type { SplitName } from './config.ts';

/** Of 16 buckets of keys, one is for validation and one for test. */
const BUCKETS = 16;

/** The split that may have questions with this key. */
export function splitOfKey(key: string): SplitName {
  const bucket = (createHash('sha256').update(key).digest()[0] as number) % BUCKETS;
  if (bucket === 0) return 'test';
  return bucket === 1 ? 'validation' : 'train';
}

/**
 * What no two splits share: the set of gold rules, or, for a single rule, the
 * problem up to the names of its variables (with counts given, one rule makes
 * several problems).
 */
export function splitKey(question: WorldQuestion): string {
  if (question.subtask === 'single-rule') return problemKey(question.problem);
  const gold = new Set(question.steps.flatMap((step) => step.gold));
  return [...gold].sort((a, b) => a - b).join(' ');
}

/** A problem as text; problems that differ in variables' names alone give the same text. */
export function problemKey(problem: Problem): string {
  const names = new Map<string, string>();
  const rename = (name: string): string => {
    const known = names.get(name) ?? `V${names.size}`;
    names.set(name, known);
    return known;
  };
  const parts = problem.parts.map((part) => ({
    facts: part.facts.map((fact) => renameFact(fact, rename)),
    query: { ...part.query, variable: rename(part.query.variable) },
  }));
  return JSON.stringify(parts);
}

function renameFact(fact: GivenFact, rename: (name: string) => string): GivenFact {
  if (fact.kind === 'action') return { ...fact, actor: rename(fact.actor), target: rename(fact.target) };
  return { ...fact, variable: rename(fact.variable) };
}
