/** Trained adapters from a folder: what they must fit. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initBackend } from '../../src/backend/init.ts';
import { tf } from '../../src/backend/tf.ts';
import { loadDynaRule, loadStage1 } from '../../src/dynarule/checkpoint.ts';
import { UserError } from '../../src/errors.ts';
import { disposeWeights } from '../../src/lm/weights.ts';
import { writeCheckpoint } from '../../src/tensors/checkpoint.ts';
import { disposeTensors, exportTensors, type NamedArrays } from '../../src/tensors/named.ts';
import { keepForFile } from '../setup/tensors.ts';
import { RULE_WIDTH, tinyAdapters, tinyModel } from './tiny-model.ts';

const ENCODER = { fingerprint: 'words', dimensions: RULE_WIDTH };
const ATTENTION = { topK: 4, selection: 'confidence', confidenceLayer: 1, keyNorm: 'none', priorWeight: 1, ruleOffset: 0 };

let model: ReturnType<typeof tinyModel>;
let arrays: NamedArrays;
const folder = mkdtempSync(join(tmpdir(), 'adapters-'));
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  await initBackend('cpu');
  model = tinyModel('base');
  keepForFile([model.weights]);
  const adapters = tinyAdapters(model, 'adapters', false);
  arrays = exportTensors(adapters);
  disposeTensors(adapters);
});

/** A checkpoint folder with these tensors. */
function written(name: string, tensors: NamedArrays, extra: object = {}): string {
  const settings = { attention: ATTENTION, retrieval: 'per-step', stepQuery: 'search', encoder: 'words', ...extra };
  writeCheckpoint(join(folder, name), { step: 1, adapters: tensors, optimizer: new Map(), extra: settings }, 1);
  return join(folder, name, 'step-1');
}

function without(...names: string[]): NamedArrays {
  return new Map([...arrays].filter(([name]) => !names.includes(name)));
}

it('loads the adapters with the settings they were trained with', () => {
  const loaded = loadDynaRule(written('whole', arrays), model, ENCODER);
  expect(loaded.attention).toEqual(ATTENTION);
  expect(loaded.stepQuery).toBe('search');
  expect(exportTensors(loaded.adapters)).toEqual(arrays);
  disposeTensors(loaded.adapters);
});

it('keeps what tokens count in the mean over the context, if anything was said of it', () => {
  const contextWeights = { known: [1, 4], others: 0.25 };
  const read = [{}, { contextWeights }].map((extra) => {
    const loaded = loadDynaRule(written('weights', arrays, extra), model, ENCODER);
    disposeTensors(loaded.adapters);
    return loaded.contextWeights;
  });
  expect(read).toEqual([undefined, contextWeights]);
  const nothing = { contextWeights: { known: [], others: 0 } };
  expect(() => loadDynaRule(written('weightless', arrays, nothing), model, ENCODER)).toThrow(/contextWeights/);
});

it('knows when rules are retrieved, and takes a checkpoint that does not say for one of DynaRule', () => {
  const retrievals = [{}, { retrieval: 'once' }].map((extra) => {
    const loaded = loadDynaRule(written('retrieval', arrays, extra), model, ENCODER);
    disposeTensors(loaded.adapters);
    return loaded.retrieval;
  });
  expect(retrievals).toEqual(['per-step', 'once']);
});

describe('of a layer that chooses and does not read', () => {
  const layers = { attention: { ...ATTENTION, confidenceLayer: 0, readingLayer: 2 } };
  const unread = ['layers.0.value', 'layers.1.query', 'layers.1.key', 'layers.1.value'];

  it('needs query and key alone', () => {
    const loaded = loadDynaRule(written('chooser', without(...unread), layers), model, ENCODER);
    expect(loaded.attention).toEqual(layers.attention);
    expect(exportTensors(loaded.adapters)).toEqual(without(...unread));
    disposeTensors(loaded.adapters);
  });

  it('misses its key', () => {
    expect(() => loadDynaRule(written('no chooser', without(...unread, 'layers.0.key'), layers), model, ENCODER)).toThrow(/got: no layers.0.key/);
  });
});

describe('of stage 1', () => {
  const settings = { keyNorm: 'none', ruleOffset: 0, encoder: 'words' };
  const trained = (name: string, tensors = without('search'), extra: object = settings): string => {
    writeCheckpoint(join(folder, name), { step: 1, adapters: tensors, optimizer: new Map(), extra: { ...extra } }, 1);
    return join(folder, name, 'step-1');
  };

  it('loads the adapters of every layer', () => {
    const loaded = loadStage1(trained('first'), model, ENCODER);
    expect(exportTensors(loaded)).toEqual(without('search'));
    disposeTensors(loaded);
  });

  it.each([
    ['a layer', () => trained('first layer', without('search', 'layers.0.key')), /got: no layers.0.key/],
    ['the encoder', () => trained('first encoder', without('search'), { ...settings, encoder: 'others' }), /expected the encoder that/],
    ['its settings', () => written('second', arrays), /expected a checkpoint of stage 1/],
  ])('refuses one that lacks %s', (_, write, message) => {
    const load = (): unknown => loadStage1(write(), model, ENCODER);
    expect(load).toThrow(UserError);
    expect(load).toThrow(message);
  });
});

it('does without adapters of layers that attend to no rules', () => {
  const before = tf.memory().numTensors;
  const loaded = loadDynaRule(written('later', without('layers.0.query', 'layers.0.key', 'layers.0.value')), model, ENCODER);
  expect(Object.keys(loaded.adapters)).not.toContain('layers.0.key');
  disposeTensors(loaded.adapters);
  expect(tf.memory().numTensors).toBe(before);
});

it.each([
  ['an adapter', () => written('adapter', without('layers.2.value')), /layers.2.value: expected adapters of every layer .*\n {2}got: no layers.2.value/],
  ['<search>', () => written('search', without('search')), /got: no search/],
  ['the encoder', () => written('encoder', arrays, { encoder: 'others' }), /expected the encoder that the adapters were trained with/],
  ['its settings', () => written('settings', arrays, { attention: { ...ATTENTION, topK: 0 } }), /expected a checkpoint of stage 2/],
])('refuses a checkpoint that lacks %s', (_, write, message) => {
  const load = (): unknown => loadDynaRule(write(), model, ENCODER);
  expect(load).toThrow(UserError);
  expect(load).toThrow(message);
});

it('refuses adapters of another base', () => {
  const other = tinyModel('other', { hiddenSize: 8, headDim: 2 });
  const load = (): unknown => loadDynaRule(written('other', arrays), other, ENCODER);
  expect(load).toThrow(/expected layers.0.query of shape \[8, 8\], as the base and the encoder have it\n {2}got: \[16, 16\]/);
  disposeWeights(other.weights);
});
