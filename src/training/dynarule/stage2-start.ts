/** What stage 2 goes on from: a run of stage 1, or adapters that were trained through both stages before (`stage2.adapters`). */
import type { ExperimentConfig } from '../../config/experiment.ts';
import { loadDynaRule, trainedSettings } from '../../dynarule/checkpoint.ts';
import type { RuleAttentionConfig } from '../../dynarule/rule-attention.ts';
import type { TensorRecord } from '../../tensors/named.ts';
import { modelContents, type Contents } from '../contents.ts';
import { readConfidenceLayer } from './confidence-file.ts';
import { stage2Adapters } from './first-adapters.ts';
import type { TrainingSetup } from './setup.ts';
import { stage1Run } from './stage1-run.ts';

export interface Stage2Start {
  readonly attention: RuleAttentionConfig;
  /** Of the checkpoint that it goes on from. */
  readonly contents: Contents;
  /** The first adapters of the layers that attend to rules, and `<search>`. Throws UserError where they do not fit base or encoder. */
  adapters(setup: TrainingSetup): TensorRecord;
}

/**
 * @param contents behind the experiment's paths
 * @param root parent of all run folders; `runs` by default
 * @throws UserError where there is nothing to go on from
 */
export function stage2Start(config: ExperimentConfig, contents: Contents, root?: string): Stage2Start {
  const folder = config.stage2.adapters;
  if (folder !== null) return trainedStart(config, folder);
  const stage1 = stage1Run(config, contents, root);
  const attention = ruleAttention(config, () => {
    const fix = 'run stage 1 to its end (make train-stage1), or set dynarule.confidenceLayer';
    return readConfidenceLayer(stage1.path, fix);
  });
  return {
    attention,
    contents: modelContents('stage 1', stage1.checkpoint),
    adapters: (setup) => stage2Adapters(config, setup, attention, stage1.checkpoint),
  };
}

/** Adapters below their own confidence layer were never trained, so `auto` is that layer. */
function trainedStart(config: ExperimentConfig, folder: string): Stage2Start {
  const trained = trainedSettings(folder).attention;
  const attention = { ...ruleAttention(config, () => trained.confidenceLayer), readingLayer: trained.readingLayer };
  return {
    attention,
    contents: modelContents('stage2.adapters', folder),
    adapters: ({ model, encoder }) => loadDynaRule(folder, model, encoder).adapters,
  };
}

/** @param auto the layer that training has found, from 0 */
function ruleAttention({ dynarule }: ExperimentConfig, auto: () => number): RuleAttentionConfig {
  const { topK, selection, keyNorm, priorWeight, ruleOffset, confidenceLayer } = dynarule;
  const layer = confidenceLayer === 'auto' ? auto() : confidenceLayer - 1;
  return { topK, selection, keyNorm, priorWeight, ruleOffset, confidenceLayer: layer };
}
