import { ruleText } from '../../src/ruleworld/rule-text.ts';
import { CONSISTENT, feather, horn } from './examples.ts';

/** Written by hand after the paper's Table 7, in the order of `CONSISTENT`. */
const TEXTS = [
  ['Tiny_cat(A) ⇒ Has(Strong_horn, 4)', 'If A is a tiny cat, it has 4 strong horns.'],
  ['Gain(A, Strong_horn, 1) ⇒ Lose(A, Blue_feather, 2)', 'For each strong horn A gains, it will lose 2 blue feathers.'],
  ['Chase(A, B) ⇒ Enter(B, Bridge)', 'If A chases B, B will enter bridge.'],
  ['Chase(A, B) ⇒ Drop(B, Shiny_coin, 1)', 'If A chases B, B will drop 1 shiny coin.'],
  ['Chase(A, B) ⇒ Become(A, Deeply_dizzy)', 'If A chases B, A will become deeply dizzy.'],
  ['Enter(A, Bridge) ⇒ Become(A, Dizzy)', 'If A enters bridge, it will become dizzy.'],
  ['Deeply_dizzy(A) ⇒ Gain(A, Strong_horn, 2)', 'If A becomes deeply dizzy, it will gain 2 strong horns.'],
];

describe('ruleText', () => {
  it.each(CONSISTENT.map((rule, at) => [rule.relation, rule, TEXTS[at]] as const))('writes %s', (_, rule, expected) => {
    const { FOL, NL } = ruleText(rule);
    expect([FOL, NL]).toEqual(expected);
  });

  it('uses the article that the adjective needs', () => {
    const rule = { id: 0, relation: 'Entity2Attr', entity: { noun: 'owl', adjective: 'old' }, attribute: horn, count: 1 } as const;
    expect(ruleText(rule).NL).toBe('If A is an old owl, it has 1 strong horn.');
  });

  it('keeps the surface verb of a change', () => {
    const rule = { id: 0, relation: 'AttrChange2Attr', cause: feather, causeVerb: 'drop', attribute: horn, verb: 'get', count: 3 } as const;
    expect(ruleText(rule)).toEqual({
      FOL: 'Drop(A, Blue_feather, 1) ⇒ Get(A, Strong_horn, 3)',
      NL: 'For each blue feather A drops, it will get 3 strong horns.',
    });
  });
});
