import { attributeKey, changeKey, premiseKey, roleKey, ruleKey, stateKey } from '../../src/ruleworld/rule-key.ts';
import { CONSISTENT, deeplyDizzy, horn } from './examples.ts';

describe('ruleKey', () => {
  it('names premise and effect without numbers', () => {
    expect(CONSISTENT.map(ruleKey)).toEqual([
      'is tiny cat > strong horn',
      'gain strong horn > blue feather',
      'action chase > target enter bridge',
      'action chase > target shiny coin',
      'action chase > actor become deeply dizzy',
      'enter bridge > become dizzy',
      'become deeply dizzy > strong horn',
    ]);
  });

  it('leaves the id, the number and the direction of an effect out', () => {
    const rule = { id: 6, relation: 'State2Attr', state: deeplyDizzy, attribute: horn, verb: 'gain', count: 2 } as const;
    expect(ruleKey({ ...rule, id: 9, verb: 'drop', count: 5 })).toBe(ruleKey(rule));
  });

  it('takes gain and get as one premise, and gain and lose as two', () => {
    expect(changeKey(horn, 'get')).toBe(changeKey(horn, 1));
    expect(changeKey(horn, 'drop')).toBe('lose strong horn');
    expect(changeKey(horn, 'lose')).not.toBe(changeKey(horn, 'gain'));
  });

  it('has keys for the parts of a rule', () => {
    expect(attributeKey(horn)).toBe('strong horn');
    expect(stateKey(deeplyDizzy)).toBe('deeply dizzy');
    expect(roleKey('chase', 'actor')).toBe('chase actor');
    expect(CONSISTENT.map(premiseKey)[2]).toBe('action chase');
  });
});
