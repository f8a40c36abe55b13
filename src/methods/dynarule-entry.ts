/** DynaRule over one repository: finds the adapters, and says what decides its answers. */
import { existsSync } from 'node:fs';
import type { DynaRuleConfig } from '../config/dynarule.ts';
import type { ExperimentConfig } from '../config/experiment.ts';
import { loadDynaRule, trainedSettings, type TrainedSettings } from '../dynarule/checkpoint.ts';
import { searchTokenId } from '../dynarule/search-token.ts';
import { createEncoder } from '../encoder/create.ts';
import { ruleEmbeddings } from '../encoder/rule-embeddings.ts';
import { UserError } from '../errors.ts';
import { checkpointsPath } from '../training/run-folder.ts';
import { latestCheckpoint } from '../tensors/checkpoint.ts';
import { disposeTensors } from '../tensors/named.ts';
import { dynaRuleMethod } from './dynarule.ts';
import { filesFingerprint, fingerprint } from './fingerprint.ts';
import type { MethodEntry } from './method.ts';
import { once } from './once.ts';
import { baseFingerprint, type MethodResources } from './resources.ts';

/** @throws UserError, when it is loaded, where there are no adapters */
export function dynaRuleEntry(resources: MethodResources): MethodEntry {
  const { experiment, rules, languageModel } = resources;
  const { maxNewTokens } = experiment.evaluation;
  return {
    name: 'dynarule',
    fingerprint: once(async () => {
      const folder = adaptersFolder(experiment, resources.runs);
      requireSameAttention(folder, trainedSettings(folder), experiment.dynarule);
      const adapters = await filesFingerprint(folder, MISSING_FIX);
      return fingerprint([await baseFingerprint(experiment), adapters, experiment.encoder, maxNewTokens]);
    }),
    load: async () => {
      const lm = await languageModel();
      const encoder = createEncoder(experiment.encoder);
      const dynarule = loadDynaRule(adaptersFolder(experiment, resources.runs), lm, encoder);
      const kept = new Map<string, Promise<Float32Array>>();
      const method = dynaRuleMethod({
        dynarule,
        format: {
          tokenizer: lm.tokenizer,
          searchId: searchTokenId(lm),
          eosId: lm.config.eosTokenId ?? 0,
          stepQuery: dynarule.stepQuery,
        },
        embeddings: (representation) => {
          const known = kept.get(representation) ?? ruleEmbeddings(encoder, rules, representation);
          kept.set(representation, known);
          return known;
        },
        dimensions: encoder.dimensions,
        maxNewTokens,
      });
      return { method, dispose: () => disposeTensors(dynarule.adapters) };
    },
  };
}

const MISSING_FIX = 'train them: make train-stage1 and make train-stage2 with this experiment';

/** The run's own stage-2 checkpoint; without one, the shipped adapters that the experiment names. */
export function adaptersFolder(experiment: ExperimentConfig, runs: string): string {
  const own = latestCheckpoint(checkpointsPath(experiment.name, 'stage2', runs));
  if (own !== null) return own;
  const shipped = experiment.model.adapters;
  if (shipped !== null && existsSync(shipped)) return shipped;
  throw UserError.of({
    expected: `adapters in ${checkpointsPath(experiment.name, 'stage2', runs)}${shipped === null ? '' : ` or ${shipped}`}`,
    got: 'none',
    fix: MISSING_FIX,
  });
}

/** What the adapters were trained with decides; an experiment that says otherwise would be reported under a wrong name. */
function requireSameAttention(folder: string, { attention, stepQuery }: TrainedSettings, wanted: DynaRuleConfig): void {
  const layer = wanted.confidenceLayer === 'auto' ? attention.confidenceLayer : wanted.confidenceLayer - 1;
  const { topK, selection, keyNorm, priorWeight } = wanted;
  const asked = { topK, selection, keyNorm, priorWeight, confidenceLayer: layer, stepQuery: wanted.stepQuery };
  const trained = { ...attention, stepQuery };
  const key = Object.keys(asked).find((name) => asked[name as keyof typeof asked] !== trained[name as keyof typeof trained]);
  if (key === undefined) return;
  throw UserError.of({
    expected: `dynarule.${key} as the adapters in ${folder} were trained with: ${describeSetting(key, trained[key as keyof typeof trained])}`,
    got: describeSetting(key, asked[key as keyof typeof asked]),
    where: { key: `dynarule.${key}` },
    fix: 'set it so, or train adapters with this experiment',
  });
}

/** Layers count from 1 in experiments. */
function describeSetting(key: string, value: string | number): string {
  return key === 'confidenceLayer' ? String(Number(value) + 1) : String(value);
}
