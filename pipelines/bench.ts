/** Measures our work beside its peers and prints one JSON line a work. */
import { announceBackend, initBackend } from '../src/backend/init.ts';
import { complaint, resultLine } from '../bench/work-result.ts';
import { generation, stage2Growth, stage2RepositoryStep, stage2Step, THREADS, type Measured } from '../bench/works.ts';

export interface BenchOptions {
  readonly backend?: string;
}

/**
 * Results go to standard output, everything else to standard error.
 *
 * @throws UserError where PyTorch, the other side, cannot be had; Error at the end
 *   where a ratio is out of its bounds
 */
export async function run(options: BenchOptions): Promise<void> {
  process.env['TF_NUM_INTRAOP_THREADS'] = String(THREADS); // read when the backend starts
  announceBackend(await initBackend(options.backend));
  const note = (line: string): void => void process.stderr.write(`${line}\n`);
  const works = [() => stage2Step(note), () => stage2RepositoryStep(note), stage2Growth, generation];
  const complaints: string[] = [];
  for (const work of works) complaints.push(...report(await work()));
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
}

/** Prints the results; returns the complaints. */
function report(measured: readonly Measured[]): string[] {
  for (const { result } of measured) process.stdout.write(`${resultLine(result)}\n`);
  return measured.map(({ result, limit }) => complaint(result, limit)).filter((line) => line !== null);
}
