/** AdamW (Loshchilov & Hutter 2019): Adam with decoupled weight decay. */
import { tf, type Tensor } from '../backend/tf.ts';
import { mapTensors, tensorNamed, type TensorRecord } from '../tensors/named.ts';
import { requireSameNames, type Optimizer } from './optimizer.ts';
import type { Schedule } from './schedule.ts';

export interface AdamWOptions {
  /** Learning rate of each step, counted from 1. */
  readonly schedule: Schedule;
  /** Decay rates of the first and second moments. */
  readonly betas: readonly [number, number];
  /** Decay of matrices, as a fraction of the learning rate; vectors are not decayed. */
  readonly weightDecay: number;
  /** Factor of the learning rate of a parameter; 1 for all by default. */
  readonly rateScale?: (name: string) => number;
  /** Added to the root of the second moment; 1e-8 by default. */
  readonly epsilon?: number;
}

const EPSILON = 1e-8;
/** Names of the moments in the state. */
const MEAN = 'mean';
const SQUARE = 'square';

export function adamW(options: AdamWOptions): Optimizer {
  const [beta1, beta2] = options.betas;
  const scaledBy = (name: string): Schedule => {
    const scale = options.rateScale?.(name) ?? 1;
    return (step) => scale * options.schedule(step);
  };
  return {
    init: (parameters) => ({ step: 0, moments: { [MEAN]: zeros(parameters), [SQUARE]: zeros(parameters) } }),
    update: (gradients, { parameters, state }) => {
      requireSameNames(gradients, parameters);
      const step = state.step + 1;
      const mean = decayed(moment(state.moments, MEAN), gradients, beta1, (gradient) => gradient);
      const square = decayed(moment(state.moments, SQUARE), gradients, beta2, (gradient) => gradient.square());
      const moved = mapTensors(parameters, (parameter, name) =>
        move(parameter, tensorNamed(mean, name), tensorNamed(square, name), step, { ...options, schedule: scaledBy(name) }),
      );
      return { parameters: moved, state: { step, moments: { [MEAN]: mean, [SQUARE]: square } } };
    },
  };
}

function zeros(parameters: TensorRecord): TensorRecord {
  return mapTensors(parameters, (parameter) => tf.zerosLike(parameter));
}

function moment(moments: Readonly<Record<string, TensorRecord>>, name: string): TensorRecord {
  const record = moments[name];
  if (record === undefined) throw new Error(`the optimizer state has no moment named ${name}`);
  return record;
}

/** beta · old + (1 − beta) · new */
function decayed(
  old: TensorRecord,
  gradients: TensorRecord,
  beta: number,
  of: (gradient: Tensor) => Tensor,
): TensorRecord {
  return mapTensors(old, (tensor, name) => tensor.mul(beta).add(of(tensorNamed(gradients, name)).mul(1 - beta)));
}

/** The bias corrections of both moments go into the rate and epsilon, which saves two passes over the tensor. */
function move(parameter: Tensor, mean: Tensor, square: Tensor, step: number, options: AdamWOptions): Tensor {
  const [beta1, beta2] = options.betas;
  const rate = options.schedule(step);
  const root = Math.sqrt(1 - beta2 ** step);
  const direction = mean.div(square.sqrt().add((options.epsilon ?? EPSILON) * root));
  const decay = parameter.rank >= 2 ? rate * options.weightDecay : 0;
  return parameter.mul(1 - decay).sub(direction.mul((rate * root) / (1 - beta1 ** step)));
}
