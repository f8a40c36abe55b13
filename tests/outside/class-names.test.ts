import { UserError } from '../../src/errors.ts';
import { drawClassNames } from '../../src/outside/class-names.ts';
import type { Theory } from '../../src/outside/theory.ts';
import { statePhrase } from '../../src/ruleworld/words.ts';

/** So many classes in a row, the last of which is happy. */
function theory(id: string, classes: number): Theory {
  const rules = Array.from({ length: classes }, (_, at) => ({
    subject: `c${at}`,
    conclusion: at === classes - 1 ? { kind: 'property' as const, name: 'happy', negated: false } : { kind: 'class' as const, name: `c${at + 1}` },
    wording: 'each' as const,
  }));
  return { id, rules, published: { start: 'c0', rules: rules.map((_, at) => at) } };
}

it('no two classes have the same name, and none that of a property', () => {
  // 100 states with 24 adverbs or none, but not "happy" alone: 100 · 25 − 1.
  const full = [theory('a', 1000), theory('b', 1499)];
  const names = drawClassNames(full, 'seed');
  const given = full.flatMap(({ id, rules }) => rules.map(({ subject }) => statePhrase(names(id, subject))));
  expect(new Set(given).size).toBe(2499);
  expect(given).not.toContain('happy');
  expect(given).toContain('deeply happy');
});

it('says when names run out', () => {
  expect(() => drawClassNames([theory('a', 2500)], 'seed')).toThrow(UserError);
  expect(() => drawClassNames([theory('a', 2500)], 'seed')).toThrow(/at most 2499 classes[^]*got: 2500/);
});

it('the seed decides', () => {
  const name = (seed: string): string => statePhrase(drawClassNames([theory('a', 3)], seed)('a', 'c0'));
  expect(name('one')).toBe(name('one'));
  expect(name('one')).not.toBe(name('two'));
});
