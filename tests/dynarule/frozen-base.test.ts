/** Without rules the model is the base model. */
import { initBackend } from '../../src/backend/init.ts';
import { tf, type Tensor2D } from '../../src/backend/tf.ts';
import { layerAdapters, ruleKeys, ruleQueries, ruleValues, SEARCH_PARAMETER } from '../../src/dynarule/adapters.ts';
import { embedWithSearch, logitsWithSearch } from '../../src/dynarule/search-token.ts';
import { runLayers, type LanguageModel, type MemoryProvider } from '../../src/lm/forward.ts';
import { causalBias, MASKED } from '../../src/lm/masks.ts';
import { range, ropeAngles } from '../../src/lm/rope.ts';
import type { TensorRecord } from '../../src/tensors/named.ts';
import { sequenceLogits } from '../lm/support.ts';
import { keepForFile } from '../setup/tensors.ts';
import { tinyAdapters, tinyModel, tinyPrompt, tinyRules } from './tiny-model.ts';

const IDS = tinyPrompt(12, 'frozen');
let model: LanguageModel;
let adapters: TensorRecord;

beforeAll(async () => {
  await initBackend();
  model = keepForFile(tinyModel('frozen'));
  adapters = keepForFile(tinyAdapters(model, 'frozen'));
});

/** Logits of the base's tokens through DynaRule's embeddings and output, [S, V]. */
function logitsWith(memory: MemoryProvider): Tensor2D {
  const search = adapters[SEARCH_PARAMETER] as Tensor2D;
  const { vocabSize, hiddenSize } = model.config;
  const { hidden } = runLayers(model, {
    embeddings: embedWithSearch(model, search, Int32Array.from(IDS), 1),
    angles: ropeAngles([range(IDS.length)], model.config),
    bias: causalBias(IDS.length),
    memory,
  });
  const logits = logitsWithSearch(model, search, tf.reshape(hidden, [IDS.length, hiddenSize]) as Tensor2D);
  return tf.slice2d(logits, [0, 0], [IDS.length, vocabSize]);
}

/** All rules in every layer, each logit with the same bias. */
function everywhere(bias: number): MemoryProvider {
  const rules = tf.expandDims(tinyRules(5, 'frozen'), 0) as tf.Tensor3D;
  return (layer, x) => {
    const own = layerAdapters(adapters, layer);
    return { query: ruleQueries(own, x), keys: ruleKeys(own, rules, 'none'), values: ruleValues(own, rules), bias: tf.fill([1, 1, 5], bias) };
  };
}

it('has the logits of the base bit for bit where no layer has rules', () => {
  tf.tidy(() => {
    expect(logitsWith(() => null).arraySync()).toEqual(sequenceLogits(model, IDS).arraySync());
  });
});

it('has the logits of the base within 1e-6 of the largest one where all rules are masked, and others where they are open', () => {
  tf.tidy(() => {
    const base = sequenceLogits(model, IDS);
    const largest = tf.max(tf.abs(base)).dataSync()[0]!;
    expect(logitsWith(everywhere(MASKED))).toBeAllclose(base, { rtol: 0, atol: 1e-6 * largest });
    expect(logitsWith(everywhere(0))).not.toBeAllclose(base, { rtol: 0, atol: 1e-2 });
  });
});
