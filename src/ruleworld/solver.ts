/**
 * Answers a question from rules alone, and says how: an independent check of
 * the generator (paper, Appendix A). Forward chaining, then reading the query
 * off the consequences; nothing is guessed.
 */
import { chain, nameOf, type Derived } from './solver-chain.ts';
import type { Problem, Query, Rule, SubProblem } from './types.ts';

/** The facts do not fix exactly one answer. */
export class UnsolvableError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnsolvableError';
  }
}

/** The answer to one sub-question and the rules that it rests on, causes before effects. */
export interface PartProof {
  readonly answer: string;
  readonly rules: readonly number[];
  /** One line for each rule application, such as "rule 7: B becomes dizzy". */
  readonly lines: readonly string[];
}

/** The whole answer, as it stands in \boxed{}, and its proof part by part. */
export interface Proof {
  readonly answer: string;
  readonly parts: readonly PartProof[];
}

/**
 * The answer text of a problem.
 *
 * @throws UnsolvableError where a query has no answer or more than one.
 */
export function solve(problem: Problem, rules: readonly Rule[]): string {
  return prove(problem, rules).answer;
}

/** Like `solve`, and states the proof. */
export function prove(problem: Problem, rules: readonly Rule[]): Proof {
  if (problem.parts.length === 0) throw new UnsolvableError('the problem asks nothing');
  const parts = problem.parts.map((part) => provePart(part, rules));
  return { answer: parts.map((part) => part.answer).join(', '), parts };
}

function provePart(part: SubProblem, rules: readonly Rule[]): PartProof {
  const known = chain(part.facts, rules).filter((fact) => fact.variable === part.query.variable);
  const { answer, grounds } = readAnswer(part.query, known);
  const support = supportOf(grounds);
  return {
    answer,
    rules: support.flatMap((fact) => (fact.rule === null ? [] : [fact.rule.id])),
    lines: support.flatMap((fact) => (fact.rule === null ? [] : [`rule ${fact.rule.id}: ${sayEvent(fact)}`])),
  };
}

interface Reading {
  readonly answer: string;
  readonly grounds: readonly Derived[];
}

function readAnswer(query: Query, known: readonly Derived[]): Reading {
  switch (query.kind) {
    case 'environment':
      return onlyPlace(query, known.filter((fact) => fact.event.kind === 'environment'));
    case 'state':
      return onlyPlace(query, known.filter((fact) => fact.event.kind === 'state'));
    case 'change':
      return changeSize(query, known);
    case 'final':
      return finalCount(query, known);
  }
}

function onlyPlace(query: Query, facts: readonly Derived[]): Reading {
  const [fact, ...others] = facts;
  if (fact === undefined) throw new UnsolvableError(`nothing says the ${query.kind} of ${query.variable}`);
  if (others.length > 0) {
    throw new UnsolvableError(`more than one ${query.kind} of ${query.variable}: ${facts.map(sayEvent).join('; ')}`);
  }
  const event = fact.event;
  if (event.kind === 'environment') return { answer: event.environment, grounds: [fact] };
  if (event.kind === 'state') return { answer: event.state, grounds: [fact] };
  throw new TypeError(`a ${event.kind} is no answer to a query for a ${query.kind}`);
}

type CountQuery = Extract<Query, { kind: 'final' | 'change' }>;

function changeSize(query: CountQuery, known: readonly Derived[]): Reading {
  const grounds = changesOf(query, known);
  if (grounds.length === 0) {
    throw new UnsolvableError(`nothing changes the ${nameOf(query.attribute)} of ${query.variable}`);
  }
  const amount = total(grounds);
  if (amount === 0) throw new UnsolvableError(`the changes of ${nameOf(query.attribute)} cancel out`);
  return { answer: `${amount > 0 ? 'gain' : 'lose'} ${Math.abs(amount)}`, grounds };
}

function finalCount(query: CountQuery, known: readonly Derived[]): Reading {
  const attribute = nameOf(query.attribute);
  const initial = known.filter((fact) => fact.event.kind === 'initial' && fact.event.attribute === attribute);
  const [start, ...others] = initial;
  const owner = `${attribute} of ${query.variable}`;
  if (start === undefined) throw new UnsolvableError(`nothing says the first count of ${owner}`);
  if (others.length > 0) throw new UnsolvableError(`more than one first count of ${owner}`);
  const grounds = [start, ...changesOf(query, known)];
  const count = total(grounds);
  if (count < 0) throw new UnsolvableError(`the count of ${owner} would be ${count}`);
  return { answer: String(count), grounds };
}

function changesOf(query: CountQuery, known: readonly Derived[]): Derived[] {
  const attribute = nameOf(query.attribute);
  return known.filter((fact) => fact.event.kind === 'change' && fact.event.attribute === attribute);
}

/** Counts and changes added up. */
function total(facts: readonly Derived[]): number {
  return facts.reduce((sum, { event }) => {
    if (event.kind === 'initial') return sum + event.count;
    return event.kind === 'change' ? sum + event.amount : sum;
  }, 0);
}

/** The facts and all they follow from, causes first, each once. */
function supportOf(grounds: readonly Derived[]): Derived[] {
  const support = new Set<Derived>();
  const add = (fact: Derived): void => {
    if (fact.parent !== null) add(fact.parent);
    support.add(fact);
  };
  grounds.forEach(add);
  return [...support];
}

function sayEvent({ variable, event }: Derived): string {
  switch (event.kind) {
    case 'entity':
      return `${variable} is ${event.entity}`;
    case 'initial':
      return `${variable} has ${event.count} ${event.attribute}`;
    case 'acts':
      return `${variable} is the ${event.role} of ${event.action}`;
    case 'environment':
      return `${variable} enters ${event.environment}`;
    case 'state':
      return `${variable} becomes ${event.state}`;
    case 'change':
      return `${variable} changes by ${event.amount} ${event.attribute}`;
  }
}
