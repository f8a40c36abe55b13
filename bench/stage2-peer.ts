/** What the PyTorch side of the stage-2 step, peers/stage2_step.py, reads. */
import { stepBatch } from '../src/dynarule/step-batch.ts';
import type { Stage2Spec } from './stage2-spec.ts';

/** The work as the script reads it. */
export function peerWork(spec: Stage2Spec, threads: number): object {
  const { experiment, lm, confidenceLayer, poolSize } = spec;
  const { topK, temperature, contrastiveWeight, priorWeight, keyInitStd, valueInitStd } = experiment.dynarule;
  const { optimizer, negatives, candidatePools } = experiment.stage2;
  const batch = stepBatch(spec.examples, 0);
  return {
    ...{ lm, confidenceLayer, poolSize, dimensions: spec.dimensions, threads },
    ...{ topK, temperature, contrastiveWeight, priorWeight, keyInitStd, valueInitStd },
    ...optimizer,
    ownPool: negatives === 'pool',
    candidates: candidatePools[0],
    batch: {
      ...batch,
      ids: [...batch.ids],
      positions: [...batch.positions],
      labels: [...batch.labels],
      labelWeights: [...batch.labelWeights],
      stepOf: [...batch.stepOf],
    },
    steps: batch.steps.map(({ row, step, query, gold }) => ({ row, step, position: 'position' in query ? query.position : 0, gold: gold[0] })),
  };
}
