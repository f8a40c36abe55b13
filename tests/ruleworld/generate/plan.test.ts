/** The shipped configuration, cut into shards. */
import { loadYaml } from '../../../src/config/load.ts';
import { GenerationConfig } from '../../../src/ruleworld/generate/config.ts';
import { planShards, ruleShards, type QuestionShard } from '../../../src/ruleworld/generate/plan.ts';
import type { Subtask } from '../../../src/ruleworld/types.ts';

const config = loadYaml('experiments/ruleworld.yaml', GenerationConfig);
const shards = planShards(config);

function questionShards(repository: string, split: string): QuestionShard[] {
  return shards.filter(
    (shard): shard is QuestionShard => shard.kind === 'questions' && shard.repository === repository && shard.split === split,
  );
}

it("asks for the rules of the paper's Table 5, twice", () => {
  for (const world of Object.values(config.worlds)) {
    expect(Object.values(world.counts).reduce((sum, count) => sum + count)).toBe(100_235);
  }
});

it('cuts many rules into several files', () => {
  const full = loadYaml('experiments/ruleworld-full.yaml', GenerationConfig);
  const ranges = ruleShards(full, 'original').map(({ index, count, from, to }) => [index, count, from, to]);
  expect(ranges).toHaveLength(5);
  expect(ranges.slice(0, 2)).toEqual([[0, 5, 0, 1_000_000], [1, 5, 1_000_000, 2_000_000]]);
  expect(ranges.at(-1)).toEqual([4, 5, 4_000_000, 4_936_113]); // the paper's Table 5, column "all"
  expect(ruleShards(config, 'original')).toHaveLength(1);
});

it('has the full numbers of Tables 5 and 6 in a configuration of its own', () => {
  const { splits } = loadYaml('experiments/ruleworld-full.yaml', GenerationConfig);
  const questions = Object.values(splits.original.train ?? {}).reduce((sum, count) => sum + count, 0);
  expect(questions).toBe(3_377_737);
});

it('covers every training question of Table 6 exactly once', () => {
  const train = questionShards('original', 'train');
  expect(train).toHaveLength(28); // 111,200 / 4,000 = 27.8
  expect(train.map((shard) => shard.firstRow)).toEqual(Array.from({ length: 28 }, (_, index) => index * 4000));
  const subtasks = train.flatMap((shard) => shard.subtasks);
  expect(subtasks).toHaveLength(111_200);
  const count = (subtask: Subtask): number => subtasks.filter((name) => name === subtask).length;
  expect([count('single-rule'), count('multi-rule-8'), count('multi-hop-4')]).toEqual([25_000, 807, 5_000]);
});

it.each(['original', 'held-out'])('has test questions of the %s repository for five seeds of ten a sub-task', (repository) => {
  const [test, ...others] = questionShards(repository, 'test');
  expect(others).toEqual([]);
  for (const subtask of ['single-rule', 'multi-rule-8', 'multi-hop-4']) {
    expect(test?.subtasks.filter((name) => name === subtask).length).toBeGreaterThanOrEqual(50);
  }
});

it('mixes the sub-tasks in every shard', () => {
  for (const shard of questionShards('original', 'train')) {
    expect(new Set(shard.subtasks).size).toBe(11);
  }
});
