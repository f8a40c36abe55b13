/** Measures our work beside its peers and prints one JSON line a work. */
import { announceBackend, initBackend } from '../src/backend/init.ts';
import { complaint, resultLine } from '../bench/work-result.ts';
import { THREADS, type Measured } from '../bench/work.ts';
import { WORK_NAMES, type WorkName } from '../bench/work-names.ts';
import { WORKS } from '../bench/works.ts';

export interface BenchOptions {
  readonly backend?: string;
  /** The works to measure; all by default. */
  readonly works?: readonly WorkName[];
}

/**
 * Results go to standard output, everything else to standard error.
 *
 * @throws UserError where PyTorch, the other side, cannot be had; Error at the end
 *   where a ratio is out of its bounds
 */
export async function run(options: BenchOptions): Promise<void> {
  process.env['TF_NUM_INTRAOP_THREADS'] = String(THREADS); // read when the backend starts
  if (options.backend !== undefined) process.env['DYNARULE_BACKEND'] = options.backend; // for works in processes of their own
  announceBackend(await initBackend(options.backend));
  const note = (line: string): void => void process.stderr.write(`${line}\n`);
  const names = options.works ?? WORK_NAMES;
  const complaints: string[] = [];
  for (const name of names) complaints.push(...report(await WORKS[name](note)));
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
}

/** Prints the results; returns the complaints. */
function report(measured: readonly Measured[]): string[] {
  for (const { result } of measured) process.stdout.write(`${resultLine(result)}\n`);
  return measured.map(({ result, limit }) => complaint(result, limit)).filter((line) => line !== null);
}
