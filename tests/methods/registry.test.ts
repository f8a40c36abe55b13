/** Methods that prompt, as the configuration names them, with a random base of words and hashed embeddings. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initBackend } from '../../src/backend/init.ts';
import type { MethodName } from '../../src/config/evaluation.ts';
import { ExperimentConfig, loadExperiment } from '../../src/config/experiment.ts';
import { REFUSAL_FILE, writeRefusal } from '../../src/dynarule/refusal.ts';
import { createEncoder } from '../../src/encoder/create.ts';
import { encoderFingerprint } from '../../src/encoder/fingerprint.ts';
import type { LoadedLm } from '../../src/lm/load.ts';
import type { MethodAnswer, MethodInput } from '../../src/methods/method.ts';
import { methodEntry } from '../../src/methods/registry.ts';
import type { MethodResources } from '../../src/methods/resources.ts';
import { questionOfSeed } from '../../src/ruleworld/question.ts';
import { ruleText } from '../../src/ruleworld/rule-text.ts';
import type { Rule } from '../../src/ruleworld/types.ts';
import { writeCheckpoint } from '../../src/tensors/checkpoint.ts';
import { TINY_RULES } from '../ruleworld/tiny-world.ts';
import { keepForFile } from '../setup/tensors.ts';
import { tinySetup } from '../training/dynarule/tiny-setup.ts';

const TEXTS = TINY_RULES.map(ruleText);
const POOL = [7, 2, 11, 0, 5, 9, 1];
const RAG = ['rag-bm25', 'rag-dense', 'rag-hybrid'] as const;

let folder = '';
let languageModel: LoadedLm;
beforeAll(async () => {
  await initBackend();
  folder = mkdtempSync(join(tmpdir(), 'dynarule-registry-'));
  const { model, format } = tinySetup();
  languageModel = keepForFile({ ...model, tokenizer: format.tokenizer, chat: null });
});
afterAll(() => rmSync(folder, { recursive: true }));

function experimentOf(dimensions = 64, evaluation: object = {}): ExperimentConfig {
  return ExperimentConfig.parse({
    name: 'registry',
    model: { base: 'tests/oracle/tiny-lms/llama' },
    encoder: { kind: 'hashed', dimensions },
    evaluation: { maxNewTokens: 3, ...evaluation },
  });
}

/** What was opened goes to `opened`. */
function resourcesOf(experiment = experimentOf(), opened: string[] = []): MethodResources {
  const rule = (id: number): Rule => TINY_RULES[id] as Rule;
  return {
    experiment,
    rules: {
      folder,
      length: TINY_RULES.length,
      config: null,
      text: (id, representation) => ruleText(rule(id))[representation],
    },
    ruleTexts: TEXTS,
    runs: folder,
    languageModel: async () => {
      opened.push('language model');
      return languageModel;
    },
    encoder: () => Promise.reject(new Error('the encoder of the adapters was opened')),
    encoderFingerprint: async () => 'vectors of now',
    retrievalEncoder: async () => {
      opened.push('encoder');
      return createEncoder(experiment.evaluation.retrievalEncoder ?? experiment.encoder);
    },
  };
}

const BATCH: readonly MethodInput[] = (['FOL', 'NL', 'NL'] as const).map((representation, index) => ({
  question: questionOfSeed({ rules: TINY_RULES }, 'single-rule', `registry ${index}`),
  representation,
  pool: POOL.slice(index),
}));

async function answersOf(name: MethodName, batch: readonly MethodInput[] = BATCH): Promise<MethodAnswer[]> {
  const { method, dispose } = await methodEntry(name, resourcesOf()).load();
  const answers = await method.answer(batch);
  dispose();
  return answers;
}

it.each(['prompting', 'prompting-gold', ...RAG, 'ircot', 'react'] as const)('%s goes by its name and answers as it does alone', async (name) => {
  const entry = methodEntry(name, resourcesOf());
  expect([entry.name, (await entry.load()).method.name]).toEqual([name, name]);
  const together = await answersOf(name);
  for (const [index, one] of BATCH.entries()) expect(await answersOf(name, [one])).toEqual([together[index]]);
});

it.each(RAG)('%s retrieves once, from the pool, and prompts with what it found, best first', async (name) => {
  const answers = await answersOf(name);
  for (const [index, { retrievedPerStep, rulesGiven, prompt }] of answers.entries()) {
    const { pool, representation } = BATCH[index] as MethodInput;
    expect(retrievedPerStep).toHaveLength(1);
    const ids = (retrievedPerStep[0] ?? []).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.filter((id) => !pool.includes(id))).toEqual([]);
    expect(rulesGiven).toBe(ids.length);
    expect(prompt).toContain(ids.map((id) => `${TEXTS[id]?.[representation]}\n`).join(''));
  }
});

it('ranks by what each method is named after', async () => {
  const rankings = await Promise.all(RAG.map(async (name) => (await answersOf(name)).map(({ retrievedPerStep }) => retrievedPerStep[0])));
  expect(new Set(rankings.map((ranking) => JSON.stringify(ranking))).size).toBe(RAG.length);
  // Dense ranks the whole pool, and so does what is fused with it.
  for (const ranking of rankings.slice(1)) expect(ranking.map((rules) => rules?.length)).toEqual(BATCH.map(({ pool }) => pool.length));
});

describe('adapters of another encoder', () => {
  /** The fingerprint of a method over adapters that were trained with an encoder of these vectors. */
  async function addressOf(name: 'dynarule' | 'kblam', encoder: string): Promise<string> {
    const experiment = experimentOf();
    const { topK, selection, keyNorm, priorWeight, ruleOffset, retrieval, stepQuery } = experiment.dynarule;
    const stage2 = { attention: { topK, selection, keyNorm, priorWeight, ruleOffset, confidenceLayer: 0 }, retrieval, stepQuery };
    const extra = { ...(name === 'kblam' ? { keyNorm, ruleOffset } : stage2), encoder };
    const checkpoint = writeCheckpoint(join(folder, name, encoder), { step: 1, adapters: new Map(), optimizer: new Map(), extra }, 1);
    const kblam = join(folder, 'kblam.yaml');
    const shared = { encoder: experiment.encoder, dynarule: { confidenceLayer: 1 } };
    writeFileSync(kblam, JSON.stringify({ name: 'kblam', ...shared, model: { ...experiment.model, adapters: checkpoint } }));
    const own = ExperimentConfig.parse({ ...experiment, model: { ...experiment.model, adapters: checkpoint }, baselines: { kblam } });
    return methodEntry(name, resourcesOf(own)).fingerprint();
  }

  it.each(['dynarule', 'kblam'] as const)('%s is refused before its finished answers are looked for', async (name) => {
    expect(await addressOf(name, 'vectors of now')).toMatch(/^[0-9a-f]{16}$/);
    await expect(addressOf(name, 'vectors of before')).rejects.toThrow(/expected the encoder that the adapters were trained with\n {2}got: another one/);
  });
});

it('opens the encoder for methods that compare embeddings alone', async () => {
  const openedBy = async (name: MethodName): Promise<boolean> => {
    const opened: string[] = [];
    const { method } = await methodEntry(name, resourcesOf(experimentOf(), opened)).load();
    await method.answer(BATCH);
    return opened.includes('encoder');
  };
  expect(await Promise.all(RAG.map(openedBy))).toEqual([false, true, true]);
  expect(await Promise.all((['prompting', 'prompting-gold'] as const).map(openedBy))).toEqual([false, false]);
});

describe('fingerprints', () => {
  const fingerprints = (experiment?: ExperimentConfig): Promise<string[]> =>
    Promise.all(RAG.map((name) => methodEntry(name, resourcesOf(experiment)).fingerprint()));

  it('are found without opening anything', async () => {
    const opened: string[] = [];
    for (const name of RAG) await methodEntry(name, resourcesOf(experimentOf(), opened)).fingerprint();
    expect(opened).toEqual([]);
  });

  it('of trained adapters do not change with a threshold of refusal beside them, which no evaluated answer goes by', async () => {
    const adapters = join(folder, 'adapters');
    cpSync('checkpoints/tiny', adapters, { recursive: true });
    const experiment = loadExperiment('experiments/tiny.yaml', [`model.adapters=${adapters}`]);
    const resources = { ...resourcesOf(experiment), encoderFingerprint: async () => encoderFingerprint(experiment.encoder) };
    const fingerprint = (): Promise<string> => methodEntry('dynarule', resources).fingerprint();
    const withIt = await fingerprint();
    writeRefusal(adapters, { score: 'best', steps: 'every', threshold: 7 });
    expect(await fingerprint()).toBe(withIt);
    rmSync(join(adapters, REFUSAL_FILE));
    expect(await fingerprint()).toBe(withIt);
    rmSync(join(adapters, 'state.json'));
    await expect(fingerprint()).rejects.toThrow('state.json');
  });

  it('differ by retriever, and change with the encoder where it matters', async () => {
    const [bm25, dense, hybrid] = await fingerprints();
    expect(new Set([bm25, dense, hybrid]).size).toBe(3);
    const [sameBm25, otherDense, otherHybrid] = await fingerprints(experimentOf(32));
    expect(sameBm25).toBe(bm25);
    expect(otherDense).not.toBe(dense);
    expect(otherHybrid).not.toBe(hybrid);
  });

  it('change with an encoder of retrieval alone, and with the rules of a prompt', async () => {
    const [bm25, dense, hybrid] = await fingerprints();
    const retrievalEncoder = { kind: 'hashed', dimensions: 32 };
    const [sameBm25, otherDense, otherHybrid] = await fingerprints(experimentOf(64, { retrievalEncoder }));
    expect([sameBm25, otherDense === dense, otherHybrid === hybrid]).toEqual([bm25, false, false]);
    const fewer = await fingerprints(experimentOf(64, { promptRules: 12 }));
    expect(fewer.filter((print) => [bm25, dense, hybrid].includes(print))).toEqual([]);
  });

  it('change with the length of answers', async () => {
    const before = await fingerprints();
    const after = await fingerprints(experimentOf(64, { maxNewTokens: 4 }));
    expect(after.filter((print) => before.includes(print))).toEqual([]);
  });
});
