/** Executable rules: what a rule reads, when it holds, what it emits (paper, nodes and edges of Γ). */
import type { Random } from '../../random.ts';
import type { EdgeType, ValueType } from '../formats/vocabulary.ts';
import type { Facts, FactTypes, Value } from './facts.ts';
import type { Rounding } from './money.ts';

/** One record as a rule sees it; every field that is looked at counts as read. A missing field blocks the rule. */
export interface RecordView {
  readonly subject: string;
  has(field: string): boolean;
  money(field: string): bigint;
  integer(field: string): number;
  text(field: string): string;
  flag(field: string): boolean;
}

/** What a rule can ask for. A missing value blocks the rule; `optional` values may be missing. */
export interface RuleContext {
  records(kind: string): RecordView[];
  /** The first record of a kind. */
  record(kind: string): RecordView;
  money(name: string): bigint;
  count(name: string): number;
  text(name: string): string;
  optional(name: string): bigint | undefined;
  optionalCount(name: string): number | undefined;
  optionalText(name: string): string | undefined;
  has(name: string): boolean;
  /** An amount of the pack in cents, by its key ('' for one without keys). */
  amount(parameter: string, key?: string): bigint;
  /** A rate of the pack in millionths. */
  rate(parameter: string, key?: string): bigint;
  /** A whole number of the pack: a limit, a number of days or minutes. */
  limit(parameter: string, key?: string): number;
  /** A word, a quantity or a list of the pack, as its tables have it. */
  setting(parameter: string, key?: string): string;
  /** Rounds `numerator / denominator` cents as the rule says; the denominator is that of rates where none is given. */
  round(numerator: bigint, denominator?: bigint): bigint;
}

/** Facts drawn so that a rule binds. */
export interface Binder {
  readonly random: Random;
  /** Facts of the scenario so far. They win over what is drawn. */
  readonly facts: Facts;
  /** Values that were given so far and that the rule is now to derive. */
  readonly want: Readonly<Record<string, Value>>;
  /** Names that rules of the scenario derive already. */
  readonly derived: ReadonlySet<string>;
  /** Values of the scenario so far, given and derived. */
  readonly values: ReadonlyMap<string, Value>;
}

export interface RuleModule {
  readonly id: string;
  /** Values that it derives, with their types. A name has one emitter in a pack. */
  readonly emits: Readonly<Record<string, ValueType>>;
  /** Derived values that it may read, with the type of the edge from their emitter. */
  readonly reads: Readonly<Record<string, EdgeType>>;
  readonly rounding: Rounding;
  when(c: RuleContext): boolean;
  then(c: RuleContext): Readonly<Record<string, Value>>;
  bind(b: Binder): Facts;
}

/** Where a rule stands in the documents and what it says in short (`rules.json`). */
export interface RuleSource {
  readonly id: string;
  readonly path: string;
  readonly anchor: string;
  readonly sha256: string;
  readonly scope: string;
  readonly version: string;
  readonly condition: string;
  readonly consequence: string;
}

/** A number of a pack: values by version, then by key; text as in the documents. */
export interface Parameter {
  readonly unit: 'money' | 'rate' | 'count' | 'text';
  /** Name of the number upstream. */
  readonly upstream: string;
  readonly versions: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A name that is asked for or given, in words. */
export interface ValueName {
  readonly label: string;
  readonly type: ValueType;
}

/** What the engine needs of a domain. */
export interface RuleSet {
  readonly rules: readonly RuleModule[];
  readonly types: FactTypes;
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** The version that holds, and the one that a stale reading would use. */
  readonly version: string;
  readonly staleVersion: string;
  /** The fact on which keyed parameters depend, and its values. */
  readonly status: { readonly kind: string; readonly field: string; readonly values: readonly string[] };
  /** Facts without which no scenario is complete; those that are there already stay. */
  base(random: Random): Facts;
  /** Share of the steps of a composition that prefer rules with several links to it: a wide domain has few such by chance. */
  readonly joins?: number;
  /** Records that count: those of the period and of the persons in question. */
  inScope(facts: Facts): Facts;
}
