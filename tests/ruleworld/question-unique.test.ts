import { questionIndex } from '../../src/ruleworld/question-index.ts';
import { hasOneAnswer } from '../../src/ruleworld/question-unique.ts';
import type { GivenFact, Query, Rule } from '../../src/ruleworld/types.ts';
import { TINY_RULES } from './tiny-world.ts';

const chase: GivenFact = { kind: 'action', actor: 'A', target: 'B', action: 'chase' };
const feather = { noun: 'feather', adjective: 'blue' };
const wing = { noun: 'wing', adjective: 'long' };

function unique(extra: Rule[], facts: GivenFact[], query: Query, proof: number[]): boolean {
  const rules = [...TINY_RULES, ...extra];
  return hasOneAnswer(questionIndex(rules), { facts, query }, proof.map((id) => rules[id] as Rule));
}

const feathersOfB: Query = { kind: 'change', variable: 'B', attribute: feather };

describe('one answer', () => {
  it('holds for the chains of the hand-made world', () => {
    expect(unique([], [chase], feathersOfB, [2, 4, 5, 6])).toBe(true);
    expect(unique([], [chase], { kind: 'environment', variable: 'B' }, [2])).toBe(true);
  });

  it('fails where the action also reaches the attribute directly', () => {
    const direct: Rule = { id: 12, relation: 'Action2Attr', action: 'chase', role: 'target', attribute: feather, verb: 'gain', count: 1 };
    expect(unique([direct], [chase], feathersOfB, [2, 4, 5, 6])).toBe(false);
  });

  it('counts a cause only where it changes in the direction that the rule asks for', () => {
    const tail = { noun: 'tail', adjective: 'red' };
    const cause = (causeVerb: 'gain' | 'lose'): Rule[] => [
      { id: 12, relation: 'State2Attr', state: { word: 'sleepy', adverb: null }, attribute: tail, verb: 'gain', count: 1 },
      { id: 13, relation: 'AttrChange2Attr', cause: tail, causeVerb, attribute: feather, verb: 'gain', count: 1 },
    ];
    expect(unique(cause('gain'), [chase], feathersOfB, [2, 4, 5, 6])).toBe(false);
    expect(unique(cause('lose'), [chase], feathersOfB, [2, 4, 5, 6])).toBe(true);
  });

  it('lets a state by an action stand beside a state by a place, since the question names the way', () => {
    const state: Rule = { id: 12, relation: 'Action2State', action: 'chase', role: 'target', state: { word: 'happy', adverb: null } };
    const query: Query = { kind: 'state', variable: 'B' };
    expect(unique([state], [chase], query, [2, 4])).toBe(true);
    expect(unique([state], [chase], query, [12])).toBe(true);
    const second: Rule = { id: 13, relation: 'Env2State', environment: 'bridge', state: { word: 'sad', adverb: null } };
    expect(unique([state, second], [chase], query, [2, 4])).toBe(false);
    expect(unique([state, second], [chase], query, [12])).toBe(true);
  });

  it('fails for two counts of one entity', () => {
    const dog: GivenFact = { kind: 'entity', variable: 'A', entity: { noun: 'dog', adjective: 'old' } };
    const query: Query = { kind: 'final', variable: 'A', attribute: wing };
    const again: Rule = { id: 12, relation: 'Entity2Attr', entity: { noun: 'dog', adjective: 'old' }, attribute: wing, count: 2 };
    expect(unique([], [dog], query, [10])).toBe(true);
    expect(unique([again], [dog], query, [10])).toBe(false);
  });
});
