/** One of our own works in a process of its own, so that its threads and its peak memory are its own; it speaks as the peers do. */
import { createInterface } from 'node:readline';
import { z } from 'zod';

const Work = z.strictObject({ model: z.string(), prompt: z.array(z.int()).optional() });
export type ChildWork = z.infer<typeof Work>;

/** What a work does with a count: so many units of it, and the seconds that they took. */
export interface ChildSide {
  seconds(count: number): number;
  dispose(): void;
}

const Count = z.strictObject({ steps: z.int().min(1) });

/** Reads the work, then counts, until the input ends. */
export async function serveChild(start: (work: ChildWork) => Promise<ChildSide>): Promise<void> {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const first = await lines.next();
  const side = await start(Work.parse(JSON.parse(String(first.value))));
  for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
    const seconds = side.seconds(Count.parse(JSON.parse(line.value)).steps);
    // The kernel counts in KiB.
    const megabytes = (process.resourceUsage().maxRSS * 1024) / 1e6;
    process.stdout.write(`${JSON.stringify({ seconds, megabytes })}\n`);
  }
  side.dispose();
}
