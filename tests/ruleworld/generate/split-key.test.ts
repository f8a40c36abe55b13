/** Keys that keep splits apart. */
import { problemKey, splitKey, splitOfKey } from '../../../src/ruleworld/generate/split-key.ts';
import type { WorldQuestion } from '../../../src/ruleworld/types.ts';
import { SAMPLE_QUESTIONS } from '../dataset/sample.ts';

const [pair, merged] = SAMPLE_QUESTIONS as [WorldQuestion, WorldQuestion];

it('is the set of gold rules where there are several', () => {
  expect(splitKey(pair)).toBe('0 1');
  expect(splitKey(merged)).toBe('2 3 5');
  expect(splitKey({ ...merged, steps: merged.steps.toReversed() })).toBe('2 3 5');
});

it('is the problem where there is one rule, whatever its variables are called', () => {
  const single = (variable: string, count: number): WorldQuestion => ({
    ...pair,
    subtask: 'single-rule',
    problem: {
      parts: [
        {
          facts: [{ kind: 'count', variable, attribute: { noun: 'coin', adjective: null }, count }],
          query: { kind: 'final', variable, attribute: { noun: 'coin', adjective: null } },
        },
      ],
    },
  });
  expect(splitKey(single('A', 3))).toBe(splitKey(single('C', 3)));
  expect(splitKey(single('A', 3))).not.toBe(splitKey(single('A', 4)));
});

it('tells actor and target apart', () => {
  const asked = (variable: string): string =>
    problemKey({
      parts: [{ facts: [{ kind: 'action', actor: 'A', target: 'B', action: 'chase' }], query: { kind: 'state', variable } }],
    });
  expect(asked('A')).not.toBe(asked('B'));
});

it('gives validation and test a sixteenth of the keys each', () => {
  const splits = Array.from({ length: 16_000 }, (_, index) => splitOfKey(String(index)));
  // 1,000 expected, standard deviation √(16,000 · 1/16 · 15/16) ≈ 31; the hash is fixed, so the count is too.
  for (const split of ['validation', 'test']) {
    const count = splits.filter((name) => name === split).length;
    expect(Math.abs(count - 1000)).toBeLessThan(4 * 31);
  }
});
