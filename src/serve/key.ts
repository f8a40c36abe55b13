/** The key that clients must show, which stands in an environment variable and never on a command line. */
import { UserError } from '../errors.ts';

/**
 * The key in the variable of this name.
 * @throws UserError where the variable is not set, or holds what no header can carry
 */
export function serverKey(variable: string, environment: NodeJS.ProcessEnv = process.env): string {
  const key = environment[variable]?.trim() ?? '';
  if (/^[!-~]+$/.test(key)) return key;
  throw UserError.of({
    expected: `the key that clients must show in the environment variable ${variable}`,
    got: key === '' ? 'the variable is not set' : 'text that no header can carry', // never the text itself
    where: { key: '--api-key-variable' },
    fix: `export ${variable}=…, or leave the option out to ask for no key`,
  });
}
