/**
 * One sub-question as structure: the rules of its proof, the facts it gives,
 * what it asks, and what the rules make of it. Text comes later.
 */
import type { QuestionIndex } from './question-index.ts';
import { changedAttribute, drawProof } from './question-proof.ts';
import { hasOneAnswer } from './question-unique.ts';
import type { Random } from '../random.ts';
import { simulate, type Outcome } from './simulate.ts';
import type { Skeleton } from './skeletons.ts';
import type { Attribute, GivenFact, Query, Rule, SubProblem } from './types.ts';
import { VERBS_OF } from './vocabulary/changes.ts';
import { directionOf, statePhrase } from './words.ts';

/** A thing on the way to the answer which the question names, so that it has one answer. */
export type Waypoint =
  /** The effect of the action itself, not of a place that it leads to. */
  | { readonly kind: 'direct' }
  | { readonly kind: 'place' }
  | { readonly kind: 'state' }
  | { readonly kind: 'attribute'; readonly attribute: Attribute };

export interface QuestionPart {
  readonly skeleton: Skeleton;
  readonly proof: readonly Rule[];
  readonly problem: SubProblem;
  readonly waypoints: readonly Waypoint[];
  /** One for each rule of the proof. */
  readonly outcomes: readonly Outcome[];
  /** How many letters it uses. */
  readonly letters: 1 | 2;
}

/** Counts that a question gives outright; the same range for every direction. */
const INITIAL_COUNTS = { low: 1, high: 20 };
/** Units gained or lost that a question gives outright. */
const GIVEN_UNITS = { low: 1, high: 5 };

/**
 * Draws a sub-question whose variables are letters from `firstLetter` on (0 is A).
 *
 * @returns null where the draw is invalid: nothing fits, a count below zero, or more than one answer.
 */
export function drawPart(
  index: QuestionIndex,
  skeleton: Skeleton,
  firstLetter: number,
  random: Random,
): QuestionPart | null {
  const proof = drawProof(index, skeleton, random);
  if (proof === null) return null;
  const cast = castLetters(proof, firstLetter, random);
  const query = drawQuery(proof, cast.subject, random);
  const problem = { facts: drawFacts(proof, cast, query, random), query };
  const outcomes = simulate(problem, proof);
  if (outcomes === null || !hasOneAnswer(index, problem, proof)) return null;
  const letters = cast.other === null ? 1 : 2;
  return { skeleton, proof, problem, waypoints: waypointsOf(proof), outcomes, letters };
}

/** Who is who: the variable asked about and, beside an action, the other one. */
interface Cast {
  readonly subject: string;
  readonly other: string | null;
}

const letter = (position: number): string => String.fromCharCode('A'.charCodeAt(0) + position);

function castLetters(proof: readonly Rule[], first: number, random: Random): Cast {
  if (!proof.some((rule) => 'action' in rule)) return { subject: letter(first), other: null };
  const swapped = random.chance(0.5);
  return { subject: letter(swapped ? first + 1 : first), other: letter(swapped ? first : first + 1) };
}

function drawQuery(proof: readonly Rule[], variable: string, random: Random): Query {
  const last = proof.at(-1) as Rule;
  if (last.relation === 'Action2Env') return { kind: 'environment', variable };
  if (last.relation === 'Action2State' || last.relation === 'Env2State') return { kind: 'state', variable };
  const counted = proof.some((rule) => rule.relation === 'Entity2Attr');
  const kind = counted || random.chance(0.5) ? 'final' : 'change';
  return { kind, variable, attribute: changedAttribute(last) };
}

function drawFacts(proof: readonly Rule[], cast: Cast, query: Query, random: Random): GivenFact[] {
  const facts = proof.flatMap((rule, position) => {
    const given = position === 0 || proof[0]?.relation === 'Entity2Attr';
    return given ? [premiseFact(rule, cast, random)] : [];
  });
  if (query.kind !== 'final' || proof[0]?.relation === 'Entity2Attr') return facts;
  const count = random.integer(INITIAL_COUNTS.low, INITIAL_COUNTS.high);
  return [{ kind: 'count', variable: cast.subject, attribute: query.attribute, count }, ...facts];
}

/** The fact that makes a rule's premise hold. */
function premiseFact(rule: Rule, { subject, other }: Cast, random: Random): GivenFact {
  switch (rule.relation) {
    case 'Entity2Attr':
      return { kind: 'entity', variable: subject, entity: rule.entity };
    case 'Env2State':
      return { kind: 'environment', variable: subject, environment: rule.environment };
    case 'State2Attr':
      return { kind: 'state', variable: subject, state: rule.state };
    case 'AttrChange2Attr': {
      const verb = random.pick(VERBS_OF[directionOf(rule.causeVerb)]);
      const count = random.integer(GIVEN_UNITS.low, GIVEN_UNITS.high);
      return { kind: 'change', variable: subject, attribute: rule.cause, verb, count };
    }
    default: {
      if (other === null) throw new TypeError('an action needs two variables');
      const [actor, target] = rule.role === 'actor' ? [subject, other] : [other, subject];
      return { kind: 'action', actor, target, action: rule.action };
    }
  }
}

/** What the question must name: the way from an action, and the attribute through which another changes. */
function waypointsOf(proof: readonly Rule[]): Waypoint[] {
  const [first] = proof;
  if (proof.length === 1) return first?.relation === 'Action2State' ? [{ kind: 'direct' }] : [];
  return proof.slice(0, -1).flatMap((rule): Waypoint[] => {
    switch (rule.relation) {
      case 'Action2Env':
        return [{ kind: 'place' }];
      case 'Action2State':
        return [{ kind: 'state' }];
      case 'Action2Attr':
      case 'State2Attr':
        return [{ kind: 'attribute', attribute: rule.attribute }];
      default:
        return [];
    }
  });
}

/** The answer in the words of the rules: "4", "lose 2", "bridge", "deeply dizzy". */
export function answerOf(part: QuestionPart): string {
  const last = part.outcomes.at(-1) as Outcome;
  switch (last.kind) {
    case 'count':
      return String(last.rule.count);
    case 'enter':
      return last.rule.environment;
    case 'become':
      return statePhrase(last.rule.state);
    case 'change':
      return last.after === null ? changeAnswer(last.amount) : String(last.after);
  }
}

/** A change alone: "gain 2" or "lose 2"; the first of the equivalent verbs, whichever the rule has. */
export function changeAnswer(amount: number): string {
  return `${VERBS_OF[amount > 0 ? 1 : -1][0]} ${Math.abs(amount)}`;
}
