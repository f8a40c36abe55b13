import { duplicateKey } from '../../../src/lm/files/json-keys.ts';

describe('duplicateKey', () => {
  it('finds a key that occurs twice in one object, however it is written', () => {
    expect(duplicateKey('{"a": 1, "b": {"c": 2, "c": 3}}')).toBe('c');
    expect(duplicateKey(String.raw`{"a": 1, "a": 2}`)).toBe('a');
  });

  it('lets the same key be in two objects, and look-alikes in strings and lists', () => {
    expect(duplicateKey('{"x": {"a": 1}, "y": {"a": 2}, "a": 3}')).toBeNull();
    expect(duplicateKey(String.raw`{"a": "\"a\": {", "b": ["a", "a"], "c": [{"a": 1}, {"a": 2}]}`)).toBeNull();
  });
});
