/** The adapters that a stage begins with. */
import { tf } from '../../backend/tf.ts';
import type { ExperimentConfig } from '../../config/experiment.ts';
import { adapterLayer, adapterName, choosingNames, initialAdapters, SEARCH_PARAMETER } from '../../dynarule/adapters.ts';
import { attendsToRules, type RuleAttentionConfig } from '../../dynarule/rule-attention.ts';
import { readAdapters } from '../../tensors/checkpoint.ts';
import { disposeTensors, importTensors, mapTensors, tensorNamed, type TensorRecord } from '../../tensors/named.ts';
import type { TrainingSetup } from './setup.ts';
import { wordValues } from './word-values.ts';

/** New adapters of every layer. Stage 1 has no `<search>`, so its embedding is left to stage 2. */
export function stage1Adapters(config: ExperimentConfig, setup: TrainingSetup): TensorRecord {
  const { [SEARCH_PARAMETER]: search, ...adapters } = newAdapters(config, setup);
  search?.dispose();
  return adapters;
}

/**
 * Stage 1's adapters of the layers that attend to rules, and a new `<search>`.
 *
 * @param checkpoint folder of stage 1's checkpoint
 * @throws UserError where it is damaged or belongs to another base or encoder
 */
export function stage2Adapters(
  config: ExperimentConfig,
  setup: TrainingSetup,
  attention: RuleAttentionConfig,
  checkpoint: string,
): TensorRecord {
  const { [SEARCH_PARAMETER]: search, ...blank } = newAdapters(config, setup);
  const trained = importTensors(readAdapters(checkpoint), blank);
  disposeTensors(blank);
  const used = Object.entries(trained).filter(([name, tensor]) => {
    const keep = attendsToRules(attention, adapterLayer(name));
    if (!keep) tensor.dispose();
    return keep;
  });
  return { ...Object.fromEntries(used), ...(search === undefined ? {} : { [SEARCH_PARAMETER]: search }) };
}

/** Copies of trained adapters, with new ones of a layer that chooses rules and has none yet. */
export function withChooser(config: ExperimentConfig, setup: TrainingSetup, layer: number, trained: TensorRecord): TensorRecord {
  const bias = Object.keys(trained).some((name) => name.endsWith('keyBias'));
  const blank = newAdapters({ ...config, dynarule: { ...config.dynarule, bias } }, setup);
  const names = choosingNames(layer).filter((name) => name in blank);
  const own = { ...blank, ...trained };
  const chooser = Object.fromEntries(names.map((name) => [name, tensorNamed(own, name)]));
  const copies = mapTensors({ ...trained, ...chooser }, (tensor) => tf.clone(tensor));
  disposeTensors(blank);
  return copies;
}

function newAdapters(config: ExperimentConfig, setup: TrainingSetup): TensorRecord {
  const { bias, keyInitStd, searchInit, valueInit, valueInitStd, valueScale } = config.dynarule;
  const adapters = initialAdapters(setup.model, {
    dimensions: setup.encoder.dimensions,
    bias,
    keyInitStd,
    valueInitStd,
    searchFromToken: setup.format.tokenizer.encode(searchInit)[0] ?? 0,
    seed: String(config.seed),
  });
  return valueInit === 'normal' ? adapters : withWordValues(adapters, setup, valueScale);
}

/** Replaces the value adapters of all layers. */
function withWordValues(adapters: TensorRecord, { model, encoder }: TrainingSetup, scale: number): TensorRecord {
  const names = model.weights.layers.map((_, layer) => adapterName(layer, 'value'));
  const values = model.weights.layers.map((layer, at) => [names[at] as string, wordValues(layer.output, encoder.dimensions, scale)]);
  tf.dispose(names.map((name) => tensorNamed(adapters, name)));
  return { ...adapters, ...(Object.fromEntries(values) as TensorRecord) };
}
