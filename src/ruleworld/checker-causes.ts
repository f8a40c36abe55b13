/**
 * Cycles and second paths among the causes. Nodes are the events that can befall
 * one individual: taking a part in an action, entering an environment, becoming
 * a state, gaining or losing an attribute. An Entity2Attr rule is no event.
 */
import type { Fault } from './checker-fault.ts';
import type { ChangeVerb, Attribute, Rule } from './types.ts';
import { attributeFol, directionOf, stateFol } from './words.ts';

/** A rule as an arrow from one event to another. */
interface Arrow {
  readonly rule: Rule;
  readonly from: string;
  readonly to: string;
  /** What is affected: `to` without the direction of a change. */
  readonly thing: string;
}

/** How a search came to a thing; `before` is null at its first step. */
interface Arrival {
  readonly arrow: Arrow;
  readonly before: Arrival | null;
}

/** Sources nearest to the end come first, so that a second path is reported in its shortest form. */
const SOURCE_ORDER: readonly Rule['relation'][] = [
  'AttrChange2Attr',
  'State2Attr',
  'Env2State',
  'Action2Attr',
  'Action2State',
  'Action2Env',
];

/** Finds cycles and second paths. */
export function checkCauses(rules: readonly Rule[]): Fault[] {
  return [...cycles(rules), ...secondPaths(rules.flatMap(arrowOf))];
}

function arrowOf(rule: Rule): Arrow[] {
  switch (rule.relation) {
    case 'Entity2Attr':
      return [];
    case 'Action2Env':
      return [{ rule, from: part(rule), to: place(rule), thing: place(rule) }];
    case 'Action2State':
      return [{ rule, from: part(rule), to: stateFol(rule.state), thing: stateFol(rule.state) }];
    case 'Env2State':
      return [{ rule, from: place(rule), to: stateFol(rule.state), thing: stateFol(rule.state) }];
    case 'Action2Attr':
      return [changeArrow(rule, part(rule))];
    case 'State2Attr':
      return [changeArrow(rule, stateFol(rule.state))];
    case 'AttrChange2Attr':
      return [changeArrow(rule, changeEvent(rule.cause, rule.causeVerb))];
  }
}

function part({ action, role }: { readonly action: string; readonly role: string }): string {
  return `${role} of ${action}`;
}

function place({ environment }: { readonly environment: string }): string {
  return `in ${environment}`;
}

function changeEvent(attribute: Attribute, verb: ChangeVerb): string {
  return `${directionOf(verb)} ${attributeFol(attribute)}`;
}

function changeArrow(rule: Extract<Rule, { verb: unknown }>, from: string): Arrow {
  return { rule, from, to: changeEvent(rule.attribute, rule.verb), thing: `# ${attributeFol(rule.attribute)}` };
}

function secondPaths(arrows: readonly Arrow[]): Fault[] {
  const leaving = grouped(arrows, (arrow) => arrow.from);
  const ranked = SOURCE_ORDER.flatMap((relation) => arrows.filter((arrow) => arrow.rule.relation === relation));
  const sources = new Set(ranked.map((arrow) => arrow.from));
  const reported = new Set<string>();
  return [...sources].flatMap((source) => pathsFrom(source, leaving, reported));
}

/** Walks all paths from one source; a thing that is reached again is reported and not walked on from. */
function pathsFrom(source: string, leaving: ReadonlyMap<string, readonly Arrow[]>, reported: Set<string>): Fault[] {
  const first = new Map<string, Arrival>();
  const faults: Fault[] = [];
  const queue: Arrival[] = (leaving.get(source) ?? []).map((arrow) => ({ arrow, before: null }));
  for (let arrival = queue.shift(); arrival !== undefined; arrival = queue.shift()) {
    const { arrow } = arrival;
    const other = first.get(arrow.thing);
    if (other === undefined) {
      first.set(arrow.thing, arrival);
      for (const next of leaving.get(arrow.to) ?? []) queue.push({ arrow: next, before: arrival });
    } else if (isNews(other, arrival, reported)) faults.push(secondPath(source, other, arrival));
  }
  return faults;
}

/** Rules with one premise are conflicts or duplicates; a pair that a nearer source showed needs no repeating. */
function isNews(other: Arrival, arrival: Arrival, reported: Set<string>): boolean {
  if (other.arrow.from === arrival.arrow.from || isCycle(arrival)) return false;
  const key = `${other.arrow.rule.id} ${arrival.arrow.rule.id}`;
  if (reported.has(key)) return false;
  reported.add(key);
  return true;
}

function isCycle(arrival: Arrival): boolean {
  for (let step = arrival.before; step !== null; step = step.before) {
    if (step.arrow.thing === arrival.arrow.thing) return true;
  }
  return false;
}

function secondPath(source: string, other: Arrival, arrival: Arrival): Fault {
  const rules = [...pathTo(other), ...pathTo(arrival)];
  const about = `two ways from "${source}" to "${arrival.arrow.thing}"`;
  return { kind: 'second-path', rules: [...new Set(rules)], about };
}

function pathTo(arrival: Arrival): Rule[] {
  return [...(arrival.before === null ? [] : pathTo(arrival.before)), arrival.arrow.rule];
}

/** Depth-first search over attributes; each arrow back to an attribute on the way is a cycle. */
function cycles(rules: readonly Rule[]): Fault[] {
  const changes = rules.filter((rule) => rule.relation === 'AttrChange2Attr');
  const leaving = grouped(changes, (rule) => attributeFol(rule.cause));
  const done = new Set<string>();
  const faults: Fault[] = [];
  const visit = (attribute: string, way: readonly (typeof changes)[number][]): void => {
    for (const rule of leaving.get(attribute) ?? []) {
      const next = attributeFol(rule.attribute);
      const longer = [...way, rule];
      const start = longer.findIndex((step) => attributeFol(step.cause) === next);
      if (start >= 0) faults.push({ kind: 'cycle', rules: longer.slice(start), about: `${next} changes itself` });
      else if (!done.has(next)) visit(next, longer);
    }
    done.add(attribute);
  };
  for (const attribute of leaving.keys()) if (!done.has(attribute)) visit(attribute, []);
  return faults;
}

function grouped<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group === undefined) groups.set(key(item), [item]);
    else group.push(item);
  }
  return groups;
}
