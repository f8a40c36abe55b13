/** Fine-tuning by adapters: what moves, what stays, and that a run which was stopped ends with the same numbers. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initBackend } from '../../../src/backend/init.ts';
import type { Tensor } from '../../../src/backend/tf.ts';
import { FineTuning } from '../../../src/config/fine-tuning.ts';
import type { LanguageModel } from '../../../src/lm/forward.ts';
import type { TokenSequence } from '../../../src/lm/pack.ts';
import { exportWeights } from '../../../src/lm/weights.ts';
import { disposeTensors, exportTensors, type TensorRecord } from '../../../src/tensors/named.ts';
import { epochBatches } from '../../../src/training/lora/epochs.ts';
import { firstLora } from '../../../src/training/lora/first-lora.ts';
import { fineTuningTask } from '../../../src/training/lora/task.ts';
import { train } from '../../../src/training/loop.ts';
import { openRun, type RunFolder } from '../../../src/training/run-folder.ts';
import { tinyModel, tinyPrompt } from '../../dynarule/tiny-model.ts';
import { keepForFile } from '../../setup/tensors.ts';

let base: LanguageModel;
beforeAll(async () => {
  await initBackend();
  base = tinyModel('fine-tuning');
  keepForFile(base.weights);
});

const SEQUENCES = Array.from({ length: 10 }, (_, i): TokenSequence => {
  const ids = tinyPrompt(4 + (i % 4), `text ${i}`);
  return { ids, weights: ids.map((_, at) => (at < 2 ? 0 : 1)) };
});

const CONFIG = FineTuning.parse({ steps: 4, batchTokens: 20, lora: { rank: 2 }, optimizer: { warmup: 1, learningRate: 0.01 }, checkpointEverySteps: 2 });

function runIn(root: string): RunFolder {
  return openRun({ root, name: 'tiny', stage: 'finetune', config: {}, seed: 1, backend: 'any' });
}

async function trained(root: string, steps: number): Promise<{ losses: number[]; parameters: TensorRecord }> {
  const task = fineTuningTask({ label: 'test', base, config: CONFIG, sequences: SEQUENCES, padId: 0, seed: 'x' });
  const losses: number[] = [];
  const step = async (parameters: TensorRecord, number: number) => {
    const result = await task.step(parameters, number);
    losses.push(result.loss);
    return result;
  };
  const { parameters } = await train({ ...task, step, steps }, runIn(root), firstLora(base.config, CONFIG.lora, 'x'));
  return { losses, parameters };
}

const folder = (): string => mkdtempSync(join(tmpdir(), 'fine-tuning-'));
const values = (tensor: Tensor): number[] => [...tensor.dataSync()];

it('moves every adapter, and the base not by a bit', async () => {
  const before = exportWeights(base.weights);
  const first = firstLora(base.config, CONFIG.lora, 'x');
  const { parameters, losses } = await trained(folder(), 4);
  expect(exportWeights(base.weights)).toEqual(before);
  expect(Object.keys(parameters)).toEqual(Object.keys(first));
  for (const [name, tensor] of Object.entries(first)) expect(values(parameters[name]!)).not.toEqual(values(tensor));
  expect(losses).toHaveLength(4);
  disposeTensors(first);
  disposeTensors(parameters);
});

it('ends with the same numbers after a stop', async () => {
  const whole = await trained(folder(), 4);
  const root = folder();
  const half = await trained(root, 2);
  disposeTensors(half.parameters);
  const rest = await trained(root, 4);
  expect([...half.losses, ...rest.losses]).toEqual(whole.losses);
  expect(exportTensors(rest.parameters)).toEqual(exportTensors(whole.parameters));
  disposeTensors(whole.parameters);
  disposeTensors(rest.parameters);
});

describe('epochBatches', () => {
  const options = { sequences: SEQUENCES, batchTokens: 20, padId: 0, seed: 'x' };

  it('gives every text once an epoch, in another order each time', () => {
    const batchOf = epochBatches(options);
    // Lengths 4 (3×), 5 (3×), 6 (2×), 7 (2×); 20 tokens hold: 4 4 4 5, 5 5 6, 6 7, 7.
    const epoch = (number: number) => [1, 2, 3, 4].map((batch) => batchOf(4 * number + batch));
    const texts = (number: number) => epoch(number).flatMap(({ rows, tokens }) => [rows, tokens]);
    expect(epoch(0).reduce((sum, { rows }) => sum + rows, 0)).toBe(10);
    expect(epoch(0).reduce((sum, { tokens }) => sum + tokens, 0)).toBe(12 + 15 + 12 + 14);
    const orders = new Set([0, 1, 2, 3].map((number) => JSON.stringify(epoch(number).map(({ ids }) => [...ids]))));
    expect(orders.size).toBe(4);
    expect(texts(0).toSorted()).toEqual(texts(1).toSorted());
  });

  it('gives the same batch for the same number, whichever came before', () => {
    expect(epochBatches(options)(7)).toEqual(epochBatches(options)(7));
    const batchOf = epochBatches(options);
    const seventh = batchOf(7);
    batchOf(2);
    expect(batchOf(7)).toEqual(seventh);
    expect(epochBatches({ ...options, seed: 'y' })(7)).not.toEqual(seventh);
  });
});
