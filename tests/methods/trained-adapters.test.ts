/** Which experiment a trained method belongs to, and where its adapters are. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExperimentConfig } from '../../src/config/experiment.ts';
import { baselineTraining, findAdapters, ownTraining, requireRetrieval, type Training } from '../../src/methods/trained-adapters.ts';
import { UserError } from '../../src/errors.ts';
import { checkpointsPath, runPath } from '../../src/training/run-folder.ts';

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'dynarule-adapters-'));
});
afterAll(() => rmSync(root, { recursive: true }));

/** Writes the experiment of a baseline and gives one that names it. */
function evaluated(text: string): ExperimentConfig {
  const file = join(root, 'baseline.yaml');
  writeFileSync(file, `name: trained\n${text}`);
  return ExperimentConfig.parse({
    name: 'evaluated',
    encoder: { kind: 'hashed', dimensions: 16 },
    baselines: { kblam: file, 'sr-ki': file, 'sr-ki-strong': file },
  });
}

const SAME = 'encoder: { kind: hashed, dimensions: 16 }\n';

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    return (error as Error).message;
  }
  throw new Error('nothing was refused');
}

it('trains KBLaM by stage 1 and SR-KI by stage 2, on the experiment that is named', () => {
  const experiment = evaluated(SAME);
  const stages = (['kblam', 'sr-ki', 'sr-ki-strong'] as const).map((name) => baselineTraining(name, experiment).stage);
  expect(stages).toEqual(['stage1', 'stage2', 'stage2']);
  expect(baselineTraining('kblam', experiment).experiment.name).toBe('trained');
});

it.each([
  ['another base', `${SAME}model: { base: other }\n`, /baseline.yaml model.base: expected model.base as in .*: "checkpoints\/tiny-base"\n {2}got: "other"/],
  ['another encoder', 'encoder: { kind: hashed, dimensions: 8 }\n', /expected encoder as in .*"dimensions":16}\n {2}got: .*"dimensions":8}/],
])('refuses a baseline on %s', (_, text, message) => {
  expect(refusal(() => baselineTraining('sr-ki', evaluated(text)))).toMatch(message);
});

it('refuses a method whose experiment retrieves otherwise', () => {
  const once = baselineTraining('sr-ki', evaluated(`${SAME}dynarule: { retrieval: once }\n`));
  expect(() => requireRetrieval('sr-ki', once, 'once')).not.toThrow();
  const message = refusal(() => requireRetrieval('dynarule', once, 'per-step'));
  expect(message).toMatch(/expected dynarule.retrieval: per-step in the experiment of the method dynarule\n {2}got: once \(experiment trained\)/);
});

describe('adapters', () => {
  const runs = (): string => join(root, 'runs');
  const training = (): Training => baselineTraining('kblam', evaluated(`${SAME}model: { adapters: ${join(root, 'shipped')} }\n`));

  it('that are nowhere are named with the command that makes them', () => {
    const message = refusal(() => findAdapters(training(), runs()));
    expect(message).toMatch(/adapters in .*runs\/trained\/stage1\/checkpoints or .*shipped\n {2}got: none\n {2}fix: train them: make train-baselines/);
    const own = refusal(() => findAdapters(ownTraining(evaluated(SAME)), runs()));
    expect(own).toMatch(/adapters in .*evaluated\/stage2\/checkpoints\n {2}got: none\n {2}fix: train them: make train-stage1 and make train-stage2/);
  });

  it('are the shipped ones, and rather those of the own run, the newest', () => {
    mkdirSync(join(root, 'shipped'));
    expect(findAdapters(training(), runs())).toEqual({ adapters: join(root, 'shipped'), run: join(root, 'shipped'), shipped: true, caveat: null });
    const checkpoints = checkpointsPath('trained', 'stage1', runs());
    for (const step of [2, 10]) cpSync(join(root, 'shipped'), join(checkpoints, `step-${step}`), { recursive: true });
    expect(findAdapters(training(), runs())).toEqual({ adapters: join(checkpoints, 'step-10'), run: runPath('trained', 'stage1', runs()), shipped: false, caveat: null });
  });

  describe('of a training that is not finished', () => {
    const run = (): string => runPath('half', 'stage1', runs());
    const half = (adapters: string | null, steps: number): Training => {
      mkdirSync(join(run(), 'checkpoints', 'step-10'), { recursive: true });
      writeFileSync(join(run(), 'config.yaml'), `keyOfBefore: 1\nstage1:\n  steps: ${steps}\n`);
      const experiment = ExperimentConfig.parse({ name: 'half', model: { adapters } });
      return { experiment, stage: 'stage1', fix: 'train' };
    };

    it('stand back behind the shipped ones, which is said', () => {
      const shipped = join(root, 'shipped-too');
      mkdirSync(shipped);
      const caveat = `the training in ${run()} is not finished: step 10 of 12; the adapters in ${shipped} are used (end the training, or set model.adapters: null in its experiment to use it as it is)`;
      expect(findAdapters(half(shipped, 12), runs())).toEqual({ adapters: shipped, run: shipped, shipped: true, caveat });
      expect(findAdapters(half(shipped, 10), runs())).toMatchObject({ adapters: join(run(), 'checkpoints', 'step-10'), caveat: null });
    });

    it.each([null, 'nowhere'])('are used where there are no others (model.adapters: %s), which is said', (adapters) => {
      const caveat = `the training in ${run()} is not finished: step 10 of 12; it is used as it is`;
      expect(findAdapters(half(adapters, 12), runs())).toEqual({ adapters: join(run(), 'checkpoints', 'step-10'), run: run(), shipped: false, caveat });
    });
  });
});
