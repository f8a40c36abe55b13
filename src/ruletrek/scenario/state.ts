/** A scenario S_t: facts and the rules that must be applied to them, with all that follows from the two. */
import { canonicalJson } from '../core/canonical.ts';
import { arcsOf, closureOf, evaluate, orderRules, possibleArcs, type Application, type Evaluation } from '../core/evaluate.ts';
import { GIVEN, withoutGiven, type Facts, type Value } from '../core/facts.ts';
import { ancestors, depthOf, type Arc } from '../core/graph.ts';
import type { RuleModule, RuleSet } from '../core/rule.ts';
import type { GraphEdge } from '../formats/gold.ts';

/** A rule set with its rules in order of application and by id. */
export interface Engine {
  readonly set: RuleSet;
  readonly ordered: readonly RuleModule[];
  readonly byId: ReadonlyMap<string, RuleModule>;
  /** From every emitter to every possible reader. */
  readonly arcs: readonly Arc[];
  /** Facts by which a rule may bind, besides those that are drawn. */
  readonly proposed: ReadonlyMap<string, readonly Facts[]>;
}

/** @throws UserError for rules with a cycle */
export function engineOf(set: RuleSet, proposed: Engine['proposed'] = new Map()): Engine {
  const ordered = orderRules(set.rules);
  return { set, ordered, byId: new Map(ordered.map((rule) => [rule.id, rule])), arcs: possibleArcs(ordered), proposed };
}

export interface Scenario {
  readonly facts: Facts;
  /** Names of the values that the question asks for. */
  readonly asked: readonly string[];
  /** The applications on which they rest, in order. */
  readonly applied: readonly Application[];
  readonly values: ReadonlyMap<string, Value>;
  readonly edges: readonly GraphEdge[];
  readonly depth: number;
  /** The rules that could have any effect on the asked values, in order. */
  readonly relevant: readonly RuleModule[];
}

/** Applies the rules; null where the rules needed for the sinks among `rules` are not exactly `rules`. */
export function scenarioOf(engine: Engine, facts: Facts, rules: ReadonlySet<string>): Scenario | null {
  const reach = ancestors([...rules], engine.arcs);
  const relevant = engine.ordered.filter(({ id }) => reach.has(id));
  const evaluation = evaluate(engine.set, relevant, facts);
  const asked = sinkNames(evaluation, rules);
  const applied = closureOf(evaluation, asked);
  if (applied.length !== rules.size || applied.some(({ rule }) => !rules.has(rule))) return null;
  const kept = withoutGiven(facts, unreadGiven(facts, applied));
  const edges = typedEdges(engine, applied);
  return { facts: kept, asked, applied, values: evaluation.values, edges, depth: depthOf([...rules], edges), relevant };
}

/** Values of the asked names, as one text that differs where any of them does; a missing value is null. */
export function answerText(values: ReadonlyMap<string, Value>, asked: readonly string[]): string {
  return canonicalJson(asked.map((name) => values.get(name) ?? null));
}

/** The values that applied rules emit and no rule among `rules` reads. */
function sinkNames(evaluation: Evaluation, rules: ReadonlySet<string>): string[] {
  const own = evaluation.applications.filter(({ rule }) => rules.has(rule));
  const read = new Set(own.flatMap(({ readValues }) => [...readValues]));
  return own.flatMap(({ emitted }) => Object.keys(emitted)).filter((name) => !read.has(name));
}

function unreadGiven(facts: Facts, applied: readonly Application[]): Set<string> {
  const read = new Set(applied.flatMap(({ readFacts }) => [...readFacts]));
  const names = facts.filter(({ kind }) => kind === GIVEN).flatMap(({ fields }) => Object.keys(fields));
  return new Set(names.filter((name) => !read.has(`${GIVEN}.${name}`)));
}

/** One edge for each pair of rules between which a value went, with the type that the reader gives it. */
function typedEdges({ byId }: Engine, applied: readonly Application[]): GraphEdge[] {
  const edges = new Map<string, GraphEdge>();
  for (const { from, to, name } of arcsOf({ applications: applied })) {
    const type = byId.get(to)!.reads[name]!;
    if (!edges.has(`${from} ${to}`)) edges.set(`${from} ${to}`, { from, to, type });
  }
  return [...edges.values()];
}
