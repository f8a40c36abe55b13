/** The closed-form start of the confidence layer. */
import { initBackend } from '../../../src/backend/init.ts';
import { tf, type Tensor2D } from '../../../src/backend/tf.ts';
import type { StepBatch } from '../../../src/dynarule/step-batch.ts';
import { prepareGroup } from '../../../src/training/data/groups.ts';
import { targetsOf } from '../../../src/training/dynarule/ridge-targets.ts';
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

async function initialised(own = setup, config = tinyExperiment()) {
  const search = tf.slice2d(own.model.weights.embedding, [1, 0], [1, -1]) as Tensor2D;
  const init = await ridgeInit(config, own, stage2Groups(config, own), 1, search);
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

it('sees the same questions where a step is taken in parts, as wasm takes it', async () => {
  const config = tinyExperiment();
  const { stage2 } = config;
  const parted = { ...config, stage2: { ...stage2, batchSize: 1, optimizer: { ...stage2.optimizer, accumulate: stage2.batchSize } } };
  const [whole, parts] = [await initialised(), await initialised(setup, parted)];
  expect(parts.recallAt1).toBeCloseTo(whole.recallAt1, 5);
  expect(parts.loss).toBeCloseTo(whole.loss, 3);
  expect(parts.key).toBeAllclose(Array.from(whole.key.dataSync()), { rtol: 1e-2, atol: 1e-2 });
  tf.dispose([whole.query, whole.key, parts.query, parts.key]);
});

it('aims at every gold rule where all are retrieved at the question', async () => {
  const once = { ...setup, format: { ...setup.format, retrieval: 'once' as const } };
  const { stage2, ...config } = tinyExperiment();
  const hops = { ...config, dynarule: { ...config.dynarule, retrieval: 'once' as const }, stage2: { ...stage2, mix: { single: 0, parallel: 0, hop: 1 } } };
  const group = await prepareGroup(stage2Groups(hops, once), 0);
  const [batch] = group.batches;
  const { steps, rows } = targetsOf(group, batch as StepBatch);
  const expected = (batch as StepBatch).steps.map(({ gold }) => gold.map(group.rowOf));
  expect(Math.min(...expected.map((gold) => gold.length))).toBeGreaterThan(1);
  expect(expected.map((_, step) => Array.from(rows).filter((_row, index) => steps[index] === step))).toEqual(expected);
  const init = await initialised(once, hops);
  expect(init.loss).toBeLessThan(Math.log(12));
  tf.dispose([group.embeddings, init.query, init.key]);
});
