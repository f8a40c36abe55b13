/** The first adapters of stage 2 with the confidence layer's query and key adapters as `dynarule.confidenceInit` says. */
import { tf, type Tensor2D } from '../../backend/tf.ts';
import type { ExperimentConfig } from '../../config/experiment.ts';
import { adapterName, SEARCH_PARAMETER } from '../../dynarule/adapters.ts';
import { tensorNamed, type TensorRecord } from '../../tensors/named.ts';
import { logisticInit } from './logistic-init.ts';
import { ridgeInit } from './ridge-init.ts';
import type { TrainingSetup } from './setup.ts';
import { stage2Groups } from './stage2-task.ts';

/** Replaces the two adapters, and says on standard error how well they retrieve; takes `adapters` over. */
export async function withFirstChooser(config: ExperimentConfig, setup: TrainingSetup, layer: number, adapters: TensorRecord): Promise<TensorRecord> {
  const { confidenceInit } = config.dynarule;
  if (confidenceInit === 'stage1') return adapters;
  const init = confidenceInit === 'ridge' ? ridgeInit : logisticInit;
  const search = tensorNamed(adapters, SEARCH_PARAMETER) as Tensor2D;
  const { query, key, recallAt1, loss } = await init(config, setup, stage2Groups(config, setup), layer, search);
  process.stderr.write(`${confidenceInit} initialisation of the confidence layer: recall@1 ${recallAt1.toFixed(3)}, ${loss.toFixed(2)} nats\n`);
  tf.dispose([tensorNamed(adapters, adapterName(layer, 'query')), tensorNamed(adapters, adapterName(layer, 'key'))]);
  return { ...adapters, [adapterName(layer, 'query')]: query, [adapterName(layer, 'key')]: key };
}
