import { UserError } from '../../src/errors.ts';
import { drawNames } from '../../src/outside/names.ts';
import type { Theory } from '../../src/outside/theory.ts';
import { STATE_WORDS } from '../../src/ruleworld/vocabulary/states.ts';
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
  // 100 states with 24 adverbs or none.
  const full = [theory('a', 1000), theory('b', 1500)];
  const names = drawNames(full, 'seed');
  const given = full.flatMap(({ id, rules }) => rules.map(({ subject }) => statePhrase(names.classOf(id, subject))));
  expect(new Set(given).size).toBe(2500);
  expect(given).not.toContain(statePhrase(names.propertyOf('happy')));
  // Those without an adverb come last.
  expect(given.map((name) => name.includes(' '))).toEqual([...Array(2400).fill(true), ...Array(100).fill(false)]);
});

it('a property has no state in its name, which classes have', () => {
  const { word, adverb } = drawNames([theory('a', 3)], 'seed').propertyOf('happy');
  expect(adverb).toBe('truly');
  expect(STATE_WORDS).not.toContain(word);
});

it('says when names run out', () => {
  expect(() => drawNames([theory('a', 2501)], 'seed')).toThrow(UserError);
  expect(() => drawNames([theory('a', 2501)], 'seed')).toThrow(/at most 2500 classes[^]*got: 2501/);
});

it('the seed decides', () => {
  const name = (seed: string): string => statePhrase(drawNames([theory('a', 3)], seed).classOf('a', 'c0'));
  expect(name('one')).toBe(name('one'));
  expect(name('one')).not.toBe(name('two'));
});
