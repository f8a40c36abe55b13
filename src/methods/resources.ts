/** What the methods over one repository are made of. */
import type { ExperimentConfig } from '../config/experiment.ts';
import type { Encoder } from '../encoder/encoder.ts';
import type { LoadedLm } from '../lm/load.ts';
import type { RuleRepository } from '../ruleworld/dataset/rules.ts';
import type { Texts } from '../ruleworld/types.ts';
import { filesFingerprint } from '../files/files-fingerprint.ts';

export interface MethodResources {
  readonly experiment: ExperimentConfig;
  readonly rules: RuleRepository;
  /** By rule id. */
  readonly ruleTexts: readonly Texts[];
  /** Parent of all run folders, where trained adapters are looked for. */
  readonly runs: string;
  /** Loads the frozen language model; later calls give the same one. */
  readonly languageModel: () => Promise<LoadedLm>;
  /** Creates the experiment's encoder; later calls give the same one. */
  readonly encoder: () => Promise<Encoder>;
  /** Its fingerprint, without loading it; later calls give the same one. */
  readonly encoderFingerprint: () => Promise<string>;
  /** The one of dense and hybrid retrieval, which may be another. */
  readonly retrievalEncoder: () => Promise<Encoder>;
}

/** Fingerprint of the frozen language model. @throws UserError where there is none */
export function baseFingerprint(experiment: ExperimentConfig): Promise<string> {
  const fix = 'run `make pretrain` for the tiny base model, or `make models` for SmolLM2';
  return filesFingerprint(experiment.model.base, fix);
}
