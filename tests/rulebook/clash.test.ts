import { findClashes } from '../../src/rulebook/clash.ts';
import { splitRule, type OwnRule } from '../../src/rulebook/rule.ts';
import { ruleText as ruleWorldText } from '../../src/ruleworld/rule-text.ts';
import { TINY_RULES } from '../ruleworld/tiny-world.ts';

const rules = (...texts: readonly string[]): OwnRule[] => texts.map((text, at) => ({ id: `r${at}`, ...splitRule(text)! }));

it.each([
  ['If A runs, A is tired', 'If A runs, A is happy', 'conflict'],
  ['If A runs, A is tired', 'if  a RUNS, a is tired.', 'duplicate'],
  ['A runs ⇒ A is tired', 'If A runs, A is happy', 'conflict'],
  ['If A enters bridge, it will become sleepy.', 'If A enters bridge, it will become deeply dizzy.', 'conflict'],
  ['Chase(A, B) ⇒ Enter(B, Bridge)', 'Chase(A, B) ⇒ Enter(B, Forest)', 'conflict'],
  ['Sleepy(A) ⇒ Gain(A, Long_wing, 2)', 'Sleepy(A) ⇒ Lose(A, Long_wing, 3)', 'conflict'],
  ['If A is a tiny cat, it has 4 strong horns.', 'If A is a tiny cat, it has 1 strong horn.', 'conflict'],
])('%s | %s: %s', (first, second, kind) => {
  expect(findClashes(rules('If Z, Y', first, second))).toEqual([{ kind, at: 2, other: 1 }]);
});

it.each([
  ['If A runs, A is tired', 'If A walks, A is happy'],
  ['If you are late, you may leave', 'If you are early, you must leave'],
  // One premise, two things in RuleWorld's language: who enters, who becomes, which attribute.
  ['If A chases B, B will enter bridge.', 'If A chases B, A will become deeply dizzy.'],
  ['Chase(A, B) ⇒ Enter(B, Bridge)', 'Chase(A, B) ⇒ Enter(A, Forest)'],
  ['If A becomes sleepy, it will gain 2 long wings.', 'If A becomes sleepy, it will gain 2 long horns.'],
])('%s | %s: both may stand', (first, second) => {
  expect(findClashes(rules(first, second))).toEqual([]);
});

it('tells "may" from "must"', () => {
  expect(findClashes(rules('If A, you may leave', 'If A, you must leave'))).toMatchObject([{ kind: 'conflict' }]);
});

it('finds an id that two rules have', () => {
  const [a, b] = rules('If A, B', 'If C, D');
  expect(findClashes([a!, { ...b!, id: 'r0' }])).toEqual([{ kind: 'same-id', at: 1, other: 0 }]);
});

it('finds nothing in a consistent repository, in either form', () => {
  for (const form of ['FOL', 'NL'] as const) expect(findClashes(rules(...TINY_RULES.map((rule) => ruleWorldText(rule)[form])))).toEqual([]);
});
