/** Finds an experiment's trained DynaRule: the checkpoint of its own run, or the one that comes with the project. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { tf } from '../backend/tf.ts';
import type { ExperimentConfig } from '../config/experiment.ts';
import { SEARCH_PARAMETER } from '../dynarule/adapters.ts';
import type { RuleAttentionConfig } from '../dynarule/stage2-loss.ts';
import { createEncoder } from '../encoder/create.ts';
import type { Encoder } from '../encoder/encoder.ts';
import { ruleEmbeddings } from '../encoder/rule-embeddings.ts';
import { UserError } from '../errors.ts';
import { searchTokenId } from '../dynarule/search-token.ts';
import { latestCheckpoint, readAdapters } from '../training/checkpoint.ts';
import type { NamedArrays, TensorRecord } from '../training/optimizer.ts';
import { checkpointsPath } from '../training/run-folder.ts';
import { dynaRuleMethod } from './dynarule.ts';
import { filesFingerprint, fingerprint } from './fingerprint.ts';
import type { Method, MethodEntry } from './method.ts';
import { once } from './once.ts';
import { baseFingerprint, type MethodResources } from './resources.ts';

/** Folder of the checkpoints that come with the project: checkpoints/<name>/step-N. */
const SHIPPED = 'checkpoints';

/** DynaRule over one repository; nothing is loaded yet. */
export function dynaRuleEntry(resources: MethodResources): MethodEntry {
  const { experiment } = resources;
  const encoder = once(async () => createEncoder(experiment.encoder));
  return {
    name: 'dynarule',
    fingerprint: once(async () => {
      const checkpoint = findCheckpoint(experiment);
      const adapters = await filesFingerprint(join(checkpoint, 'adapters.safetensors'), TRAIN);
      const parts = [await baseFingerprint(experiment), adapters, readSettings(checkpoint), (await encoder()).fingerprint];
      return fingerprint([...parts, experiment.evaluation.maxNewTokens]);
    }),
    load: async () => loadMethod(resources, findCheckpoint(experiment), await encoder()),
  };
}

const TRAIN = 'train it: make train-stage1 and make train-stage2 with EXPERIMENT=experiments/<name>.yaml';

/** The newest checkpoint of the run's stage 2; without one, the one that comes with the project. */
function findCheckpoint({ name }: ExperimentConfig): string {
  const own = checkpointsPath(name, 'stage2');
  const shipped = join(SHIPPED, name);
  const found = latestCheckpoint(own) ?? latestCheckpoint(shipped);
  if (found !== null) return found;
  throw UserError.of({
    expected: `a checkpoint of stage 2 in ${own} or ${shipped}`,
    got: 'none',
    where: { key: `experiment ${name}` },
    fix: TRAIN,
  });
}

const attention: z.ZodType<RuleAttentionConfig> = z.strictObject({
  topK: z.int().min(1),
  selection: z.enum(['confidence', 'per-layer']),
  confidenceLayer: z.int().min(0),
  keyNorm: z.enum(['none', 'layer']),
  priorWeight: z.number(),
});
const Settings = z.strictObject({ attention, firstQuery: z.enum(['mean', 'search']) });
type Settings = z.infer<typeof Settings>;

/** How the checkpoint was trained, which is how it must be used. */
function readSettings(checkpoint: string): Settings {
  const file = join(checkpoint, 'state.json');
  const State = z.object({ extra: Settings });
  return State.parse(JSON.parse(readFileSync(file, 'utf8'))).extra;
}

async function loadMethod(resources: MethodResources, checkpoint: string, encoder: Encoder): Promise<Method> {
  const { experiment, rules, languageModel } = resources;
  const settings = readSettings(checkpoint);
  checkSettings(settings, experiment, checkpoint);
  const model = await languageModel();
  const eosId = model.config.eosTokenId;
  if (eosId === null) throw new RangeError('a base without an end mark cannot have been trained on');
  const { tokenizer } = model;
  const { firstQuery } = settings;
  const arrays = readAdapters(checkpoint);
  checkWidth(arrays, model.config.hiddenSize, checkpoint);
  return dynaRuleMethod({
    dynarule: { model, adapters: toTensors(arrays), ...settings },
    format: { tokenizer, searchId: searchTokenId(model), eosId, firstQuery },
    embeddings: cachedBy((representation) => ruleEmbeddings(encoder, rules, representation)),
    dimensions: encoder.dimensions,
    maxNewTokens: experiment.evaluation.maxNewTokens,
  });
}

function toTensors(arrays: NamedArrays): TensorRecord {
  return Object.fromEntries([...arrays].map(([name, { shape, data }]) => [name, tf.tensor(data, [...shape])]));
}

/** A configuration that says otherwise would describe rows that it did not make. */
function checkSettings(settings: Settings, { dynarule }: ExperimentConfig, checkpoint: string): void {
  const trained = { ...settings.attention, firstQuery: settings.firstQuery };
  const keys = ['topK', 'selection', 'keyNorm', 'priorWeight', 'firstQuery'] as const;
  const other = keys.filter((key) => trained[key] !== dynarule[key]);
  if (other.length === 0) return;
  throw UserError.of({
    expected: other.map((key) => `dynarule.${key}: ${trained[key]}`).join(', '),
    got: other.map((key) => String(dynarule[key])).join(', '),
    where: { file: checkpoint },
    fix: 'evaluate with the values that the checkpoint was trained with, or train another one under another name',
  });
}

function checkWidth(arrays: NamedArrays, hiddenSize: number, checkpoint: string): void {
  const width = arrays.get(SEARCH_PARAMETER)?.shape.at(-1);
  if (width === hiddenSize) return;
  throw UserError.of({
    expected: `adapters for a base of width ${hiddenSize}`,
    got: width === undefined ? 'no row for <search>' : `width ${width}`,
    where: { file: checkpoint },
    fix: 'model.base is not the model that these adapters were trained on',
  });
}

/** One promise for each key. */
function cachedBy<Key, Value>(make: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const made = new Map<Key, Promise<Value>>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}
