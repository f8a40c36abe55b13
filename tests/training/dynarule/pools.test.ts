/** Groups of batches, the pools that they share, and the curriculum. */
import { initBackend } from '../../../src/backend/init.ts';
import { tf } from '../../../src/backend/tf.ts';
import { UserError } from '../../../src/errors.ts';
import { randomStream } from '../../../src/random.ts';
import { MASKED } from '../../../src/lm/masks.ts';
import { GROUP_BATCHES, prepareGroup, wholeSteps, type GroupOptions } from '../../../src/training/data/groups.ts';
import { batchPool, batchRows } from '../../../src/training/dynarule/batch-pool.ts';
import { distractorsAt, visibleRules } from '../../../src/training/dynarule/curriculum.ts';
import { groupsOf } from '../../../src/training/dynarule/group-cache.ts';
import { RULE_WIDTH } from '../../dynarule/tiny-model.ts';
import { TINY_RULES } from '../../ruleworld/tiny-world.ts';
import { keepForFile } from '../../setup/tensors.ts';
import { tinyExperiment, tinySetup } from './tiny-setup.ts';
import type { TrainingSetup } from '../../../src/training/dynarule/setup.ts';

let setup: TrainingSetup;
let options: GroupOptions;

beforeAll(async () => {
  await initBackend();
  setup = tinySetup();
  keepForFile(setup.model.weights);
  const { stage2 } = tinyExperiment();
  options = {
    seed: 'groups',
    batchSize: 3,
    batchesPerStep: 1,
    mix: stage2.mix,
    representations: { FOL: 0, NL: 1 },
    format: setup.format,
    padId: setup.padId,
    search: true,
    maxLength: 256,
    rules: 2,
    repositoryOf: setup.repositoryOf,
  };
});

it('holds every gold rule once, with its embedding in its row', async () => {
  const group = await prepareGroup(options, 0);
  expect(group.batches).toHaveLength(GROUP_BATCHES);
  expect(new Set(group.ruleIds).size).toBe(group.ruleIds.length);
  const all = await setup.repositoryOf(0, randomStream('any')).embeddings('NL');
  const rows = group.embeddings.arraySync();
  for (const id of group.batches.flatMap(({ gold }) => gold.flat(2))) {
    expect(rows[group.rowOf(id)]).toEqual([...all.subarray(id * RULE_WIDTH, (id + 1) * RULE_WIDTH)]);
  }
  group.embeddings.dispose();
});

it.each([
  [1, [0, 8, 16]],
  [4, [0, 2, 4]],
  [16, [0, 0, 1]],
])('asks for the repository of the step that it begins in, at %i batches a step', async (batchesPerStep, expected) => {
  const asked: number[] = [];
  const repositoryOf: GroupOptions['repositoryOf'] = (step, random) => {
    asked.push(step);
    return setup.repositoryOf(step, random);
  };
  for (const group of [0, 1, 2]) (await prepareGroup({ ...options, batchesPerStep, repositoryOf }, group)).embeddings.dispose();
  expect(asked).toEqual(expected);
});

it('of whole steps has the same questions in however many batches a step is taken', async () => {
  const questionsOf = async (batchSize: number, batchesPerStep: number): Promise<string[]> => {
    const { batches, embeddings } = await prepareGroup(wholeSteps({ ...options, batchSize, batchesPerStep }), 1);
    embeddings.dispose();
    return batches.flatMap(({ gold }) => gold.map((question) => JSON.stringify(question))).toSorted();
  };
  const whole = await questionsOf(4, 1);
  expect(whole).toHaveLength(4 * GROUP_BATCHES);
  expect(await questionsOf(2, 2)).toEqual(whole);
  expect(await questionsOf(1, 4)).toEqual(whole);
});

it('says so when no question fits the context', async () => {
  const refused = await prepareGroup({ ...options, maxLength: 10 }, 0).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(UserError);
  expect(String(refused)).toMatch(/at most 10 tokens[\s\S]*fix: use a base with a longer context/);
});

it('gives a step the same batch whatever was asked for before', async () => {
  const [straight, jumping] = [groupsOf(options), groupsOf(options)];
  for (const step of [1, 2, 9]) await straight.at(step);
  const [first, second] = [await straight.at(11), await jumping.at(11)];
  expect(second.batch.ids).toEqual(first.batch.ids);
  expect(second.group.ruleIds).toEqual(first.group.ruleIds);
  expect((await jumping.at(12)).batch.ids).not.toEqual(first.batch.ids);
  straight.dispose();
  jumping.dispose();
});

it('fills a pool up to the rule count, the gold rules of the batch among them', async () => {
  const group = await prepareGroup({ ...options, rules: TINY_RULES.length }, 0);
  const batch = group.batches[0]!;
  const gold = new Set(batch.gold.flat(2));
  const rows = batchRows(group, batch, 10, randomStream('pool'));
  expect(new Set(rows).size).toBe(10);
  for (const id of gold) expect(rows).toContain(group.rowOf(id));
  expect(batchRows(group, batch, 1, randomStream('pool'))).toHaveLength(gold.size);
  const pool = batchPool(group, batch, 10, randomStream('pool'));
  const [id] = gold;
  const [own, whole] = [pool.embeddings.arraySync(), group.embeddings.arraySync()];
  expect(own[pool.rowOf(id!)]).toEqual(whole[group.rowOf(id!)]);
  tf.dispose([pool.embeddings, group.embeddings]);
});

it('shows gold rules alone, then more, then all', () => {
  const { stage1 } = tinyExperiment();
  // 100 steps: gold alone to 25, all 8 from 75 on; at 50 half of them, at 40 0.3 · 8 = 2.4.
  const stage = { ...stage1, steps: 100, curriculum: { goldOnly: 0.25, full: 0.75 } };
  expect([1, 25, 40, 50, 75, 100].map((step) => distractorsAt(stage, step))).toEqual([0, 0, 2, 4, 8, 8]);
  expect(distractorsAt({ ...stage, curriculum: { goldOnly: 0.25, full: 0.25 } }, 26)).toBe(8);
});

it('opens a question its own gold rules and exactly as many distractors as it may see', () => {
  tf.tidy(() => {
    const seen = (distractors: number): number[][] => {
      const bias = visibleRules([[3], [0, 5]], 6, distractors, randomStream('seen'), 0.5).arraySync();
      expect(bias.flat(2).every((value) => value === 0.5 || value === MASKED)).toBe(true);
      return bias.map(([row]) => row!.flatMap((value, at) => (value === 0.5 ? [at] : [])));
    };
    expect(seen(0)).toEqual([[3], [0, 5]]);
    // Of 6 rules the first question has 5 that are not gold, the second 4.
    for (const distractors of [1, 2, 3, 4, 5, 6]) {
      const [one, two] = seen(distractors);
      expect(one).toContain(3);
      expect(one).toHaveLength(1 + Math.min(distractors, 5));
      expect(two).toEqual(expect.arrayContaining([0, 5]));
      expect(two).toHaveLength(2 + Math.min(distractors, 4));
    }
    expect(seen(6)).toEqual([[0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5]]);
  });
});
