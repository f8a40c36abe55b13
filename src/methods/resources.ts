/** What the methods over one repository are made of. */
import type { EncoderConfig } from '../config/encoder.ts';
import type { ExperimentConfig } from '../config/experiment.ts';
import type { Encoder } from '../encoder/encoder.ts';
import type { LoadedLm } from '../lm/load.ts';
import type { RuleRepository } from '../ruleworld/dataset/rules.ts';
import type { Texts } from '../ruleworld/types.ts';
import { fingerprint } from '../files/fingerprint.ts';
import { filesFingerprint } from './fingerprint.ts';

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
  /** The one of dense and hybrid retrieval, which may be another. */
  readonly retrievalEncoder: () => Promise<Encoder>;
}

/** Fingerprint of the frozen language model. @throws UserError where there is none */
export function baseFingerprint(experiment: ExperimentConfig): Promise<string> {
  const fix = 'run `make pretrain` for the tiny base model, or `make models` for SmolLM2';
  return filesFingerprint(experiment.model.base, fix);
}

/** Fingerprint of what decides embeddings: the encoder's settings and files. @throws UserError where files are missing */
export async function encoderFingerprint(encoder: EncoderConfig): Promise<string> {
  if (encoder.kind === 'hashed') return fingerprint(encoder);
  const [folder, fix] =
    encoder.kind === 'lexical' ? [encoder.base, 'run `make pretrain`, which makes the tiny base'] : [encoder.folder, 'run `make models`'];
  const own = encoder.kind === 'qwen3-embedding' ? [encoder.instruction] : [];
  return fingerprint([encoder.kind, await filesFingerprint(folder, fix), ...own]);
}
