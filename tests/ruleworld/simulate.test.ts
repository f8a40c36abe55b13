import { explain, type ExplanationStyle } from '../../src/ruleworld/explanation.ts';
import { simulate } from '../../src/ruleworld/simulate.ts';
import type { Rule, SubProblem } from '../../src/ruleworld/types.ts';
import { TINY_RULES } from './tiny-world.ts';

const rules = (...ids: number[]): Rule[] => ids.map((id) => TINY_RULES[id] as Rule);
const feather = { noun: 'feather', adjective: 'blue' };
const horn = { noun: 'horn', adjective: 'strong' };

/** A chases B; how many blue feathers has B in the end, starting from `count`? */
const chaseFeathers = (count: number): SubProblem => ({
  facts: [
    { kind: 'count', variable: 'B', attribute: feather, count },
    { kind: 'action', actor: 'A', target: 'B', action: 'chase' },
  ],
  query: { kind: 'final', variable: 'B', attribute: feather },
});

const catHorns: SubProblem = {
  facts: [
    { kind: 'entity', variable: 'B', entity: { noun: 'cat', adjective: 'tiny' } },
    { kind: 'action', actor: 'A', target: 'B', action: 'chase' },
  ],
  query: { kind: 'final', variable: 'B', attribute: horn },
};

function told(problem: SubProblem, proof: Rule[], style: ExplanationStyle): { NL: string[]; FOL: string[] } {
  const texts = (simulate(problem, proof) ?? []).map((outcome) => explain(outcome, style));
  return { NL: texts.map((text) => text.NL), FOL: texts.map((text) => text.FOL) };
}

describe('simulation and explanation', () => {
  it('plays four hops', () => {
    expect(told(chaseFeathers(9), rules(2, 4, 5, 6), 'name-first')).toEqual({
      NL: [
        'A chases B, so B enters bridge',
        'B enters bridge, so B becomes sleepy',
        'B becomes sleepy, so long wings of B: gain 2',
        'B gains 2 long wings, so blue feathers of B: lose 3 each, 2 * 3 = 6, 9 - 6 = 3',
      ],
      FOL: [
        'Chase(A, B) ⇒ Enter(B, Bridge)',
        'Enter(B, Bridge) ⇒ Become(B, Sleepy)',
        'Sleepy(B) ⇒ Long_wing(B): Gain 2',
        'Gain(B, Long_wing, 2) ⇒ Blue_feather(B): Lose 3 each, 2 * 3 = 6, 9 - 6 = 3',
      ],
    });
  });

  it('counts an entity and then changes the count', () => {
    expect(told(catHorns, rules(0, 1), 'name-first')).toEqual({
      NL: ['B is a tiny cat, so strong horns of B: 4', 'A chases B, so strong horns of B: lose 2, 4 - 2 = 2'],
      FOL: ['Tiny_cat(B) ⇒ Strong_horn(B): 4', 'Chase(A, B) ⇒ Strong_horn(B): Lose 2, 4 - 2 = 2'],
    });
  });

  it("keeps the rules' order and verbs in the paper's style", () => {
    expect(told(catHorns, rules(0, 1), 'paper')).toEqual({
      NL: ['B is a tiny cat, so B has 4 strong horns', 'A chases B, so B drops 2 strong horns, 4 - 2 = 2'],
      FOL: ['Tiny_cat(B) ⇒ Has(B, Strong_horn, 4)', 'Chase(A, B) ⇒ Drop(B, Strong_horn, 2), 4 - 2 = 2'],
    });
  });

  it('gives null where a count falls below zero, and a count of zero where it does not', () => {
    expect(simulate(chaseFeathers(5), rules(2, 4, 5, 6))).toBeNull();
    expect(simulate(chaseFeathers(6), rules(2, 4, 5, 6))?.at(-1)).toMatchObject({ before: 6, amount: -6, after: 0 });
  });

  it('refuses a rule whose premise does not hold', () => {
    expect(() => simulate(chaseFeathers(9), rules(4))).toThrow('rule 4 (Env2State) is applied where its premise');
    expect(() => simulate(chaseFeathers(9), rules(3))).toThrow('rule 3 (Action2State)');
  });
});
