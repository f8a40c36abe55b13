/** The closed-form start of the confidence layer. */
import { initBackend } from '../../../src/backend/init.ts';
import { tf, type Tensor2D } from '../../../src/backend/tf.ts';
import type { TrainingSetup } from '../../../src/training/dynarule/setup.ts';
import { ridgeInit } from '../../../src/training/dynarule/ridge-init.ts';
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

async function initialised(options = stage2Groups(tinyExperiment(), setup)) {
  const search = tf.slice2d(setup.model.weights.embedding, [1, 0], [1, -1]) as Tensor2D;
  const init = await ridgeInit(tinyExperiment(), setup, options, 1, search);
  search.dispose();
  return init;
}

it('starts the query as the identity and the key with a column for each of its entries', async () => {
  const { query, key } = await initialised();
  const { hiddenSize, heads, headDim } = setup.model.config;
  expect(query.shape).toEqual([hiddenSize, heads * headDim]);
  expect(key.shape).toEqual([RULE_WIDTH, heads * headDim]);
  expect(query).toBeAllclose(Array.from(tf.tidy(() => tf.eye(hiddenSize, heads * headDim).dataSync())));
  tf.dispose([query, key]);
});

it('ranks better than chance, and the same each time', async () => {
  const first = await initialised();
  const again = await initialised();
  // Twelve rules at most: chance has ln 12 nats.
  expect(first.loss).toBeLessThan(Math.log(12));
  expect(again.loss).toBe(first.loss);
  expect(Array.from(again.key.dataSync())).toEqual(Array.from(first.key.dataSync()));
  tf.dispose([first.query, first.key, again.query, again.key]);
});
