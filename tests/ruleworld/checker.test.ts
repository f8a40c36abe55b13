import type { FindingKind } from '../../src/ruleworld/checker-fault.ts';
import { checkRules } from '../../src/ruleworld/checker.ts';
import type { AttrChange2Attr, Attribute, Rule } from '../../src/ruleworld/types.ts';
import { generateWorld } from '../../src/ruleworld/world.ts';
import { scaledCounts, WorldSettings } from '../../src/ruleworld/world-config.ts';
import { coin, CONSISTENT, deeplyDizzy, dizzy, feather, horn } from './examples.ts';

type Found = readonly [FindingKind, readonly number[]];

function found(...added: readonly Rule[]): Found[] {
  return checkRules([...CONSISTENT, ...added]).map(({ kind, rules }): Found => [kind, rules]);
}

function attrChange(id: number, cause: Attribute, attribute: Attribute): AttrChange2Attr {
  return { id, relation: 'AttrChange2Attr', cause, causeVerb: 'gain', attribute, verb: 'gain', count: 1 };
}

describe('checkRules', () => {
  it('finds nothing in consistent rules', () => {
    expect(found()).toEqual([]);
  });

  it('finds a duplicate under the equivalent verbs', () => {
    expect(found({ ...attrChange(7, horn, feather), causeVerb: 'get', verb: 'drop', count: 2 })).toEqual([['duplicate', [1, 7]]]);
  });

  it.each<readonly [string, number, Rule]>([
    ['count', 0, { id: 7, relation: 'Entity2Attr', entity: { noun: 'cat', adjective: 'tiny' }, attribute: horn, count: 5 }],
    ['direction', 6, { id: 7, relation: 'State2Attr', state: deeplyDizzy, attribute: horn, verb: 'lose', count: 2 }],
    ['place', 2, { id: 7, relation: 'Action2Env', action: 'chase', role: 'target', environment: 'cave' }],
    ['state of a part', 4, { id: 7, relation: 'Action2State', action: 'chase', role: 'actor', state: { word: 'calm', adverb: 'fully' } }],
    ['state of a place', 5, { id: 7, relation: 'Env2State', environment: 'bridge', state: { word: 'calm', adverb: 'fully' } }],
  ])('finds a conflict of %s', (_, other, rule) => {
    expect(found(rule)).toEqual([['conflict', [other, 7]]]);
  });

  it('finds no conflict between different parts of an action, or directions of a cause', () => {
    const target: Rule = { id: 7, relation: 'Action2State', action: 'chase', role: 'target', state: { word: 'calm', adverb: 'fully' } };
    expect(found(target, { ...attrChange(8, horn, feather), causeVerb: 'lose' })).toEqual([]);
  });

  it('finds cycles of one, two and three rules', () => {
    expect(found(attrChange(7, horn, horn))).toEqual([['cycle', [7]]]);
    expect(found(attrChange(7, feather, horn))).toEqual([['cycle', [1, 7]]]);
    expect(found(attrChange(7, feather, coin), attrChange(8, coin, horn))).toContainEqual(['cycle', [1, 7, 8]]);
  });

  it('finds a change that a state brings about both directly and through another', () => {
    const direct: Rule = { id: 7, relation: 'State2Attr', state: deeplyDizzy, attribute: feather, verb: 'gain', count: 1 };
    // Deeply dizzy → feather (rule 7), and deeply dizzy → horn → feather (rules 6 and 1).
    expect(found(direct)).toEqual([['second-path', [7, 6, 1]]]);
  });

  it('finds two causes of one state that lead to the same attribute', () => {
    const coins: Rule = { id: 7, relation: 'State2Attr', state: deeplyDizzy, attribute: coin, verb: 'gain', count: 1 };
    expect(found(coins, attrChange(8, coin, feather))).toEqual([['second-path', [6, 1, 7, 8]]]);
  });

  it('finds no second path where the state changes the cause the other way', () => {
    const coins: Rule = { id: 7, relation: 'State2Attr', state: deeplyDizzy, attribute: coin, verb: 'lose', count: 1 };
    expect(found(coins, attrChange(8, coin, feather))).toEqual([]);
  });

  it('finds an action that leads to one state directly and through its environment', () => {
    const direct: Rule = { id: 7, relation: 'Action2State', action: 'chase', role: 'target', state: dizzy };
    expect(found(direct)).toEqual([['second-path', [7, 2, 5]]]);
  });

  it('finds an action that changes an attribute directly and through environment and state', () => {
    const coins: Rule = { id: 7, relation: 'State2Attr', state: dizzy, attribute: coin, verb: 'gain', count: 1 };
    expect(found(coins)).toEqual([['second-path', [3, 2, 5, 7]]]);
  });

  it('finds words for entities in rules that must not depend on them', () => {
    const cats: Rule = { id: 7, relation: 'State2Attr', state: dizzy, attribute: { noun: 'cat', adjective: 'strong' }, verb: 'gain', count: 1 };
    expect(found(cats)).toEqual([['entity-dependent', [7]]]);
  });

  it('finds words that are unknown or in another role', () => {
    const place: Rule = { id: 7, relation: 'Env2State', environment: 'horn', state: { word: 'blurfy', adverb: 'fully' } };
    expect(found(place)).toEqual([
      ['unknown-word', [7]],
      ['unknown-word', [7]],
    ]);
  });

  it.each([0, -1, 1.5, 100])('finds the count %d', (count) => {
    const rule: Rule = { id: 7, relation: 'Entity2Attr', entity: { noun: 'owl', adjective: 'old' }, attribute: horn, count };
    expect(found(rule)).toEqual([['count', [7]]]);
  });

  it('names the rules in its message', () => {
    const [finding] = checkRules([...CONSISTENT, { ...attrChange(7, horn, feather), verb: 'lose', count: 3 }]);
    expect(finding?.message).toBe(
      'conflict: one premise, two effects on Blue_feather: ' +
        'rule 1 "For each strong horn A gains, it will lose 2 blue feathers.", ' +
        'rule 7 "For each strong horn A gains, it will lose 3 blue feathers."',
    );
  });

  it('finds faults planted in a generated world', () => {
    const { rules } = generateWorld(WorldSettings.parse({ counts: scaledCounts(3000) }), 'planted');
    const last = rules.at(-1) as Extract<Rule, { relation: 'State2Attr' }>;
    const planted: Rule = { ...last, id: rules.length, count: last.count + 1 };
    expect(checkRules([...rules, planted]).map(({ kind, rules: ids }) => [kind, ids])).toEqual([
      ['conflict', [last.id, planted.id]],
    ]);
  });
});
