/** Solver A: applies the rules of a pack in order of their dependencies and records what each one read. */
import { UserError } from '../../errors.ts';
import { ancestors, topologicalOrder, type Arc } from './graph.ts';
import { factId, GIVEN, type Facts, type FactRecord, type Value } from './facts.ts';
import { parseMoney, parseRate, RATE_ONE, roundRatio, type Rounding } from './money.ts';
import type { RecordView, RuleContext, RuleModule, RuleSet } from './rule.ts';

/** One slip in one rule: it is not applied, or reads or rounds wrongly. */
export interface Mutation {
  readonly rule: string;
  readonly omit?: boolean;
  readonly version?: string;
  readonly status?: string;
  readonly rounding?: Rounding;
}

/** A rule that was applied: values in, values out. */
export interface Application {
  readonly rule: string;
  readonly emitted: Readonly<Record<string, Value>>;
  readonly readValues: ReadonlySet<string>;
  readonly readFacts: ReadonlySet<string>;
  /** `name/key` of the parameters. */
  readonly readParameters: ReadonlySet<string>;
}

export interface Evaluation {
  readonly values: ReadonlyMap<string, Value>;
  /** In an order in which every rule follows those it reads. */
  readonly applications: readonly Application[];
}

/** A value or field that is not there: the rule that asked for it is not applied. */
class MissingValue extends Error {}

/** Rules in an order in which emitters come first; the names of the cycle's rules are in the error. */
export function orderRules(rules: readonly RuleModule[]): RuleModule[] {
  const order = topologicalOrder(rules.map(({ id }) => id), possibleArcs(rules));
  if (order === null) throw UserError.of({ expected: 'rules without a cycle', got: `a cycle among ${rules.length} rules`, fix: 'remove a name from the reads of one of them' });
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return order.map((id) => byId.get(id) as RuleModule);
}

/** Arcs from every emitter to every possible reader. */
export function possibleArcs(rules: readonly RuleModule[]): Arc[] {
  const emitters = emittersOf(rules);
  return rules.flatMap((rule) => Object.keys(rule.reads).flatMap((name) => {
    const from = emitters.get(name);
    return from === undefined ? [] : [{ from, to: rule.id }];
  }));
}

/** Name → the rule that emits it. */
export function emittersOf(rules: readonly RuleModule[]): Map<string, string> {
  return new Map(rules.flatMap((rule) => Object.keys(rule.emits).map((name): [string, string] => [name, rule.id])));
}

/** Applies an ordered list of rules to facts, with a slip in one of them where a mutation is given. */
export function evaluate(set: RuleSet, ordered: readonly RuleModule[], facts: Facts, mutation?: Mutation): Evaluation {
  const scope = set.inScope(facts);
  const given = new Map(scope.filter(({ kind }) => kind === GIVEN).flatMap(({ fields }) => Object.entries(fields)));
  const values = new Map<string, Value>(given);
  const applications: Application[] = [];
  for (const rule of ordered) {
    const slip = mutation?.rule === rule.id ? mutation : undefined;
    const application = slip?.omit === true ? null : applyRule({ set, rule, facts: scope, values, given, slip });
    if (application === null) continue;
    applications.push(application);
    for (const [name, value] of Object.entries(application.emitted)) if (!given.has(name)) values.set(name, value);
  }
  return { values, applications };
}

/** The applications on which the asked values rest. */
export function closureOf(evaluation: Evaluation, asked: readonly string[]): Application[] {
  const arcs = arcsOf(evaluation);
  const emitters = new Map(evaluation.applications.flatMap(({ rule, emitted }) => Object.keys(emitted).map((name) => [name, rule])));
  const needed = ancestors(asked.flatMap((name) => emitters.get(name) ?? []), arcs);
  return evaluation.applications.filter(({ rule }) => needed.has(rule));
}

/** Arcs along which a value really went. */
export function arcsOf({ applications }: Pick<Evaluation, 'applications'>): (Arc & { readonly name: string })[] {
  const emitters = new Map(applications.flatMap(({ rule, emitted }) => Object.keys(emitted).map((name) => [name, rule])));
  return applications.flatMap(({ rule, readValues }) => [...readValues].flatMap((name) => {
    const from = emitters.get(name);
    return from === undefined ? [] : [{ from, to: rule, name }];
  }));
}

interface Work {
  readonly set: RuleSet;
  readonly rule: RuleModule;
  readonly facts: Facts;
  readonly values: ReadonlyMap<string, Value>;
  readonly given: ReadonlyMap<string, Value>;
  readonly slip: Mutation | undefined;
}

interface Reads {
  readonly values: Set<string>;
  readonly facts: Set<string>;
  readonly parameters: Set<string>;
}

function applyRule(work: Work): Application | null {
  const reads: Reads = { values: new Set(), facts: new Set(), parameters: new Set() };
  const context = contextOf(work, reads);
  try {
    if (!work.rule.when(context)) return null;
    const emitted = work.rule.then(context);
    return { rule: work.rule.id, emitted, readValues: reads.values, readFacts: reads.facts, readParameters: reads.parameters };
  } catch (error) {
    if (error instanceof MissingValue) return null;
    throw error;
  }
}

function contextOf(work: Work, reads: Reads): RuleContext {
  const optional = (name: string): Value | undefined => {
    if (work.rule.reads[name] === undefined) throw new Error(`${work.rule.id} reads ${name} without declaring it`);
    const value = work.values.get(name);
    if (value === undefined) return undefined;
    if (work.given.has(name)) reads.facts.add(factId(GIVEN, name));
    else reads.values.add(name);
    return value;
  };
  const required = (name: string): Value => optional(name) ?? missing(name);
  const parameter = (name: string, key: string): string => parameterOf(work, reads, name, key);
  const records = (kind: string): RecordView[] => work.facts.filter((record) => record.kind === kind).map((record) => viewOf(record, reads, work));
  return {
    records,
    record: (kind) => records(kind)[0] ?? missing(kind),
    money: (name) => required(name) as bigint,
    count: (name) => required(name) as number,
    optional: (name) => optional(name) as bigint | undefined,
    optionalCount: (name) => optional(name) as number | undefined,
    has: (name) => optional(name) !== undefined,
    amount: (name, key = '') => parseMoney(parameter(name, key)) as bigint,
    rate: (name, key = '') => parseRate(parameter(name, key)),
    round: (numerator, denominator = RATE_ONE) => roundRatio(numerator, denominator, work.slip?.rounding ?? work.rule.rounding),
  };
}

function parameterOf({ set, rule, slip }: Work, reads: Reads, name: string, key: string): string {
  const versions = set.parameters[name]?.versions;
  const value = (versions?.[slip?.version ?? set.version] ?? versions?.[set.version])?.[key];
  if (value === undefined) throw new Error(`${rule.id}: the pack has no ${name}/${key}`);
  reads.parameters.add(`${name}/${key}`);
  return value;
}

function viewOf(record: FactRecord, reads: Reads, { set, slip }: Work): RecordView {
  const isStatus = (field: string): boolean => record.kind === set.status.kind && field === set.status.field;
  const field = (name: string): Value => {
    const value = record.fields[name] ?? missing(factId(record.subject, name));
    reads.facts.add(factId(record.subject, name));
    return slip?.status !== undefined && isStatus(name) ? slip.status : value;
  };
  return {
    subject: record.subject,
    has: (name) => record.fields[name] !== undefined,
    money: (name) => field(name) as bigint,
    integer: (name) => field(name) as number,
    text: (name) => field(name) as string,
    flag: (name) => field(name) as boolean,
  };
}

function missing(name: string): never {
  throw new MissingValue(name);
}
