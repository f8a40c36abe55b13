/** DynaRule behind the interface of methods, with a random base. */
import { initBackend } from '../../src/backend/init.ts';
import { tf } from '../../src/backend/tf.ts';
import { SEARCH_PARAMETER } from '../../src/dynarule/adapters.ts';
import { UserError } from '../../src/errors.ts';
import { dynaRuleMethod, type DynaRuleResources } from '../../src/methods/dynarule.ts';
import { SEARCH_MARK } from '../../src/ruleworld/prompt.ts';
import { randomStream } from '../../src/random.ts';
import { RULE_WIDTH } from '../dynarule/tiny-model.ts';
import { keepForFile } from '../setup/tensors.ts';
import { firstAdapters, tinySetup } from '../training/dynarule/tiny-setup.ts';
import { BATCH, expectSameAlone, input } from './injecting-support.ts';

let resources: DynaRuleResources;

beforeAll(async () => {
  await initBackend();
  const setup = tinySetup();
  const first = firstAdapters(setup, 2);
  // A large row: <search> is the likeliest token wherever its logit is above zero.
  const adapters = { ...first, [SEARCH_PARAMETER]: tf.mul(first[SEARCH_PARAMETER]!, 20) };
  tf.dispose(first[SEARCH_PARAMETER]!);
  keepForFile([setup.model.weights, adapters]);
  const attention = { topK: 4, selection: 'confidence', confidenceLayer: 1, keyNorm: 'none', priorWeight: 1, ruleOffset: 0.7 } as const;
  resources = {
    name: 'dynarule',
    dynarule: { model: setup.model, adapters, attention, retrieval: 'per-step', stepQuery: 'search' },
    format: setup.format,
    embeddings: (representation) => setup.repositoryOf(0, randomStream('any')).embeddings(representation),
    dimensions: RULE_WIDTH,
    maxNewTokens: 12,
  };
});

it('answers each question as it does alone, whatever stands beside it', () => expectSameAlone(dynaRuleMethod(resources)));

it('ranks the whole pool at each retrieval, one more than there are <search> in the text', async () => {
  const answers = await dynaRuleMethod(resources).answer(BATCH);
  expect(answers.some(({ text }) => text.includes(` ${SEARCH_MARK}`))).toBe(true);
  answers.forEach(({ text, retrievedPerStep, rulesGiven }, index) => {
    const { pool } = BATCH[index]!;
    for (const list of retrievedPerStep) {
      expect(list.map(({ id }) => id).toSorted()).toEqual(pool.toSorted());
      expect(list.map(({ score }) => score)).toEqual(list.map(({ score }) => score).toSorted((a, b) => b - a));
    }
    // The last token is not taken in any more.
    const searches = text.split(SEARCH_MARK).length - 1 - (text.endsWith(SEARCH_MARK) ? 1 : 0);
    expect(retrievedPerStep).toHaveLength(searches + 1);
    expect(rulesGiven).toBe(Math.min(4, pool.length));
  });
});

describe('bad input', () => {
  it('refuses a question that leaves no room for the answer', async () => {
    const { dynarule } = resources;
    const model = { ...dynarule.model, config: { ...dynarule.model.config, maxPositions: 20 } };
    const answer = dynaRuleMethod({ ...resources, dynarule: { ...dynarule, model } }).answer(BATCH);
    await expect(answer).rejects.toThrow(UserError);
    await expect(answer).rejects.toThrow(/at most 8 tokens[\s\S]*fix: shorten the question/);
  });

  it('refuses an empty pool', async () => {
    const answer = dynaRuleMethod(resources).answer([input('a', 'NL', [])]);
    await expect(answer).rejects.toThrow(UserError);
    await expect(answer).rejects.toThrow(/at least one rule/);
  });
});
