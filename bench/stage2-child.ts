/** Our stage-2 step of SmolLM2 in a process of its own; a unit is a step. */
import { initBackend } from '../src/backend/init.ts';
import { loadLm } from '../src/lm/load.ts';
import { serveChild } from './child.ts';
import { ourStage2 } from './stage2-ours.ts';
import { smollm2Spec } from './stage2-spec.ts';

await serveChild(async ({ model }) => {
  await initBackend();
  const { config, weights } = await loadLm(model);
  const own = ourStage2(smollm2Spec(config), weights);
  const seconds = (steps: number): number => {
    const start = performance.now();
    for (let step = 0; step < steps; step += 1) own.step();
    return (performance.now() - start) / 1000;
  };
  return { seconds, dispose: () => own.dispose() };
});
