/**
 * Composition S_{t+1} = C_Γ(S_t, s_i): a sub-scenario that makes one more rule bind is merged into the scenario.
 * What is there stays, the newcomer's free facts are drawn again where they do not fit, and a value that was
 * given becomes one that is derived.
 */
import type { Random } from '../../random.ts';
import { mergeFacts, GIVEN, withoutGiven, type Facts, type Value } from '../core/facts.ts';
import { emittersOf } from '../core/evaluate.ts';
import type { RuleModule } from '../core/rule.ts';
import { toJson } from '../core/values.ts';
import { triedMutants } from './mutants.ts';
import { scenarioOf, type Engine, type Scenario } from './state.ts';

/** Share of steps that follow the dependency frontier; the others open a new root. */
const FRONTIER_SHARE = 0.88;
/** Draws of a newcomer's facts before another rule is tried. */
const DRAWS = 50;
/** Draws after which a rule that never fits the scenario's rules is taken not to fit at all. */
const HOPELESS = 8;
/** Rules that are tried for one step before the composition is given up. */
const CANDIDATES = 30;

export interface Target {
  readonly nodes: number;
  readonly depth: number;
}

export interface Composition {
  /** S_0, S_1, …: each with the rule that it added. */
  readonly stages: readonly { readonly added: string; readonly scenario: Scenario }[];
}

/** Composes a scenario with exactly these numbers; null where the draws of this stream do not lead there. */
export function compose(engine: Engine, random: Random, target: Target): Composition | null {
  const stages: { added: string; scenario: Scenario }[] = [];
  while (stages.length < target.nodes) {
    const next = extend(engine, random, stages.at(-1)?.scenario, target);
    if (next === null) return null;
    stages.push(next);
  }
  const last = stages.at(-1)?.scenario;
  return last?.depth === target.depth && !givesAway(last) ? { stages } : null;
}

/** Digits from which on a value that stands among the facts is no accident. */
const TELLING_DIGITS = 4;

/** Whether a value that is asked for is one of the facts, as where the last of several values counts. */
function givesAway({ asked, values, facts }: Scenario): boolean {
  const texts = facts.flatMap(({ fields }) => Object.values(fields).map((value) => String(toJson(value))));
  return asked.map((name) => String(toJson(values.get(name)!))).some((answer) => answer.replaceAll(/\D/g, '').length >= TELLING_DIGITS && texts.some((text) => text.includes(answer)));
}

function extend(engine: Engine, random: Random, scenario: Scenario | undefined, target: Target): Composition['stages'][number] | null {
  const candidates = candidatesOf(engine, random, scenario, target);
  for (const rule of candidates.slice(0, CANDIDATES)) {
    const extended = bindRule(engine, random, scenario, rule);
    if (extended !== null && extended.depth <= target.depth && reachable(extended, target)) return { added: rule.id, scenario: extended };
  }
  return null;
}

/** Each further rule can add one to the depth at most. */
function reachable(scenario: Scenario, target: Target): boolean {
  return scenario.depth + (target.nodes - scenario.applied.length) >= target.depth;
}

/** Rules of the frontier first, or new roots first, each group in random order. */
function candidatesOf(engine: Engine, random: Random, scenario: Scenario | undefined, target: Target): RuleModule[] {
  const present = new Set(scenario?.applied.map(({ rule }) => rule));
  const absent = engine.ordered.filter(({ id }) => !present.has(id));
  const near = new Set(engine.arcs.flatMap(({ from, to }) => (present.has(from) ? [to] : present.has(to) ? [from] : [])));
  const [frontier, roots] = [absent.filter(({ id }) => near.has(id)), absent.filter(({ id }) => !near.has(id))];
  const mustGrow = scenario !== undefined && scenario.depth < target.depth && scenario.depth + target.nodes - present.size <= target.depth + 1;
  const followFrontier = mustGrow || random.chance(FRONTIER_SHARE);
  const groups = (followFrontier ? [frontier, roots] : [roots, frontier]).map((group) => random.shuffle(group));
  const { joins } = engine.set;
  if (joins === undefined || !random.chance(joins)) return groups.flat();
  return groups.flatMap((group) => [...group.filter((rule) => links(engine, rule, present) > 1), ...group.filter((rule) => links(engine, rule, present) <= 1)]);
}

/** Rules that the rule could be joined to by an edge. */
function links({ arcs }: Engine, { id }: RuleModule, present: ReadonlySet<string>): number {
  return new Set(arcs.flatMap(({ from, to }) => (from === id && present.has(to) ? [to] : to === id && present.has(from) ? [from] : []))).size;
}

/** Draws facts until the rule binds beside those of the scenario: every rule necessary, every slip visible. Proposed facts come first. */
export function bindRule(engine: Engine, random: Random, scenario: Scenario | undefined, rule: RuleModule): Scenario | null {
  const proposed = random.shuffle(engine.proposed.get(rule.id) ?? []);
  let fits = false;
  for (let draw = 0; draw < DRAWS && (fits || draw < HOPELESS + proposed.length); draw += 1) {
    const bound = bindFacts(engine, random, scenario, rule, proposed[draw]);
    if (bound === null) continue;
    fits = true;
    if (bound.sound) return bound.scenario;
  }
  return null;
}

/** The scenario with one rule more, by these facts or by drawn ones; null where it does not bind. */
export function bindFacts(engine: Engine, random: Random, scenario: Scenario | undefined, rule: RuleModule, own?: Facts): { readonly scenario: Scenario; readonly sound: boolean } | null {
  const rules = new Set([...(scenario?.applied.map((one) => one.rule) ?? []), rule.id]);
  const names = new Set(Object.keys(rule.emits));
  const before = scenario?.facts ?? [];
  const facts = withoutGiven(before, names);
  const derived = derivedNames(engine, rules);
  const values = scenario?.values ?? new Map<string, Value>();
  const added = own === undefined ? rule.bind({ random, facts, want: givenValues(before, names), derived, values }) : withoutGiven(own, derived);
  const extended = scenarioOf(engine, mergeFacts(mergeFacts(facts, added), engine.set.base(random)), rules);
  return extended === null ? null : { scenario: extended, sound: isSound(engine, extended) };
}

function derivedNames({ byId }: Engine, rules: ReadonlySet<string>): Set<string> {
  return new Set(emittersOf([...rules].map((id) => byId.get(id)!)).keys());
}

function givenValues(facts: Facts, names: ReadonlySet<string>): Record<string, Value> {
  const given = facts.filter(({ kind }) => kind === GIVEN).flatMap(({ fields }) => Object.entries(fields));
  return Object.fromEntries(given.filter(([name]) => names.has(name)));
}

/** Asked values can be stated and are not trivial, and no slip passes unseen. */
function isSound(engine: Engine, scenario: Scenario): boolean {
  const answers = scenario.asked.map((name) => scenario.values.get(name));
  if (answers.some((value) => typeof value === 'boolean' || value === 0n || value === 0)) return false;
  for (const { killed } of triedMutants(engine, scenario)) if (!killed) return false;
  return true;
}
