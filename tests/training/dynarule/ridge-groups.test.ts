/** What the ridge regression is fitted to. */
import { initBackend } from '../../../src/backend/init.ts';
import { prepareGroup } from '../../../src/training/data/groups.ts';
import { ridgeGroups } from '../../../src/training/dynarule/ridge-groups.ts';
import type { TrainingSetup } from '../../../src/training/dynarule/setup.ts';
import { stage2Groups } from '../../../src/training/dynarule/stage2-task.ts';
import { keepForFile } from '../../setup/tensors.ts';
import { tinyExperiment, tinySetup } from './tiny-setup.ts';

let setup: TrainingSetup;
beforeAll(async () => {
  await initBackend();
  setup = tinySetup();
  keepForFile(setup.model.weights);
});

/** Gold rules of each question of a group. */
async function goldOf(retrieval: 'per-step' | 'once', groupsOf: typeof ridgeGroups): Promise<number[][]> {
  const config = tinyExperiment();
  const { dynarule, stage2 } = config;
  const hops = { ...config, dynarule: { ...dynarule, retrieval }, stage2: { ...stage2, mix: { single: 0, parallel: 0, hop: 1 } } };
  const group = await prepareGroup(groupsOf(hops, { ...setup, format: { ...setup.format, retrieval } }), 0);
  group.embeddings.dispose();
  return group.batches.flatMap(({ gold }) => gold.map((steps) => steps.flat()));
}

it('is what stage 2 trains on, step by step', async () => {
  expect(await goldOf('per-step', ridgeGroups)).toEqual(await goldOf('per-step', stage2Groups));
});

it('has one gold rule at a time where stage 2 retrieves all of them at once', async () => {
  const all = await goldOf('once', stage2Groups);
  expect(Math.min(...all.map((rules) => rules.length))).toBeGreaterThan(1);
  const single = await goldOf('once', ridgeGroups);
  expect(single.map((rules) => rules.length)).toEqual(single.map(() => 1));
  // Not always the first step's: the hops begin at different rules than they end at.
  const firsts = new Set(all.map(([first]) => first));
  expect(single.some(([rule]) => !firsts.has(rule))).toBe(true);
});
