/** The API key, which never stands in a configuration: there stands the name of the environment variable that holds it. */
import { UserError } from '../errors.ts';

/**
 * The key in the variable of this name; null where no variable is named.
 *
 * @throws UserError where the variable is not set, or holds more than visible ASCII characters
 */
export function apiKeyFrom(variable: string | null, environment: NodeJS.ProcessEnv = process.env): string | null {
  if (variable === null) return null;
  const key = environment[variable]?.trim() ?? '';
  if (/^[!-~]+$/.test(key)) return key;
  throw UserError.of({
    expected: `the API key in the environment variable ${variable}`,
    got: key === '' ? 'the variable is not set' : 'text that no header can carry', // never the text itself
    where: { key: 'evaluation.endpoint.apiKeyVariable' },
    fix: `export ${variable}=…, or set the key to null for an endpoint that asks for none`,
  });
}
