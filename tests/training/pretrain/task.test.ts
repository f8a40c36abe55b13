/** Steps and validation of pretraining, on a base of two layers. */
import { initBackend } from '../../../src/backend/init.ts';
import { tf } from '../../../src/backend/tf.ts';
import { PretrainConfig } from '../../../src/config/pretrain.ts';
import { UserError } from '../../../src/errors.ts';
import type { LmConfig } from '../../../src/lm/config.ts';
import type { LanguageModel } from '../../../src/lm/forward.ts';
import { trainTokenizer } from '../../../src/lm/tokenizer-train.ts';
import { tokenizerFromJson } from '../../../src/lm/tokenizer.ts';
import { randomStream } from '../../../src/random.ts';
import { disposeTensors, mapTensors, tensorNamed, type TensorRecord } from '../../../src/tensors/named.ts';
import { similarRules } from '../../../src/training/data/similar-rules.ts';
import type { StepResult } from '../../../src/training/loop.ts';
import { addGradients, applyUpdate, disposeState } from '../../../src/training/optimizer.ts';
import type { PretrainText } from '../../../src/training/pretrain/batches.ts';
import { weightsOf } from '../../../src/training/pretrain/flat-weights.ts';
import { initialParameters } from '../../../src/training/pretrain/initial-weights.ts';
import { drawTextExample } from '../../../src/training/pretrain/rules-in-context.ts';
import { pretrainingTask } from '../../../src/training/pretrain/task.ts';
import { stepMarks } from '../../../src/training/pretrain/tokenizer.ts';
import { pretrainValidation } from '../../../src/training/pretrain/validation.ts';
import { TINY_RULES } from '../../ruleworld/tiny-world.ts';

const WORLD = { index: 0, rules: TINY_RULES };

function parse(optimizer: object = {}, change: object = {}): PretrainConfig {
  return PretrainConfig.parse({
    name: 'tiny',
    steps: 16,
    optimizer: { warmup: 1, clip: 0, learningRate: 0.01, ...optimizer },
    mix: { single: 1, parallel: 0, hop: 0 },
    representations: { FOL: 0, NL: 1 },
    model: { hiddenSize: 16, heads: 2, kvHeads: 2, layers: 1, feedForwardSize: 16, maxPositions: 200 },
    distractors: [{ from: 0, upTo: 0 }],
    batchTokens: 400,
    validationQuestions: 5,
    ...change,
  });
}

function tinyTokenizer(): PretrainText['tokenizer'] {
  const [config, random] = [parse(), randomStream('texts')];
  const source = { rules: TINY_RULES, similar: similarRules(TINY_RULES) };
  const texts = Array.from({ length: 60 }, () => drawTextExample(source, config, 0, random)).filter((text) => text !== null);
  const written = texts.map(({ prompt, answer }) => prompt + answer);
  return tokenizerFromJson(trainTokenizer(written, { vocabSize: 500, specialTokens: ['<pad>', '<eos>', ' [Step]', ' \\boxed{'] }));
}

const tokenizer = tinyTokenizer();
const LM: LmConfig = {
  architecture: 'llama',
  vocabSize: tokenizer.vocabSize,
  hiddenSize: 16,
  layers: 1,
  heads: 2,
  kvHeads: 2,
  headDim: 8,
  feedForwardSize: 16,
  ropeTheta: 10_000,
  ropeScaling: null,
  rmsNormEps: 1e-5,
  tiedEmbeddings: true,
  qkvBias: false,
  maxPositions: 200,
  bosTokenId: null,
  eosTokenId: 1,
};
const MARKS = stepMarks(tokenizer, 1, null);
const modelOf = (values: TensorRecord): LanguageModel => ({ config: LM, weights: weightsOf(values, LM) });
const text = (config: PretrainConfig): PretrainText => ({ config, tokenizer, eosId: 1, padId: 0 });
const first = (): TensorRecord =>
  initialParameters(LM, Array.from({ length: tokenizer.vocabSize }, (_, id) => tokenizer.decode([id])), 'first');

beforeAll(() => initBackend());

async function stepOf(accumulate: number, step: number): Promise<StepResult> {
  const task = pretrainingTask({ ...text(parse({ accumulate })), marks: MARKS, worldOf: () => WORLD }, modelOf, null);
  const parameters = first();
  const result = await task.step(parameters, step);
  disposeTensors(parameters);
  return result;
}

it('means the batches of an accumulated step', async () => {
  const [one, two, both] = [await stepOf(1, 3), await stepOf(1, 4), await stepOf(2, 2)];
  const sum = addGradients(one.gradients, two.gradients);
  const mean = mapTensors(sum, (tensor) => tensor.div(2));
  for (const [name, gradient] of Object.entries(both.gradients)) expect(gradient).toBeAllclose(tensorNamed(mean, name), { atol: 1e-7 });
  expect(both.loss).toBeCloseTo((one.loss + two.loss) / 2, 12);
  expect(both.tokens).toBe(one.tokens + two.tokens);
  [one.gradients, two.gradients, both.gradients, sum, mean].forEach(disposeTensors);
});

describe('validation', () => {
  it('scores the same texts each time, keeps no tensors, and falls as training goes on', async () => {
    const config = parse();
    const task = pretrainingTask({ ...text(config), marks: MARKS, worldOf: () => WORLD }, modelOf, pretrainValidation(text(config), modelOf, WORLD));
    const parameters = first();
    const before = tf.memory().numTensors;
    const start = await task.validate!(parameters);
    expect(await task.validate!(parameters)).toEqual(start);
    expect(tf.memory().numTensors).toBe(before);
    expect(Object.keys(start)).toEqual(['validationLossGoldRules', 'validationLossWithoutRules']);
    // An untrained base guesses: ln V, give or take.
    for (const loss of Object.values(start)) expect(Math.abs(loss - Math.log(LM.vocabSize))).toBeLessThan(1);
    let trained = { parameters, state: task.optimizer.init(parameters) };
    for (let step = 1; step <= 8; step += 1) {
      const { gradients } = await task.step(trained.parameters, step);
      trained = applyUpdate(task.optimizer, gradients, trained);
    }
    const end = await task.validate!(trained.parameters);
    expect(end['validationLossGoldRules']!).toBeLessThan(start['validationLossGoldRules']! - 0.5);
    expect(end['validationLossWithoutRules']!).toBeLessThan(start['validationLossWithoutRules']! - 0.5);
    disposeTensors(trained.parameters);
    disposeState(trained.state);
  });

  it('is left out of a task without it', () => {
    expect(pretrainingTask({ ...text(parse()), marks: MARKS, worldOf: () => WORLD }, modelOf, null).validate).toBeUndefined();
  });

  it('cannot be made where no text fits', () => {
    const config = parse({}, { model: { maxPositions: 5 } });
    expect(() => pretrainValidation(text(config), modelOf, WORLD)).toThrow(UserError);
  });
});

it('adds the planning loss where it has a weight, and trains its heads', async () => {
  const plain = parse();
  const planned = parse({}, { planning: { weight: 0.5, layer: 1 } });
  const stepOf = async (config: PretrainConfig, extra: TensorRecord): Promise<StepResult> => {
    const parameters = { ...first(), ...extra };
    const result = await pretrainingTask({ ...text(config), marks: MARKS, worldOf: () => WORLD }, modelOf, null).step(parameters, 1);
    disposeTensors(parameters);
    return result;
  };
  const without = await stepOf(plain, {});
  const withHeads = await stepOf(planned, { 'planning.premise': tf.eye(16), 'planning.conclusion': tf.eye(16) });
  expect(without.metrics).not.toHaveProperty('planning');
  expect(withHeads.loss).toBeCloseTo(without.loss + 0.5 * withHeads.metrics['planning']!, 4);
  expect(Object.keys(withHeads.gradients)).toEqual(expect.arrayContaining(['planning.premise', 'planning.conclusion']));
  disposeTensors(without.gradients);
  disposeTensors(withHeads.gradients);
});
