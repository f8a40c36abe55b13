/** The solver on problems small enough to be worked out by hand. */
import { prove, solve, UnsolvableError } from '../../src/ruleworld/solver.ts';
import type { Attribute, GivenFact, Problem, Query, Rule, State } from '../../src/ruleworld/types.ts';

const horn: Attribute = { noun: 'horn', adjective: 'strong' };
const feather: Attribute = { noun: 'feather', adjective: 'blue' };
const dizzy: State = { word: 'dizzy', adverb: 'deeply' };
const cat = { noun: 'cat', adjective: 'tiny' };

const catHorns: Rule = { id: 0, relation: 'Entity2Attr', entity: cat, attribute: horn, count: 4 };
const chaseHorns: Rule = { id: 1, relation: 'Action2Attr', action: 'chase', role: 'target', attribute: horn, verb: 'drop', count: 2 };
const chaseBridge: Rule = { id: 2, relation: 'Action2Env', action: 'chase', role: 'target', environment: 'bridge' };
const bridgeDizzy: Rule = { id: 3, relation: 'Env2State', environment: 'bridge', state: dizzy };
const dizzyHorns: Rule = { id: 4, relation: 'State2Attr', state: dizzy, attribute: horn, verb: 'get', count: 3 };
const hornsFeathers: Rule = { id: 5, relation: 'AttrChange2Attr', cause: horn, causeVerb: 'gain', attribute: feather, verb: 'lose', count: 2 };
const chaserAngry: Rule = { id: 6, relation: 'Action2State', action: 'chase', role: 'actor', state: { word: 'angry', adverb: null } };

const chase: GivenFact = { kind: 'action', actor: 'A', target: 'B', action: 'chase' };
const isCat: GivenFact = { kind: 'entity', variable: 'B', entity: cat };
const finalHorns: Query = { kind: 'final', variable: 'B', attribute: horn };

const ask = (query: Query, ...facts: GivenFact[]): Problem => ({ parts: [{ facts, query }] });

describe('solve', () => {
  it('follows an action to the place and the state of its target', () => {
    const rules = [chaseBridge, bridgeDizzy];
    expect(solve(ask({ kind: 'environment', variable: 'B' }, chase), rules)).toBe('bridge');
    expect(solve(ask({ kind: 'state', variable: 'B' }, chase), rules)).toBe('deeply dizzy');
  });

  it('keeps actor and target apart', () => {
    expect(solve(ask({ kind: 'state', variable: 'A' }, chase), [chaserAngry, chaseBridge, bridgeDizzy])).toBe('angry');
  });

  it('takes a loss from what an entity has', () => {
    // 4 horns of a tiny cat − 2 = 2
    expect(solve(ask(finalHorns, isCat, chase), [catHorns, chaseHorns])).toBe('2');
  });

  it('multiplies per unit through four hops', () => {
    // chase → bridge → deeply dizzy → 3 horns gained → 3 × 2 = 6 feathers lost; 9 − 6 = 3
    const given: GivenFact = { kind: 'count', variable: 'B', attribute: feather, count: 9 };
    const rules = [hornsFeathers, dizzyHorns, bridgeDizzy, chaseBridge];
    expect(solve(ask({ kind: 'final', variable: 'B', attribute: feather }, given, chase), rules)).toBe('3');
    expect(solve(ask({ kind: 'change', variable: 'B', attribute: feather }, chase), rules)).toBe('lose 6');
  });

  it('applies a rule per unit in its own direction alone', () => {
    const lost: GivenFact = { kind: 'change', variable: 'B', attribute: horn, verb: 'lose', count: 2 };
    expect(() => solve(ask({ kind: 'change', variable: 'B', attribute: feather }, lost), [hornsFeathers])).toThrow(
      'nothing changes the blue feather of B',
    );
    // Get is gain: 2 × 2 = 4
    expect(solve(ask({ kind: 'change', variable: 'B', attribute: feather }, { ...lost, verb: 'get' }), [hornsFeathers])).toBe('lose 4');
  });

  it('joins the answers of several parts by commas', () => {
    const state: Query = { kind: 'state', variable: 'D' };
    const problem: Problem = {
      parts: [
        { facts: [isCat], query: finalHorns },
        { facts: [{ kind: 'environment', variable: 'D', environment: 'bridge' }], query: state },
      ],
    };
    expect(solve(problem, [catHorns, bridgeDizzy])).toBe('4, deeply dizzy');
  });
});

describe('prove', () => {
  it('names the rules that the answer rests on, causes first, and no other', () => {
    const rules = [dizzyHorns, bridgeDizzy, catHorns, chaseBridge];
    // 4 + 3 = 7, through rules 0, 2, 3, 4
    const proof = prove(ask(finalHorns, isCat, chase), [...rules, chaserAngry]);
    expect(proof.answer).toBe('7');
    expect(proof.parts[0]?.rules).toEqual([0, 2, 3, 4]);
    expect(proof.parts[0]?.lines).toEqual([
      'rule 0: B has 4 strong horn',
      'rule 2: B enters bridge',
      'rule 3: B becomes deeply dizzy',
      'rule 4: B changes by 3 strong horn',
    ]);
  });
});

describe('problems without exactly one answer', () => {
  const refused = (problem: Problem, rules: readonly Rule[], message: string): void => {
    expect(() => solve(problem, rules)).toThrow(UnsolvableError);
    expect(() => solve(problem, rules)).toThrow(message);
  };

  it('says what is missing', () => {
    refused(ask(finalHorns, chase), [chaseHorns], 'nothing says the first count of strong horn of B');
    refused(ask({ kind: 'state', variable: 'B' }, chase), [bridgeDizzy], 'nothing says the state of B');
    refused({ parts: [] }, [], 'the problem asks nothing');
  });

  it('says what is ambiguous', () => {
    const other: Rule = { id: 7, relation: 'Action2Env', action: 'chase', role: 'target', environment: 'harbor' };
    refused(ask({ kind: 'environment', variable: 'B' }, chase), [chaseBridge, other], 'more than one environment of B');
    const counted: GivenFact = { kind: 'count', variable: 'B', attribute: horn, count: 4 };
    refused(ask(finalHorns, isCat, counted), [catHorns], 'more than one first count');
  });

  it('refuses a count below zero', () => {
    const counted: GivenFact = { kind: 'count', variable: 'B', attribute: horn, count: 1 };
    refused(ask(finalHorns, counted, chase), [chaseHorns], 'would be -1'); // 1 − 2
  });

  it('notices a cycle', () => {
    const back: Rule = { id: 8, relation: 'AttrChange2Attr', cause: feather, causeVerb: 'lose', attribute: horn, verb: 'gain', count: 1 };
    const gained: GivenFact = { kind: 'change', variable: 'B', attribute: horn, verb: 'gain', count: 1 };
    expect(() => solve(ask({ kind: 'change', variable: 'B', attribute: feather }, gained), [hornsFeathers, back])).toThrow(
      'rule 5 follows from itself',
    );
  });
});
