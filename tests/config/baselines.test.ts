/** The trained baselines have DynaRule's base, encoder, data and budget. */
import { ExperimentConfig, loadExperiment } from '../../src/config/experiment.ts';

const tiny = loadExperiment('experiments/tiny.yaml');
const kblam = loadExperiment(tiny.baselines.kblam);
const srKi = loadExperiment(tiny.baselines['sr-ki']);
const strong = loadExperiment(tiny.baselines['sr-ki-strong']);

it.each([['KBLaM', kblam], ['SR-KI', srKi], ['SR-KI, strong', strong]])('%s learns from the same data on the same base', (_, baseline) => {
  const shared = ({ seed, data, model, encoder, questions }: ExperimentConfig): object => ({ seed, data, base: model.base, encoder, questions });
  expect(shared(baseline)).toEqual(shared(tiny));
});

it('KBLaM takes as many steps in stage 1 as DynaRule in both', () => {
  expect(kblam.stage1).toEqual({ ...tiny.stage1, steps: tiny.stage1.steps + tiny.stage2.steps });
  expect(tiny.stage2.batchSize).toBe(kblam.stage1.batchSize);
});

it('SR-KI goes on from the same stage 1, as long as DynaRule, with one retrieval', () => {
  for (const { stage1, stage2, dynarule } of [srKi, strong]) {
    const { steps, batchSize, mix, representations, ruleCount, from } = stage2;
    const budget = { steps, batchSize, mix, representations, ruleCount };
    expect(tiny.stage2).toMatchObject(budget);
    expect(stage1).toEqual(tiny.stage1);
    expect(from).toBe(tiny.name);
    expect(dynarule).toMatchObject({ retrieval: 'once', topK: 100 });
  }
});

it('SR-KI is published with the query over the sequence and the negatives of the batch', () => {
  expect(srKi.dynarule).toMatchObject({ stepQuery: 'sequence', priorWeight: 0, confidenceInit: 'stage1', selection: 'confidence' });
  expect(srKi.stage2.negatives).toBe('pool');
});

it('the strong SR-KI has all else of DynaRule', () => {
  const { topK, stepQuery } = strong.dynarule;
  expect({ ...strong.dynarule, retrieval: 'per-step' }).toEqual({ ...tiny.dynarule, topK, stepQuery });
  expect({ ...strong.stage2, from: null }).toEqual(tiny.stage2);
});

it('words that count less need the mean over the context', () => {
  const parse = (stepQuery: string, otherWords: number): unknown => ExperimentConfig.parse({ name: 'x', dynarule: { stepQuery }, ownRules: { otherWords } });
  expect(() => parse('search', 0.5)).toThrow(/set dynarule.stepQuery: context, or otherWords: 1/);
  expect(() => parse('search', 1)).not.toThrow();
  expect(() => parse('context', 0.5)).not.toThrow();
  expect(() => parse('context', 0)).toThrow(/otherWords/);
});

it('a query over the sequence needs one retrieval', () => {
  const parse = (dynarule: object): unknown => ExperimentConfig.parse({ name: 'x', dynarule });
  expect(() => parse({ stepQuery: 'sequence' })).toThrow(/needs retrieval: once/);
  expect(() => parse({ stepQuery: 'sequence', retrieval: 'once' })).not.toThrow();
});
