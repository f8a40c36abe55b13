/** Trained adapters from a checkpoint folder: the tensors, and how rules reached the model when they were trained. */
import { z } from 'zod';
import { tf } from '../backend/tf.ts';
import { KEY_NORMS, RETRIEVALS, SELECTIONS, STEP_QUERIES } from '../config/dynarule.ts';
import { ANSWERS } from '../config/own-rules.ts';
import { UserError } from '../errors.ts';
import type { LanguageModel } from '../lm/forward.ts';
import { readAdapters, readCheckpointExtra } from '../tensors/checkpoint.ts';
import { disposeTensors, type NamedArrays, type TensorRecord } from '../tensors/named.ts';
import { adapterLayer, choosingNames, initialAdapters, SEARCH_PARAMETER } from './adapters.ts';
import type { DynaRuleModel } from './decode.ts';
import { attendsToRules, choosesRules, type RuleAttentionConfig } from './rule-attention.ts';

const Extra = z.object({
  attention: z.strictObject({
    topK: z.int().min(1),
    selection: z.enum(SELECTIONS),
    confidenceLayer: z.int().min(0),
    readingLayer: z.int().min(0).optional(),
    keyNorm: z.enum(KEY_NORMS),
    priorWeight: z.number().min(0),
    ruleOffset: z.number(),
  }),
  retrieval: z.enum(RETRIEVALS),
  stepQuery: z.enum(STEP_QUERIES),
  contextWeights: z.strictObject({ known: z.array(z.int().min(0)), others: z.number().positive() }).optional(),
  encoder: z.string(),
  /** What answers were trained to be made of; training on RuleWorld says nothing of it. */
  answers: z.enum(ANSWERS).default('free'),
});

export type TrainedSettings = z.infer<typeof Extra>;

const Stage1Extra = z.object({ keyNorm: z.enum(KEY_NORMS), ruleOffset: z.number(), encoder: z.string() });

/** What stage 1 writes beside its tensors. */
export type Stage1Settings = z.infer<typeof Stage1Extra>;

/** The encoder whose embeddings will be used. */
export interface EncoderIdentity {
  readonly fingerprint: string;
  /** P */
  readonly dimensions: number;
}

/**
 * Loads what stage 2 has trained onto its base.
 *
 * @throws UserError where the folder is damaged, or was trained for another base or encoder
 */
export function loadDynaRule(folder: string, model: LanguageModel, encoder: EncoderIdentity): DynaRuleModel {
  const { attention, retrieval, stepQuery, contextWeights, encoder: trainedFor } = trainedSettings(folder);
  requireEncoder(folder, trainedFor, encoder.fingerprint);
  const adapters = loadAdapters(folder, model, encoder, (name) => isUsed(attention, name));
  return { model, adapters, attention, retrieval, stepQuery, contextWeights };
}

function isUsed(attention: RuleAttentionConfig, name: string): boolean {
  if (name === SEARCH_PARAMETER) return true;
  const layer = adapterLayer(name);
  return attendsToRules(attention, layer) || (choosesRules(attention, layer) && choosingNames(layer).includes(name));
}

/** Loads the adapters of every layer that stage 1 has trained. Throws UserError as `loadDynaRule` does. */
export function loadStage1(folder: string, model: LanguageModel, encoder: EncoderIdentity): TensorRecord {
  requireEncoder(folder, stage1Settings(folder).encoder, encoder.fingerprint);
  return loadAdapters(folder, model, encoder, (name) => name !== SEARCH_PARAMETER);
}

/** @throws UserError where the adapters in the folder were trained with an encoder of another fingerprint */
export function requireEncoder(folder: string, trainedFor: string, fingerprint: string): void {
  if (trainedFor !== fingerprint) throw otherEncoder(folder);
}

/** @param needs whether a tensor of this name must be there */
function loadAdapters(folder: string, model: LanguageModel, encoder: EncoderIdentity, needs: (name: string) => boolean): TensorRecord {
  const arrays = readAdapters(folder);
  const shapes = adapterShapes(model, encoder.dimensions, arrays);
  const missing = [...shapes.keys()].filter((name) => needs(name) && !arrays.has(name));
  if (missing.length > 0) throw missingTensors(folder, missing);
  requireShapes(folder, arrays, shapes);
  return Object.fromEntries([...arrays].map(([name, { shape, data }]) => [name, tf.tensor(data, [...shape])]));
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

function requireShapes(folder: string, arrays: NamedArrays, shapes: ReadonlyMap<string, readonly number[]>): void {
  for (const [name, { shape }] of arrays) {
    const expected = shapes.get(name)?.join(', ') ?? 'no such tensor';
    if (expected !== shape.join(', ')) throw otherShape(folder, name, expected, shape);
  }
}

/** How rules were chosen when a checkpoint was trained, and its encoder's fingerprint. Throws UserError as `loadDynaRule` does. */
export function trainedSettings(folder: string): TrainedSettings {
  return readSettings(folder, Extra, 2);
}

/** The same of stage 1, which chooses none. Throws UserError as `loadDynaRule` does. */
export function stage1Settings(folder: string): Stage1Settings {
  return readSettings(folder, Stage1Extra, 1);
}

function readSettings<T>(folder: string, schema: z.ZodType<T>, stage: number): T {
  const parsed = schema.safeParse(readCheckpointExtra(folder));
  if (parsed.success) return parsed.data;
  throw UserError.of({
    expected: `a checkpoint of stage ${stage}`,
    got: z.prettifyError(parsed.error),
    where: { file: folder, key: 'extra' },
    fix: `name the stage-${stage} checkpoint folder of a run`,
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
