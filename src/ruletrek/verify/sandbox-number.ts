/** Acceptance number 11: the twelve probes of the sandbox that a run would take. */
import { UserError } from '../../errors.ts';
import { chooseSandbox } from '../sandbox/require.ts';
import { testSandbox } from '../sandbox/self-test.ts';
import type { AcceptanceNumber } from './numbers.ts';

/**
 * Where this machine has no sandbox there is nothing to probe, and a run refuses; a probe that gets through is a fault.
 * @param goldFolder where gold lies; see testSandbox
 */
export async function sandboxNumber(goldFolder: string, path = process.env['PATH'] ?? ''): Promise<AcceptanceNumber> {
  try {
    const kind = chooseSandbox('auto', path);
    const found = await testSandbox(kind, goldFolder);
    const failed = found.filter(({ passed }) => !passed).map(({ name, seen }) => `${name}: ${seen}`);
    const rest = failed.length > 0 ? `; got through: ${failed.join('; ')}` : '';
    return { number: 11, text: `sandbox ${kind}: ${found.length - failed.length} of ${found.length} probes pass${rest}`, state: failed.length === 0 ? 'met' : 'missed' };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { number: 11, text: `no sandbox on this machine, runs of agents with commands refuse: ${error.message.replaceAll(/\s*\n\s*/g, '; ')}`, state: 'skipped' };
  }
}
