/** The decoder's rules: replaced row by row, kept with their rows, freed at the end. */
import { initBackend } from '../../src/backend/init.ts';
import { tf, type Tensor3D } from '../../src/backend/tf.ts';
import { createRuleCache, type CachedRules } from '../../src/dynarule/rule-cache.ts';

beforeAll(() => initBackend());

/** One rule a row, all of its numbers the row's mark. */
function marked(...marks: number[]): CachedRules {
  const rules = (): Tensor3D => tf.tensor3d(marks, [marks.length, 1, 1]);
  return { keys: rules(), values: rules(), prior: rules() };
}

function marksOf({ keys, values, prior }: CachedRules): number[] {
  const marks = [...keys.dataSync()];
  expect([...values.dataSync()]).toEqual(marks);
  expect([...prior.dataSync()]).toEqual(marks);
  return marks;
}

it('replaces the rules of the rows that searched and leaves the others', () => {
  const before = tf.memory().numTensors;
  const cache = createRuleCache();
  tf.tidy(() => cache.replace(0, marked(1, 2, 3, 4), [0, 1, 2, 3], 4));
  tf.tidy(() => cache.replace(0, marked(10, 30), [0, 2], 4));
  expect(marksOf(cache.at(0))).toEqual([10, 2, 30, 4]);
  cache.keepRows([1, 2]);
  expect(marksOf(cache.at(0))).toEqual([2, 30]);
  tf.tidy(() => cache.replace(0, marked(20), [0], 2));
  expect(marksOf(cache.at(0))).toEqual([20, 30]);
  expect(tf.memory().numTensors).toBe(before + 3);
  cache.dispose();
  expect(tf.memory().numTensors).toBe(before);
});

it('keeps layers apart, and says where one has no rules yet', () => {
  const cache = createRuleCache();
  tf.tidy(() => {
    cache.replace(0, marked(1), [0], 1);
    cache.replace(2, marked(2), [0], 1);
  });
  expect([marksOf(cache.at(0)), marksOf(cache.at(2))]).toEqual([[1], [2]]);
  expect(() => cache.at(1)).toThrow(/layer 1 has no rules/);
  cache.dispose();
});
