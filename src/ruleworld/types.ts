/**
 * RuleWorld's vocabulary of types: rules as structured data, questions with
 * their steps. Text is always derived from the structure, never parsed back.
 */

/** The seven relation types (paper, Table 5). */
export const RELATIONS = [
  'Entity2Attr',
  'AttrChange2Attr',
  'Action2Env',
  'Action2Attr',
  'Action2State',
  'Env2State',
  'State2Attr',
] as const;
export type Relation = (typeof RELATIONS)[number];

/** First-order logic or natural language; every rule and question has both. */
export const REPRESENTATIONS = ['FOL', 'NL'] as const;
export type Representation = (typeof REPRESENTATIONS)[number];
export type Texts = Readonly<Record<Representation, string>>;

/** The eleven sub-tasks (paper, Table 6). */
export const SUBTASKS = [
  'single-rule',
  'multi-rule-2',
  'multi-rule-3',
  'multi-rule-4',
  'multi-rule-5',
  'multi-rule-6',
  'multi-rule-7',
  'multi-rule-8',
  'multi-hop-2',
  'multi-hop-3',
  'multi-hop-4',
] as const;
export type Subtask = (typeof SUBTASKS)[number];

/** What a question may be of: the paper's sub-tasks, and the longer chains that outside data ask for. */
export const QUESTION_SUBTASKS = [...SUBTASKS, 'multi-hop-5'] as const;
export type QuestionSubtask = (typeof QUESTION_SUBTASKS)[number];

/** An entity, widened by an adjective: "tiny cat". `noun` is singular. */
export interface Entity {
  readonly noun: string;
  readonly adjective: string | null;
}

/** A countable attribute, widened by an adjective: "strong horn". `noun` is singular. */
export interface Attribute {
  readonly noun: string;
  readonly adjective: string | null;
}

/** A state, widened by an adverb: "deeply dizzy". */
export interface State {
  readonly word: string;
  readonly adverb: string | null;
}

/** Whom an action's effect falls on: in "A chases B", A is the actor and B the target. */
export type Role = 'actor' | 'target';

/** Surface verbs of a change. Gain and Get are equivalent, and so are Lose and Drop. */
export type ChangeVerb = 'gain' | 'get' | 'lose' | 'drop';

/** The sign of a change: what a verb means whatever its surface. */
export type Direction = 1 | -1;

interface RuleBase<R extends Relation> {
  /** Position in the repository, from 0; the id that gold lists refer to. */
  readonly id: number;
  readonly relation: R;
}

/** Tiny_cat(A) ⇒ Has(Strong_horn, 4) */
export interface Entity2Attr extends RuleBase<'Entity2Attr'> {
  readonly entity: Entity;
  readonly attribute: Attribute;
  readonly count: number;
}

/** Each unit of `cause` gained (or lost) makes `count` units of `attribute` be gained (or lost). */
export interface AttrChange2Attr extends RuleBase<'AttrChange2Attr'> {
  readonly cause: Attribute;
  readonly causeVerb: ChangeVerb;
  readonly attribute: Attribute;
  readonly verb: ChangeVerb;
  readonly count: number;
}

/** Chase(A, B) ⇒ Enter(B, Bridge) */
export interface Action2Env extends RuleBase<'Action2Env'> {
  readonly action: string;
  readonly role: Role;
  readonly environment: string;
}

/** Chase(A, B) ⇒ Lose(B, Strong_horn, 2) */
export interface Action2Attr extends RuleBase<'Action2Attr'> {
  readonly action: string;
  readonly role: Role;
  readonly attribute: Attribute;
  readonly verb: ChangeVerb;
  readonly count: number;
}

/** Chase(A, B) ⇒ Become(A, Deeply_dizzy) */
export interface Action2State extends RuleBase<'Action2State'> {
  readonly action: string;
  readonly role: Role;
  readonly state: State;
}

/** Enter(A, Bridge) ⇒ Become(A, Dizzy) */
export interface Env2State extends RuleBase<'Env2State'> {
  readonly environment: string;
  readonly state: State;
}

/** Deeply_dizzy(A) ⇒ Gain(A, Strong_horn, 2) */
export interface State2Attr extends RuleBase<'State2Attr'> {
  readonly state: State;
  readonly attribute: Attribute;
  readonly verb: ChangeVerb;
  readonly count: number;
}

export type Rule =
  | Entity2Attr
  | AttrChange2Attr
  | Action2Env
  | Action2Attr
  | Action2State
  | Env2State
  | State2Attr;

/** One step of a proof: what the model should say, and the rules it needs for saying it. */
export interface Step {
  readonly explanation: Texts;
  /** Ids of the rules of this step, in the repository of the question. */
  readonly gold: readonly number[];
}

/** Where a question came from, enough to make it again. */
export interface Provenance {
  /** Skeleton, such as "Action2Env>Env2State" or "Entity2Attr+Action2Attr|Env2State". */
  readonly skeleton: string;
  /** Names of the templates used, one for each sub-question. */
  readonly templates: readonly string[];
  /** Seed string of the stream that drew it. */
  readonly seed: string;
}

/** A question with exactly one answer, RuleWorld's or of outside data: all that training, methods and evaluation know of it. */
export interface Question {
  readonly id: string;
  readonly subtask: QuestionSubtask;
  readonly question: Texts;
  readonly steps: readonly Step[];
  /** Comma-separated values as they stand in \boxed{}: "4, bridge, deeply dizzy". Same in FOL and NL. */
  readonly answer: string;
}

/** A question that RuleWorld has drawn. */
export interface WorldQuestion extends Question {
  readonly subtask: Subtask;
  /** The structured facts and query that an independent solver can work from. */
  readonly problem: Problem;
  readonly provenance: Provenance;
}

/** A fact given by a question. Variables are capital letters: A, B, … */
export type GivenFact =
  | { readonly kind: 'entity'; readonly variable: string; readonly entity: Entity }
  | { readonly kind: 'action'; readonly actor: string; readonly target: string; readonly action: string }
  | { readonly kind: 'environment'; readonly variable: string; readonly environment: string }
  | { readonly kind: 'state'; readonly variable: string; readonly state: State }
  | { readonly kind: 'count'; readonly variable: string; readonly attribute: Attribute; readonly count: number }
  | {
      readonly kind: 'change';
      readonly variable: string;
      readonly attribute: Attribute;
      readonly verb: ChangeVerb;
      readonly count: number;
    };

/** What is asked of one variable. `final` is the count after all changes, `change` the size of the change alone. */
export type Query =
  | { readonly kind: 'environment'; readonly variable: string }
  | { readonly kind: 'state'; readonly variable: string }
  | { readonly kind: 'final'; readonly variable: string; readonly attribute: Attribute }
  | { readonly kind: 'change'; readonly variable: string; readonly attribute: Attribute };

/** One sub-question: facts and what is asked of them. */
export interface SubProblem {
  readonly facts: readonly GivenFact[];
  readonly query: Query;
}

/** Sub-questions in the order of their answers. */
export interface Problem {
  readonly parts: readonly SubProblem[];
}
