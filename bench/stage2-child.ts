/** Our stage-2 step of SmolLM2 in a process of its own, so that its peak memory is its own; it speaks as the peers do. */
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { initBackend } from '../src/backend/init.ts';
import { loadLm } from '../src/lm/load.ts';
import { ourStage2 } from './stage2-ours.ts';
import { smollm2Spec } from './stage2-spec.ts';

const Work = z.strictObject({ model: z.string() });
const Count = z.strictObject({ steps: z.int().min(1) });

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const first = await lines.next();
const work = Work.parse(JSON.parse(String(first.value)));
await initBackend();
const { config, weights } = await loadLm(work.model);
const own = ourStage2(smollm2Spec(config), weights);
for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
  const { steps } = Count.parse(JSON.parse(line.value));
  const start = performance.now();
  for (let step = 0; step < steps; step += 1) own.step();
  // The kernel counts in KiB.
  const megabytes = (process.resourceUsage().maxRSS * 1024) / 1e6;
  process.stdout.write(`${JSON.stringify({ seconds: (performance.now() - start) / 1000, megabytes })}\n`);
}
own.dispose();
