/** Composition: what it must not ask for, and the preference for rules with several links. */
import { randomStream } from '../../../src/random.ts';
import { toJson } from '../../../src/ruletrek/core/values.ts';
import { PROCUREMENT_RULE_SET } from '../../../src/ruletrek/packs/procurement/rules.ts';
import { compose, type Target } from '../../../src/ruletrek/scenario/compose.ts';
import { engineOf, type Engine, type Scenario } from '../../../src/ruletrek/scenario/state.ts';

/** Finished scenarios of several streams. */
function scenarios(engine: Engine, target: Target, count: number): Scenario[] {
  const streams = Array.from({ length: count }, (_, i) => randomStream(`compose/${i}`));
  return streams.flatMap((random) => compose(engine, random, target)?.stages.at(-1)?.scenario ?? []);
}

it('asks for no date or amount that is a fact', () => {
  const found = scenarios(engineOf(PROCUREMENT_RULE_SET), { nodes: 2, depth: 1 }, 12);
  expect(found.length).toBeGreaterThan(3);
  for (const { facts, asked, values } of found) {
    const texts = facts.flatMap(({ fields }) => Object.values(fields).map((value) => String(toJson(value))));
    const answers = asked.map((name) => String(toJson(values.get(name)!))).filter((answer) => answer.replaceAll(/\D/g, '').length >= 4);
    expect(answers.filter((answer) => texts.includes(answer))).toEqual([]);
  }
});

it('has more edges where rules with several links are preferred', () => {
  const edges = (joins: number): number => {
    const found = scenarios(engineOf({ ...PROCUREMENT_RULE_SET, joins }), { nodes: 4, depth: 2 }, 16);
    return found.reduce((sum, scenario) => sum + scenario.edges.length, 0) / found.length;
  };
  expect(edges(1)).toBeGreaterThan(edges(0));
});
