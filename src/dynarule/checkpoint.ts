/** Trained adapters from a checkpoint folder: the tensors, and how rules were chosen when they were trained. */
import { z } from 'zod';
import { tf } from '../backend/tf.ts';
import { KEY_NORMS, SELECTIONS, STEP_QUERIES } from '../config/dynarule.ts';
import { UserError } from '../errors.ts';
import type { LanguageModel } from '../lm/forward.ts';
import { readAdapters, readCheckpointExtra } from '../tensors/checkpoint.ts';
import { disposeTensors, type NamedArrays } from '../tensors/named.ts';
import { adapterLayer, initialAdapters, SEARCH_PARAMETER } from './adapters.ts';
import type { DynaRuleModel } from './decode.ts';
import { attendsToRules, type RuleAttentionConfig } from './rule-attention.ts';

const Extra = z.object({
  attention: z.strictObject({
    topK: z.int().min(1),
    selection: z.enum(SELECTIONS),
    confidenceLayer: z.int().min(0),
    keyNorm: z.enum(KEY_NORMS),
    priorWeight: z.number().min(0),
  }),
  stepQuery: z.enum(STEP_QUERIES),
  encoder: z.string(),
});

export type TrainedSettings = z.infer<typeof Extra>;

/**
 * Loads adapters onto their base.
 *
 * @param encoder fingerprint of the encoder whose embeddings will be used
 * @param dimensions its width P
 * @throws UserError where the folder is damaged, or was trained for another base or encoder
 */
export function loadDynaRule(
  folder: string,
  model: LanguageModel,
  encoder: { readonly fingerprint: string; readonly dimensions: number },
): DynaRuleModel {
  const extra = trainedSettings(folder);
  if (extra.encoder !== encoder.fingerprint) throw otherEncoder(folder);
  const arrays = readAdapters(folder);
  requireFit(folder, arrays, adapterShapes(model, encoder.dimensions, arrays), extra.attention);
  const adapters = Object.fromEntries([...arrays].map(([name, { shape, data }]) => [name, tf.tensor(data, [...shape])]));
  return { model, adapters, attention: extra.attention, stepQuery: extra.stepQuery };
}

/** Shapes of all adapters that the base and the encoder could have, affine where some of those in the file are. */
function adapterShapes(model: LanguageModel, dimensions: number, arrays: NamedArrays): Map<string, readonly number[]> {
  const bias = [...arrays.keys()].some((name) => name.endsWith('keyBias'));
  const init = { dimensions, bias, keyInitStd: 0, valueInitStd: 0, searchFromToken: 0, seed: 'shapes' };
  const blank = initialAdapters(model, init);
  const shapes = new Map(Object.entries(blank).map(([name, { shape }]) => [name, shape]));
  disposeTensors(blank);
  return shapes;
}

function requireFit(
  folder: string,
  arrays: NamedArrays,
  shapes: ReadonlyMap<string, readonly number[]>,
  attention: RuleAttentionConfig,
): void {
  const missing = requiredNames([...shapes.keys()], attention).filter((name) => !arrays.has(name));
  if (missing.length > 0) throw missingTensors(folder, missing);
  for (const [name, { shape }] of arrays) {
    const expected = shapes.get(name)?.join(', ') ?? 'no such tensor';
    if (expected !== shape.join(', ')) throw otherShape(folder, name, expected, shape);
  }
}

/** `<search>` and the adapters of all layers that attend to rules. */
function requiredNames(names: readonly string[], attention: RuleAttentionConfig): string[] {
  return names.filter((name) => name === SEARCH_PARAMETER || attendsToRules(attention, adapterLayer(name)));
}

/** How rules were chosen when a checkpoint was trained, and its encoder's fingerprint. Throws UserError as `loadDynaRule` does. */
export function trainedSettings(folder: string): TrainedSettings {
  const parsed = Extra.safeParse(readCheckpointExtra(folder));
  if (parsed.success) return parsed.data;
  throw UserError.of({
    expected: 'a checkpoint of stage 2',
    got: z.prettifyError(parsed.error),
    where: { file: folder, key: 'extra' },
    fix: 'name the stage-2 checkpoint folder of a run',
  });
}

function otherEncoder(folder: string): UserError {
  return UserError.of({
    expected: 'the encoder that the adapters were trained with',
    got: 'another one',
    where: { file: folder, key: 'encoder' },
    fix: 'use the encoder section of the experiment that trained them, or train anew',
  });
}

function missingTensors(folder: string, names: readonly string[]): UserError {
  return UserError.of({
    expected: 'adapters of every layer that attends to rules',
    got: `no ${names.join(', ')}`,
    where: { file: folder, key: names[0] as string },
    fix: 'use the base model that the adapters were trained on, or train anew',
  });
}

function otherShape(folder: string, name: string, expected: string, shape: readonly number[]): UserError {
  return UserError.of({
    expected: `${name} of shape [${expected}], as the base and the encoder have it`,
    got: `[${shape.join(', ')}]`,
    where: { file: folder, key: name },
    fix: 'use the base model that the adapters were trained on',
  });
}
