/** Our decoding in a process of its own; a unit is a token after the prompt, whose reading is not timed. */
import { initBackend } from '../src/backend/init.ts';
import { greedyPasses, plainHooks } from '../src/lm/generate.ts';
import { loadLm } from '../src/lm/load.ts';
import { disposeWeights } from '../src/lm/weights.ts';
import { serveChild } from './child.ts';

await serveChild(async ({ model, prompt = [] }) => {
  await initBackend();
  const lm = await loadLm(model);
  const seconds = (count: number): number => {
    const passes = greedyPasses(lm, [prompt], { maxNewTokens: count + 1, stopIds: [], padId: 0 }, plainHooks(lm));
    passes.next();
    const start = performance.now();
    for (let token = 0; token < count; token += 1) passes.next();
    const taken = (performance.now() - start) / 1000;
    passes.return(undefined);
    return taken;
  };
  return { seconds, dispose: () => disposeWeights(lm.weights) };
});
