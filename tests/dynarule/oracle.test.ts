/** Attention, losses and gradients against PyTorch in 64 bit (tests/oracle/dynarule.py). */
import { readFileSync } from 'node:fs';
import { initBackend } from '../../src/backend/init.ts';
import { tf, type Tensor2D, type Tensor3D } from '../../src/backend/tf.ts';
import { stage1Loss } from '../../src/dynarule/stage1-loss.ts';
import type { RuleAttentionConfig } from '../../src/dynarule/rule-attention.ts';
import { stage2Forward, stage2Loss, type RulePool, type Stage2Metrics } from '../../src/dynarule/stage2-loss.ts';
import { keepDim } from '../../src/dynarule/candidates.ts';
import { stepBatch } from '../../src/dynarule/step-batch.ts';
import { attend, attentionAngles } from '../../src/lm/attention.ts';
import type { LmConfig } from '../../src/lm/config.ts';
import type { LanguageModel } from '../../src/lm/forward.ts';
import { causalBias, MASKED } from '../../src/lm/masks.ts';
import { range, ropeAngles } from '../../src/lm/rope.ts';
import type { TensorRecord } from '../../src/tensors/named.ts';
import { lossAndGradients } from '../../src/training/parameters.ts';
import { weightsOf } from '../../src/training/pretrain/flat-weights.ts';
import type { DynaRuleExample } from '../../src/dynarule/example.ts';
import { keepForFile } from '../setup/tensors.ts';
import { exampleOf } from './tiny-model.ts';

type Arrays = Readonly<Record<string, number[]>>;
interface Expected {
  readonly loss: number;
  readonly gradients: Arrays;
}
interface Stage2Case extends RuleAttentionConfig {
  readonly name: string;
  readonly temperature: number;
  readonly contrastiveWeight: number;
  readonly ruleIds: number[];
  readonly closed: number[];
  readonly examples: Omit<DynaRuleExample, 'question'>[];
  readonly parameters: string[];
  readonly expected: Expected & { lm: number; contrastive: number; recallAt1: number; chosen: number[][][] };
}
interface Oracle {
  readonly config: LmConfig;
  readonly shapes: Arrays;
  readonly base: Arrays;
  readonly adapterShapes: Arrays;
  readonly adapters: Arrays;
  readonly rules: { shape: [number, number]; values: number[] };
  readonly attention: Record<'x' | 'query' | 'keys' | 'values' | 'bias' | 'output' | 'memoryWeights', number[]>;
  readonly stage1: {
    keyNorm: 'layer';
    visible: number[][];
    examples: Omit<DynaRuleExample, 'question'>[];
    parameters: string[];
    expected: Expected;
  };
  readonly stage2: Stage2Case[];
}

const oracle = JSON.parse(readFileSync(new URL('../oracle/dynarule.json', import.meta.url), 'utf8')) as Oracle;
let model: LanguageModel;
let adapters: TensorRecord;
let rules: Tensor2D;

beforeAll(async () => {
  await initBackend();
  model = keepForFile({ config: oracle.config, weights: weightsOf(tensors(oracle.base, oracle.shapes), oracle.config) });
  adapters = keepForFile(tensors(oracle.adapters, oracle.adapterShapes));
  rules = keepForFile(tf.tensor2d(oracle.rules.values, oracle.rules.shape));
});

function tensors(values: Arrays, shapes: Arrays): TensorRecord {
  return Object.fromEntries(Object.entries(values).map(([name, data]) => [name, tf.tensor(data, shapes[name])]));
}

function named(names: readonly string[]): TensorRecord {
  return Object.fromEntries(names.map((name) => [name, adapters[name]!]));
}

/** Loss within 1e-5, and every gradient within 1e-4 of its tensor's largest entry. */
function expectAgreement(actual: { loss: number; gradients: TensorRecord }, expected: Expected): void {
  expect(actual.loss).toBeAllclose(expected.loss, { rtol: 0, atol: 1e-5 * Math.max(1, expected.loss) });
  expect(Object.keys(actual.gradients).toSorted()).toEqual(Object.keys(expected.gradients).toSorted());
  for (const [name, gradient] of Object.entries(expected.gradients)) {
    const largest = Math.max(...gradient.map(Math.abs));
    expect(actual.gradients[name]!).toBeAllclose(gradient, { rtol: 0, atol: Math.max(1e-4 * largest, 1e-7) });
  }
  tf.dispose(Object.values(actual.gradients));
}

it('attends to rules and context in one softmax, with two key heads for four query heads', () => {
  tf.tidy(() => {
    const { attention } = oracle;
    const rows = (data: number[], length: number): Tensor3D => tf.tensor3d(data, [2, length, data.length / 2 / length]);
    const { output, memoryWeights } = attend(model.weights.layers[1]!, model.config, {
      x: tf.tensor2d(attention.x, [10, attention.x.length / 10]),
      batch: 2,
      angles: attentionAngles(ropeAngles([range(5)], model.config), model.config.headDim),
      past: null,
      bias: causalBias(5),
      memory: { query: rows(attention.query, 5), keys: rows(attention.keys, 3), values: rows(attention.values, 3), bias: rows(attention.bias, 5) },
    });
    expect(tf.reshape(output, [2, 5, -1])).toBeAllclose(attention.output, { rtol: 1e-5, atol: 1e-5 });
    expect(memoryWeights!()).toBeAllclose(attention.memoryWeights, { rtol: 1e-5, atol: 1e-6 });
  });
});

it('has the loss and the gradients of stage 1', () => {
  const { keyNorm, visible, examples, parameters, expected } = oracle.stage1;
  const batch = stepBatch(examples.map(exampleOf), 0);
  const size = rules.shape[0];
  const open = visible.flatMap((seen) => range(size).map((row) => (seen.includes(row) ? 0 : MASKED)));
  const bias = tf.tensor3d(open, [visible.length, 1, size]);
  expectAgreement(lossAndGradients(named(parameters), (values) => stage1Loss(values, { model, keyNorm, batch, embeddings: rules, bias })), expected);
  bias.dispose();
});

describe.each(oracle.stage2)('stage 2, selection $name', (given) => {
  const input = () => {
    const { topK, selection, confidenceLayer, keyNorm, priorWeight, ruleIds, closed } = given;
    const open = closed.length === 0 ? null : Uint8Array.from(ruleIds, (_, row) => (closed.includes(row) ? 0 : 1));
    const pool: RulePool = { embeddings: rules, open, rowOf: (rule) => ruleIds.indexOf(rule) };
    const attention: RuleAttentionConfig = { topK, selection, confidenceLayer, keyNorm, priorWeight, ruleOffset: 0 };
    return { model, attention, objective: given, batch: stepBatch(given.examples.map(exampleOf), 0), pool };
  };

  it('chooses the same rules, gold ones among them', () => {
    tf.tidy(() => {
      const { batch, pool } = input();
      const values = stage2Forward(named(given.parameters), input()).scores.arraySync();
      const chosen = batch.steps.map(({ gold }, step) =>
        [...keepDim(Float32Array.from(values[step]!), given.topK, gold.map(pool.rowOf), pool.open)].toSorted((a, b) => a - b),
      );
      expect(chosen).toEqual(given.expected.chosen.flat());
    });
  });

  it('has the loss and the gradients of every adapter and of <search>', () => {
    const metrics: Stage2Metrics = { lm: 0, contrastive: 0, recallAt1: 0 };
    expectAgreement(lossAndGradients(named(given.parameters), (values) => stage2Loss(values, input(), metrics)), given.expected);
    const { lm, contrastive, recallAt1 } = given.expected;
    expect([metrics.lm, metrics.contrastive, metrics.recallAt1]).toBeAllclose([lm, contrastive, recallAt1], { rtol: 2e-6 });
  });
});
