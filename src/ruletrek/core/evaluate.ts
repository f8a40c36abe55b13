/** Solver A: applies the rules of a pack in order of their dependencies and records what each one read. */
import { UserError } from '../../errors.ts';
import { ancestors, onCycles, topologicalOrder, type Arc } from './graph.ts';
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
/** Thrown again and again: most rules are blocked in most scenarios, and a stack trace of each would be most of the work. */
const MISSING = new MissingValue();

/**
 * Rules in an order in which emitters come first.
 * @throws UserError for two rules that say what the same name is, and for a cycle, with the rules' ids
 */
export function orderRules(rules: readonly RuleModule[]): RuleModule[] {
  requireOneEmitter(rules);
  const [ids, arcs] = [rules.map(({ id }) => id), possibleArcs(rules)];
  const order = topologicalOrder(ids, arcs);
  if (order === null) throw UserError.of({ expected: 'rules without a cycle', got: `a cycle among ${onCycles(ids, arcs).join(', ')}`, fix: 'remove a name from the reads of one of them' });
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return order.map((id) => byId.get(id) as RuleModule);
}

/** Rules that emit the same name could disagree on it. */
function requireOneEmitter(rules: readonly RuleModule[]): void {
  const emitters = new Map<string, string>();
  for (const { id, emits } of rules) {
    for (const name of Object.keys(emits)) {
      const other = emitters.get(name);
      if (other !== undefined) throw UserError.of({ expected: `one rule that emits ${name}`, got: `${other} and ${id}, which can disagree`, fix: 'give one of them another name, and have a rule decide between the two' });
      emitters.set(name, id);
    }
  }
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
  const { rule, slip } = work;
  return {
    records: (kind) => recordsOf(work, reads, kind),
    record: (kind) => recordsOf(work, reads, kind)[0] ?? missing(),
    money: (name) => (optionalOf(work, reads, name) ?? missing()) as bigint,
    count: (name) => (optionalOf(work, reads, name) ?? missing()) as number,
    text: (name) => (optionalOf(work, reads, name) ?? missing()) as string,
    optional: (name) => optionalOf(work, reads, name) as bigint | undefined,
    optionalCount: (name) => optionalOf(work, reads, name) as number | undefined,
    optionalText: (name) => optionalOf(work, reads, name) as string | undefined,
    has: (name) => optionalOf(work, reads, name) !== undefined,
    amount: (name, key = '') => parseMoney(parameterOf(work, reads, name, key)) as bigint,
    rate: (name, key = '') => parseRate(parameterOf(work, reads, name, key)),
    limit: (name, key = '') => Number(parameterOf(work, reads, name, key)),
    setting: (name, key = '') => parameterOf(work, reads, name, key),
    round: (numerator, denominator = RATE_ONE) => roundRatio(numerator, denominator, slip?.rounding ?? rule.rounding),
  };
}

function optionalOf({ rule, values, given }: Work, reads: Reads, name: string): Value | undefined {
  if (rule.reads[name] === undefined) throw new Error(`${rule.id} reads ${name} without declaring it`);
  const value = values.get(name);
  if (value === undefined) return undefined;
  if (given.has(name)) reads.facts.add(factId(GIVEN, name));
  else reads.values.add(name);
  return value;
}

function recordsOf(work: Work, reads: Reads, kind: string): RecordView[] {
  return work.facts.filter((record) => record.kind === kind).map((record) => viewOf(record, reads, work));
}

function parameterOf({ set, rule, slip }: Work, reads: Reads, name: string, key: string): string {
  const versions = set.parameters[name]?.versions;
  const value = (versions?.[slip?.version ?? set.version] ?? versions?.[set.version])?.[key];
  if (value === undefined) throw new Error(`${rule.id}: the pack has no ${name}/${key}`);
  reads.parameters.add(`${name}/${key}`);
  return value;
}

function viewOf(record: FactRecord, reads: Reads, work: Work): RecordView {
  return {
    subject: record.subject,
    has: (name) => record.fields[name] !== undefined,
    money: (name) => fieldOf(record, reads, work, name) as bigint,
    integer: (name) => fieldOf(record, reads, work, name) as number,
    text: (name) => fieldOf(record, reads, work, name) as string,
    flag: (name) => fieldOf(record, reads, work, name) as boolean,
  };
}

function fieldOf({ subject, kind, fields }: FactRecord, reads: Reads, { set, slip }: Work, name: string): Value {
  const value = fields[name] ?? missing();
  reads.facts.add(factId(subject, name));
  const isStatus = kind === set.status.kind && name === set.status.field;
  return isStatus && slip?.status !== undefined ? slip.status : value;
}

function missing(): never {
  throw MISSING;
}
