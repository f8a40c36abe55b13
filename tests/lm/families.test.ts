/** Every family of decoders against transformers (tests/oracle/families.py), on the default backend and on wasm. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { initBackend } from '../../src/backend/init.ts';
import { tf, type Tensor3D } from '../../src/backend/tf.ts';
import { embedTokens, logitsOf, runLayers, type LanguageModel } from '../../src/lm/forward.ts';
import { generateGreedy, plainHooks, type DecodeHooks } from '../../src/lm/generate.ts';
import { openSafetensors } from '../../src/lm/files/safetensors.ts';
import { readJson } from '../../src/lm/files/json-file.ts';
import { loadLm } from '../../src/lm/load.ts';
import { parseHfConfig } from '../../src/lm/config.ts';
import { paddedCausalBias } from '../../src/lm/masks.ts';
import { ropeAngles } from '../../src/lm/rope.ts';
import { disposeWeights } from '../../src/lm/weights.ts';
import { ORACLE } from './files/support.ts';

const FAMILIES = join(ORACLE, 'families');
/** Left padding of the second row. */
const PADDING = [0, 7];
const [ROWS, LENGTH, STEPS] = [2, 24, 8];

/** The tensors of an oracle file, by name. */
function oracle(file: string): Record<string, Float32Array> {
  const source = openSafetensors(join(FAMILIES, file));
  const tensors = Object.fromEntries(source.names().map((name) => [name, source.read(name)]));
  source.close();
  return tensors;
}

async function withModel(path: string, use: (model: LanguageModel) => void): Promise<void> {
  const model = await loadLm(path);
  try {
    use(model);
  } finally {
    disposeWeights(model.weights);
  }
}

/** Hidden states of left-padded rows, [B, S, D], padding included. */
function hiddenStates(model: LanguageModel, ids: ArrayLike<number>, padding: readonly number[]): Tensor3D {
  const rows = padding.length;
  const length = ids.length / rows;
  const positions = padding.map((pad) => Array.from({ length }, (_, at) => Math.max(0, at - pad)));
  const embeddings = embedTokens(model, tf.tensor2d(Int32Array.from(ids), [rows, length], 'int32'));
  return runLayers(model, { embeddings, angles: ropeAngles(positions, model.config), bias: paddedCausalBias(length, padding) }).hidden;
}

/** Largest difference over the rows' own tokens; what stands at padding means nothing. */
function largestDifference(actual: ArrayLike<number>, expected: ArrayLike<number>, tokens: number): number {
  expect(actual.length).toBe(expected.length);
  const width = expected.length / (ROWS * tokens);
  const padded = (index: number): boolean => tokens === LENGTH && Math.floor(index / width) % LENGTH < (PADDING[Math.floor(index / (width * LENGTH))] ?? 0);
  return Math.max(...Array.from(expected, (value, index) => (padded(index) ? 0 : Math.abs((actual[index] as number) - value))));
}

describe.each([['the default backend', undefined, 1e-4], ['wasm', 'wasm', 1e-3]] as const)('on %s', (_title, backend, limit) => {
  beforeAll(async () => { await initBackend(backend); });

  describe.each(['llama3', 'smollm2', 'qwen2', 'qwen3'])('%s', (name) => {
    const expected = oracle(join(name, 'expected.safetensors'));
    const ids = expected['ids']!;

    it('has the hidden states and logits of transformers, padded rows too', async () => {
      await withModel(join(FAMILIES, name), (model) => {
        tf.tidy(() => {
          const hidden = hiddenStates(model, ids, PADDING);
          expect(largestDifference(hidden.dataSync(), expected['hidden']!, LENGTH)).toBeLessThan(limit);
          const last = tf.reshape(tf.slice3d(hidden, [0, LENGTH - 6, 0], [ROWS, 6, -1]), [ROWS * 6, model.config.hiddenSize]);
          expect(largestDifference(logitsOf(model, last as never).dataSync(), expected['logits']!, 6)).toBeLessThan(limit);
        });
      });
    });

    it('decodes the same tokens with a cache, from the same logits', async () => {
      await withModel(join(FAMILIES, name), (model) => {
        const logits: Float32Array[] = [];
        const hooks: DecodeHooks = {
          ...plainHooks(model),
          logits: (hidden) => {
            const values = logitsOf(model, hidden);
            logits.push(Float32Array.from(values.dataSync()));
            return values;
          },
        };
        const prompts = PADDING.map((pad, row) => [...ids.subarray(row * LENGTH + pad, (row + 1) * LENGTH)]);
        const made = generateGreedy(model, prompts, { maxNewTokens: STEPS, stopIds: [], padId: 1 }, hooks);
        expect(made.flat()).toEqual([...expected['next']!]);
        const all = Float32Array.from(logits.flatMap((step) => [...step]));
        expect(largestDifference(all, expected['stepLogits']!, STEPS)).toBeLessThan(limit);
      });
    });
  });

  it.each(['llama3', 'qwen2', 'qwen3'])('%s.gguf, in mixed types, has the hidden states of its dequantised weights', async (name) => {
    const expected = oracle('ggufs.safetensors')[name]!;
    const { ids } = oracle(join(name, 'expected.safetensors'));
    await withModel(join(FAMILIES, `${name}.gguf`), (model) => {
      tf.tidy(() => expect(largestDifference(hiddenStates(model, ids!, PADDING).dataSync(), expected, LENGTH)).toBeLessThan(limit));
    });
  });

  it.each(['linear', 'dynamic', 'yarn', 'yarn-explicit'])('scales rotary positions by %s as transformers does', async (kind) => {
    const expected = oracle('ropes.safetensors')[kind]!;
    const { ids } = oracle(join('llama3', 'expected.safetensors'));
    const file = join(FAMILIES, 'llama3', 'config.json');
    const ropes = JSON.parse(readFileSync(join(FAMILIES, 'ropes.json'), 'utf8')) as Record<string, object>;
    const config = parseHfConfig({ ...(readJson(file) as object), rope_parameters: ropes[kind] }, file);
    await withModel(join(FAMILIES, 'llama3'), ({ weights }) => {
      tf.tidy(() => expect(hiddenStates({ config, weights }, ids!.subarray(0, LENGTH), [0])).toBeAllclose(expected, { rtol: 0, atol: limit }));
    });
  });
});

it('tells the scalings apart: no two give the same states', () => {
  const states = Object.values(oracle('ropes.safetensors')).map((values) => [...values].join());
  // Up to its original length, dynamic scaling is none.
  expect(new Set(states).size).toBe(4);
});
