/** An experiment cut down to a few steps and questions; its choices of method stay as they are. */
import type { ExperimentConfig } from '../../config/experiment.ts';
import type { MethodName } from '../../config/evaluation.ts';
import type { EncoderConfig } from '../../config/encoder.ts';
import { MINIATURE_LAYERS } from './models.ts';

const STEPS = 2;
const RULES = 24;
const TOP_K = 4;

export interface MiniatureFiles {
  readonly data: string;
  readonly base: string;
  readonly encoder: EncoderConfig;
  readonly retrievalEncoder: EncoderConfig | null;
}

/** Methods that need neither adapters of another experiment nor an endpoint. */
const WALKED: ReadonlySet<MethodName> = new Set<MethodName>(['dynarule', 'prompting', 'prompting-gold', 'rag-bm25', 'rag-dense', 'rag-hybrid']);

export function miniatureExperiment(config: ExperimentConfig, files: MiniatureFiles): ExperimentConfig {
  const { dynarule, stage1, stage2, evaluation } = config;
  const layer = dynarule.confidenceLayer;
  const methods = evaluation.methods.filter((name) => WALKED.has(name));
  return {
    ...config,
    data: { folder: files.data, worlds: { ...config.data.worlds, refreshedRules: 300 } },
    model: { base: files.base, adapters: null },
    encoder: files.encoder,
    dynarule: { ...dynarule, topK: Math.min(dynarule.topK, TOP_K), confidenceLayer: layer === 'auto' ? layer : Math.min(layer, MINIATURE_LAYERS - 1) },
    stage1: { ...stage1, ...SHORT, optimizer: { ...stage1.optimizer, warmup: 1 } },
    stage2: { ...stage2, ...SHORT, from: null, repositoryRules: 100, candidatePools: [RULES], optimizer: { ...stage2.optimizer, warmup: 1 } },
    evaluation: {
      ...evaluation,
      seeds: evaluation.seeds.slice(0, 1),
      perSubtask: 1,
      ruleCounts: [RULES],
      methods: methods.length === 0 ? ['dynarule'] : methods,
      endpoint: null,
      retrievalEncoder: files.retrievalEncoder,
      split: 'test',
      batchSize: 11,
      maxNewTokens: 8,
    },
  };
}

const SHORT = { steps: STEPS, batchSize: 2, ruleCount: RULES, checkpointEverySteps: STEPS, validateEverySteps: STEPS, validationQuestions: 1 };
