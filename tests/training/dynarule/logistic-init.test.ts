/** The start of the confidence layer by logistic regression over rules. */
import { initBackend } from '../../../src/backend/init.ts';
import { tf, type Tensor2D } from '../../../src/backend/tf.ts';
import { logisticInit } from '../../../src/training/dynarule/logistic-init.ts';
import type { TrainingSetup } from '../../../src/training/dynarule/setup.ts';
import { stage2Groups } from '../../../src/training/dynarule/stage2-task.ts';
import { RULE_WIDTH } from '../../dynarule/tiny-model.ts';
import { keepForFile } from '../../setup/tensors.ts';
import { tinyExperiment, tinySetup } from './tiny-setup.ts';

let setup: TrainingSetup;

beforeAll(async () => {
  await initBackend();
  setup = tinySetup();
  keepForFile(setup.model.weights);
});

/** From the mean over questions about one rule each, which has the rule's words. */
async function started() {
  const { stage2, ...rest } = tinyExperiment();
  const config = { ...rest, stage2: { ...stage2, mix: { single: 1, parallel: 0, hop: 0 }, representations: { FOL: 0, NL: 1 } } };
  const own = { ...setup, format: { ...setup.format, stepQuery: 'mean' as const } };
  const search = tf.slice2d(setup.model.weights.embedding, [1, 0], [1, -1]) as Tensor2D;
  const made = await logisticInit(config, own, stage2Groups(config, own), 1, search);
  search.dispose();
  return made;
}

it('finds rules again in questions that it has not seen, the same each time, and holds no tensor but the adapters', async () => {
  const before = tf.memory().numTensors;
  const { query, key, recallAt1, loss } = await started();
  expect(tf.memory().numTensors).toBe(before + 2);
  const { hiddenSize, heads, headDim } = setup.model.config;
  expect([query.shape, key.shape]).toEqual([[hiddenSize, heads * headDim], [RULE_WIDTH, heads * headDim]]);
  const again = await started();
  expect(Array.from(again.key.dataSync())).toEqual(Array.from(key.dataSync()));
  tf.dispose([query, key, again.query, again.key]);
  // Twelve rules: chance finds 1/12, and has ln 12 nats. The base is random, so its states are a blur.
  expect(recallAt1).toBeGreaterThan(4 / 12);
  expect(loss).toBeLessThan(Math.log(12));
});
