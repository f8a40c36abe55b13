import { checkRules } from '../../src/ruleworld/checker.ts';
import { attributeKey, ruleKey } from '../../src/ruleworld/rule-key.ts';
import { RELATIONS, type Relation, type Rule } from '../../src/ruleworld/types.ts';
import { ENVIRONMENTS } from '../../src/ruleworld/vocabulary/environments.ts';
import { generateWorld } from '../../src/ruleworld/world.ts';
import { scaledCounts, SUBSET_COUNTS, SUBSET_WORLD, WorldSettings } from '../../src/ruleworld/world-config.ts';

type RuleOf<R extends Relation> = Extract<Rule, { relation: R }>;

const small = WorldSettings.parse({ counts: scaledCounts(5000) });

function ofRelation<R extends Relation>(rules: readonly Rule[], relation: R): RuleOf<R>[] {
  return rules.filter((rule): rule is RuleOf<R> => rule.relation === relation);
}

function countsOf(rules: readonly Rule[]): Record<string, number> {
  return Object.fromEntries(RELATIONS.map((relation) => [relation, ofRelation(rules, relation).length]));
}

describe('the default world', () => {
  const { rules } = generateWorld(SUBSET_WORLD, 'default');

  it("has the counts of the paper's subset, 100,235 rules", () => {
    expect(countsOf(rules)).toEqual(SUBSET_COUNTS);
    expect(rules).toHaveLength(100_235);
  });

  it('is consistent by the independent checker', () => {
    expect(checkRules(rules)).toEqual([]);
  });

  it('numbers its rules by position', () => {
    expect(rules.every((rule, at) => rule.id === at)).toBe(true);
  });

  it('keeps every number within its range, and uses the whole range', () => {
    const bounds = (counts: readonly number[]): number[] => [Math.min(...counts), Math.max(...counts)];
    const countsIn = (relation: 'Action2Attr' | 'AttrChange2Attr' | 'State2Attr'): number[] =>
      ofRelation(rules, relation).map((rule) => rule.count);
    const entityCounts = new Set(ofRelation(rules, 'Entity2Attr').map((rule) => rule.count));
    expect(bounds([...entityCounts])).toEqual([1, 9]);
    expect(bounds(countsIn('Action2Attr'))).toEqual([1, 5]);
    expect(bounds(countsIn('State2Attr'))).toEqual([1, 5]);
    expect(bounds(countsIn('AttrChange2Attr'))).toEqual([1, 3]);
  });

  it('has a held-out world without any of its rules', () => {
    const keys = new Set(rules.map(ruleKey));
    const heldOut = generateWorld(SUBSET_WORLD, 'held-out', keys).rules;
    expect(heldOut).toHaveLength(100_235);
    expect(heldOut.filter((rule) => keys.has(ruleKey(rule)))).toEqual([]);
  });
});

describe('a world', () => {
  it('is the same for the same seed, and another for another', () => {
    const first = generateWorld(small, 'a').rules;
    expect(generateWorld(small, 'a').rules).toEqual(first);
    expect(generateWorld(small, 'b').rules).not.toEqual(first);
  });

  it.each([1, 10, 100, 1199, 20_000])('of %d rules is consistent', (total) => {
    const { rules } = generateWorld(WorldSettings.parse({ counts: scaledCounts(total) }), 'sized');
    expect(rules).toHaveLength(total);
    expect(checkRules(rules)).toEqual([]);
  });

  it('has initial counts for every attribute that changes, and consequences for half of the changes', () => {
    const { rules } = generateWorld(small, 'connected');
    const initial = new Set(ofRelation(rules, 'Entity2Attr').map((rule) => attributeKey(rule.attribute)));
    const causes = new Set(ofRelation(rules, 'AttrChange2Attr').map((rule) => attributeKey(rule.cause)));
    const changed = [...ofRelation(rules, 'State2Attr'), ...ofRelation(rules, 'Action2Attr')].map((rule) => attributeKey(rule.attribute));
    expect(changed.filter((attribute) => !initial.has(attribute))).toEqual([]);
    const share = changed.filter((attribute) => causes.has(attribute)).length / changed.length;
    expect(share).toBeGreaterThan(0.4);
    expect(share).toBeLessThan(0.6);
  });

  it('stays consistent where actions share environments and states are full', () => {
    const counts = { ...scaledCounts(2000), Action2Env: 200, Action2Attr: 2000, State2Attr: 60_000 };
    const { rules } = generateWorld(WorldSettings.parse({ counts }), 'dense');
    expect(countsOf(rules)).toEqual(counts);
    expect(checkRules(rules)).toEqual([]);
  });

  it('may have no rules of a relation', () => {
    const counts = { ...scaledCounts(2000), AttrChange2Attr: 0, Action2State: 0, Env2State: 0 };
    expect(countsOf(generateWorld(WorldSettings.parse({ counts }), 'sparse').rules)).toEqual(counts);
  });

  it('keeps the number ranges of its settings', () => {
    const { rules } = generateWorld({ ...small, entityCount: { low: 7, high: 7 } }, 'sevens');
    expect(new Set(ofRelation(rules, 'Entity2Attr').map((rule) => rule.count))).toEqual(new Set([7]));
  });

  it.each<readonly [Relation, number, number]>([
    // 100 actions with two parts each.
    ['Action2Env', 201, 200],
    ['Action2State', 201, 200],
    ['Env2State', 101, 100],
  ])('complains of too many %s', (relation, count, room) => {
    const counts = { ...scaledCounts(2000), [relation]: count };
    const generate = () => generateWorld(WorldSettings.parse({ counts }), 'full');
    expect(generate).toThrow(`counts.${relation}: expected room for ${count} consistent ${relation} rules\n  got: room for ${room}\n`);
  });

  it('complains of forbidden rules that leave no room', () => {
    const counts = { ...scaledCounts(2000), Action2Env: 200 };
    const forbidden = new Set(ENVIRONMENTS.map((place) => `action chase > target enter ${place}`));
    const generate = () => generateWorld(WorldSettings.parse({ counts }), 'forbidden', forbidden);
    // Of the 200 parts, being chased has no environment left.
    expect(generate).toThrow('200 consistent Action2Env rules, beside 100 forbidden rules\n  got: room for 199\n');
  });
});
