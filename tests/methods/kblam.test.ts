/** KBLaM behind the interface of methods, with a random base. */
import { initBackend } from '../../src/backend/init.ts';
import { kblamMethod, type KblamResources } from '../../src/methods/kblam.ts';
import { logCorrection } from '../../src/methods/kblam-scaled.ts';
import { randomStream } from '../../src/random.ts';
import { RULE_WIDTH } from '../dynarule/tiny-model.ts';
import { keepForFile } from '../setup/tensors.ts';
import { firstAdapters, tinySetup } from '../training/dynarule/tiny-setup.ts';
import { BATCH, expectSameAlone } from './injecting-support.ts';

let resources: KblamResources;

beforeAll(async () => {
  await initBackend();
  const setup = tinySetup();
  const adapters = firstAdapters(setup, 1);
  keepForFile([setup.model.weights, adapters]);
  const { tokenizer, eosId } = setup.format;
  resources = {
    name: 'kblam',
    kblam: { model: setup.model, adapters, keyNorm: 'none', confidenceLayer: 1, shift: () => 0 },
    tokenizer,
    eosId,
    embeddings: (representation) => setup.repositoryOf(0, randomStream('any')).embeddings(representation),
    dimensions: RULE_WIDTH,
    maxNewTokens: 12,
  };
});

it('answers each question as it does alone, whatever stands beside it', () => expectSameAlone(kblamMethod(resources)));

it('sees the whole pool, and ranks it once', async () => {
  const method = kblamMethod(resources);
  expect(method.retrieval).toBe('once');
  const answers = await method.answer(BATCH);
  answers.forEach(({ rulesGiven, retrievedPerStep }, index) => {
    const { pool } = BATCH[index]!;
    expect(rulesGiven).toBe(pool.length);
    expect(retrievedPerStep.map((list) => list.map(({ id }) => id).toSorted())).toEqual([pool.toSorted()]);
  });
});

it('answers otherwise with the rules weighed otherwise', async () => {
  const texts = async (shift: (rules: number) => number): Promise<string[]> => {
    const { kblam } = resources;
    const answers = await kblamMethod({ ...resources, kblam: { ...kblam, shift } }).answer(BATCH);
    return answers.map(({ text }) => text);
  };
  expect(await texts(logCorrection)).not.toEqual(await texts(() => 0));
});

it('corrects by log 100 − log M', () => {
  expect(logCorrection(100)).toBe(0);
  expect(logCorrection(10_000)).toBeCloseTo(-4.60517, 5); // −ln 100
  expect(logCorrection(2)).toBeCloseTo(3.91202, 5); // ln 50
});
