/** Fields, records and files that are added to a finished scenario without any effect on it. */
import type { Random } from '../../random.ts';
import { mergeFacts, type Facts } from '../core/facts.ts';
import { canonicalJson } from '../core/canonical.ts';
import type { Pack } from '../packs/pack.ts';
import { scenarioOf, type Engine, type Scenario } from './state.ts';

/** Adds what leaves rules, reads and values as they are; every other addition is dropped. */
export function withDistractors(engine: Engine, pack: Pack, random: Random, scenario: Scenario): Facts {
  const rules = new Set(scenario.applied.map(({ rule }) => rule));
  const before = essence(scenario);
  let { facts } = scenario;
  for (const record of [...pack.fill(random, facts), ...pack.distract(random, facts)]) {
    const added = mergeFacts(facts, [record]);
    const changed = scenarioOf(engine, added, rules);
    if (changed !== null && essence(changed) === before) facts = added;
  }
  return facts;
}

/** What the gold files record: rules, values, and the facts that were read. */
export function essence({ applied }: Scenario): string {
  return canonicalJson(applied.map(({ rule, emitted, readFacts }) => ({ rule, emitted, facts: [...readFacts].sort() })));
}
