import { apiKeyFrom } from '../../src/endpoint/api-key.ts';

describe('apiKeyFrom', () => {
  it('reads the variable that is named', () => {
    expect(apiKeyFrom('KEY', { KEY: ' sk-1\n' })).toBe('sk-1');
    expect(apiKeyFrom(null, { KEY: 'sk-1' })).toBeNull();
  });

  it.each([
    [{}, /the API key in the environment variable KEY\n {2}got: the variable is not set\n {2}fix: export KEY=…/],
    [{ KEY: '' }, /got: the variable is not set/],
    [{ KEY: 'sk-1 sk-2' }, /got: text that no header can carry/],
  ])('refuses %j without showing it', (environment, message) => {
    expect(() => apiKeyFrom('KEY', environment)).toThrow(message);
    expect(() => apiKeyFrom('KEY', environment)).not.toThrow(/sk-/);
  });
});
