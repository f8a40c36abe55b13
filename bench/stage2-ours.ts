/** Our side: the training code's own stage-2 step, clipping and AdamW. */
import type { Tensor2D } from '../src/backend/tf.ts';
import { adapterLayer, initialAdapters, SEARCH_PARAMETER } from '../src/dynarule/adapters.ts';
import { stepBatch } from '../src/dynarule/step-batch.ts';
import type { LanguageModel } from '../src/lm/forward.ts';
import type { LmWeights } from '../src/lm/weights.ts';
import { randomStream } from '../src/random.ts';
import { adamW } from '../src/training/adamw.ts';
import type { TrainingGroup } from '../src/training/data/groups.ts';
import { stage2Step } from '../src/training/dynarule/stage2-task.ts';
import { applyUpdate, disposeState, type Trained } from '../src/training/optimizer.ts';
import { disposeTensors, type TensorRecord } from '../src/tensors/named.ts';
import { initialParameters } from '../src/training/pretrain/initial-weights.ts';
import { weightsOf } from '../src/training/pretrain/flat-weights.ts';
import { normal } from '../src/tensors/normal.ts';
import { cosineWithWarmup } from '../src/training/schedule.ts';
import type { Stage2Spec } from './stage2-spec.ts';

/** A training run that goes one step at a time. */
export interface Steps {
  /** Trains one step and returns its loss. */
  step(): number;
  dispose(): void;
}

/** @param weights of the base, which the caller keeps; random ones where they are left out */
export function ourStage2(spec: Stage2Spec, weights?: LmWeights): Steps {
  const { experiment } = spec;
  const base = weights === undefined ? randomBase(spec) : {};
  const model = { config: spec.lm, weights: weights ?? weightsOf(base, spec.lm) };
  const group = syntheticGroup(spec);
  const batch = stepBatch(spec.examples, 0);
  const attention = { ...experiment.dynarule, confidenceLayer: spec.confidenceLayer };
  const { optimizer: options, steps } = experiment.stage2;
  const optimizer = adamW({ ...options, schedule: cosineWithWarmup({ ...options, steps }) });
  const parameters = trainedAdapters(spec, model);
  let trained: Trained = { parameters, state: optimizer.init(parameters) };
  return {
    step: () => {
      const context = { config: experiment, model, attention };
      const { gradients, loss } = stage2Step(context, trained.parameters, trained.state.step + 1, { group, batch });
      trained = applyUpdate(optimizer, gradients, trained);
      return loss;
    },
    dispose: () => {
      disposeTensors(base);
      disposeTensors(trained.parameters);
      disposeState(trained.state);
      group.embeddings.dispose();
    },
  };
}

function randomBase({ lm }: Stage2Spec): TensorRecord {
  const tokens = Array.from({ length: lm.vocabSize }, (_, id) => `word${id}`);
  return initialParameters(lm, tokens, 'bench');
}

function syntheticGroup(spec: Stage2Spec): TrainingGroup {
  const { poolSize, dimensions } = spec;
  const embeddings = normal([poolSize, dimensions], 1 / Math.sqrt(dimensions), randomStream('bench|rules'));
  return {
    batches: [],
    ruleIds: Int32Array.from({ length: poolSize }, (_, row) => row),
    embeddings: embeddings as Tensor2D,
    rowOf: (ruleId) => ruleId,
  };
}

/** Adapters of the layers that stage 2 trains, and `<search>`. */
function trainedAdapters(spec: Stage2Spec, model: LanguageModel): TensorRecord {
  const { keyInitStd, valueInitStd, bias } = spec.experiment.dynarule;
  const all = initialAdapters(model, { dimensions: spec.dimensions, bias, keyInitStd, valueInitStd, searchFromToken: 2, seed: 'bench' });
  const used = Object.entries(all).filter(([name, tensor]) => {
    const keep = name === SEARCH_PARAMETER || adapterLayer(name) >= spec.confidenceLayer;
    if (!keep) tensor.dispose();
    return keep;
  });
  return Object.fromEntries(used);
}
