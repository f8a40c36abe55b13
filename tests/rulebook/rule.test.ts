import { encodedText, ruleText, splitRule } from '../../src/rulebook/rule.ts';
import { ruleText as ruleWorldText } from '../../src/ruleworld/rule-text.ts';
import { taggedWords } from '../../src/encoder/tagged-words.ts';
import { TINY_RULES } from '../ruleworld/tiny-world.ts';

describe('splitRule', () => {
  it.each([
    ['If A chases B, B will enter bridge.', 'If A chases B', 'B will enter bridge'],
    ['Chase(A, B) ⇒ Enter(B, Bridge)', 'Chase(A, B)', 'Enter(B, Bridge)'],
    ['rain => wet streets', 'rain', 'wet streets'],
    ['For each horn A gains, it will lose 2 tails.', 'For each horn A gains', 'it will lose 2 tails'],
    ['If it is red, big and round, then it rolls.', 'If it is red, big and round', 'it rolls'],
    ['If f(a, b) holds, g holds', 'If f(a, b) holds', 'g holds'],
    ['When it rains then take an umbrella', 'When it rains', 'take an umbrella'],
  ])('%s', (text, premise, conclusion) => {
    expect(splitRule(text)).toEqual({ premise, conclusion });
  });

  it.each(['Cats have tails.', 'If it rains', '⇒ wet', 'rain ⇒', 'It rains, then it pours', ''])('finds no rule in "%s"', (text) => {
    expect(splitRule(text)).toBeNull();
  });

  it('takes apart what ruleText puts together', () => {
    for (const rule of TINY_RULES) {
      const { FOL, NL } = ruleWorldText(rule);
      expect([FOL, NL].map((text) => ruleText(splitRule(text)!))).toEqual([FOL, NL]);
    }
  });
});

it('gives the encoder a premise that ends where the rule has it end', () => {
  const rule = { premise: 'If it is red, big and round', conclusion: 'it rolls' };
  const sections = taggedWords(encodedText(rule)).map(({ form, section }) => `${section} ${form}`);
  expect(sections).toEqual(['premise red', 'premise big', 'premise round', 'conclusion roll']);
});
