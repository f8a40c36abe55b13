import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadExperiment } from '../../src/config/experiment.ts';
import { loadPretrain } from '../../src/config/pretrain.ts';

const folder = mkdtempSync(join(tmpdir(), 'experiment-'));
const plain = join(folder, 'plain.yaml');
writeFileSync(plain, 'name: plain\n');

describe('an experiment', () => {
  it('needs nothing but a name', () => {
    const config = loadExperiment(plain);
    expect(config.encoder).toEqual({ kind: 'hashed', dimensions: 1024 });
    expect(config.evaluation.ruleCounts).toEqual([100, 1000, 10_000]);
    expect(config.stage1.mix).toEqual({ single: 0.3, parallel: 0.4, hop: 0.3 });
  });

  it.each([
    [['dynarule.topK=2000', 'evaluation.ruleCounts=[5000]'], 'topK 2000 is more than the 1000 rules of stage2.ruleCount'],
    [['dynarule.confidenceInit=logistic', 'stage2.representations={FOL: 1, NL: 1}'], 'logistic learns from questions of one representation'],
    [['dynarule.topK=60', 'evaluation.ruleCounts=[100, 50]'], 'topK 60 is more than the smallest of evaluation.ruleCounts, 50'],
    [['stage1.steps=10'], 'stage1.optimizer.warmup: warm-up of 50 steps is longer than the 10 steps'],
    [['stage2.optimizer.warmup=5000'], 'stage2.optimizer.warmup: warm-up of 5000 steps is longer'],
    [['evaluation.seeds=[]'], 'at least one seed'],
    [['evaluation.seeds=[1, 1]'], 'each seed must stand in the list once'],
    [['evaluation.methods=[magic]'], 'evaluation.methods.0'],
    [['stage1.curriculum.goldOnly=0.9'], 'full < goldOnly'],
    [['stage1.mix={single: 0, parallel: 0, hop: 0}'], 'at least one family'],
    [['stage2.representations={FOL: 0, NL: 0}'], 'at least one of FOL and NL'],
    [['data.worlds={original: 0, refreshed: 0}'], 'must not both have weight 0'],
    [['data.worlds.refreshedRules=500'], 'cannot fill a pool of 1000'],
    [['dynarule.confidenceLayer=0'], 'dynarule.confidenceLayer'],
    [['dynarule.confidenceLayer=last'], 'dynarule.confidenceLayer'],
    [['name=../elsewhere'], 'name: expected a name of letters'],
    [['encoder.kind=glove'], 'encoder.kind'],
  ])('refuses %j', (overrides, message) => {
    expect(() => loadExperiment(plain, overrides)).toThrow(message);
  });

  it('accepts small fresh worlds where they are not used', () => {
    const config = loadExperiment(plain, ['data.worlds={refreshed: 0, refreshedRules: 5}']);
    expect(config.data.worlds).toMatchObject({ original: 1, refreshed: 0, refreshedRules: 5 });
  });
});

describe('a pretraining configuration', () => {
  it.each([
    ['model.heads=5', '5 heads do not give an even share of hiddenSize 192'],
    ['model.kvHeads=4', '4 key heads do not divide 6 query heads'],
    ['distractors=[]', 'at least one stage of distractors'],
    ['distractors=[{from: 0.5, upTo: 1}, {from: 0, upTo: 2}]', 'must begin at 0 and rise'],
    ['batchTokens=100', 'cannot hold one text of model.maxPositions 1024'],
    ['steps=3', 'warm-up of 50 steps is longer than the 3 steps'],
  ])('refuses %s', (override, message) => {
    expect(() => loadPretrain(plain, [override])).toThrow(message);
  });
});
