/** Generation of the default data, in a process of its own so that its peak memory is its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const CHILD = join(import.meta.dirname, 'generate-child.ts');

export interface GenerationCost {
  /** From start to end of the process. */
  readonly seconds: number;
  /** Peak resident memory. */
  readonly megabytes: number;
}

export async function measureGeneration(): Promise<GenerationCost> {
  const scratch = mkdtempSync(join(tmpdir(), 'dynarule-bench-'));
  try {
    const start = performance.now();
    const child = spawn(process.execPath, ['--import', 'tsx', CHILD, join(scratch, 'data')], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    if (code !== 0) throw new Error(`generation failed with exit code ${String(code)}; run \`dynarule generate\` to see why`);
    return { seconds: (performance.now() - start) / 1000, megabytes: Number(printed) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
