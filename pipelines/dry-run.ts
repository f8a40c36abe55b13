/**
 * Walks an experiment to the end in miniature: data of some hundred rules, random models of the same families, two
 * steps a stage, eleven questions. It needs none of the real files, leaves nothing behind, and says nothing about quality.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadExperiment, type ExperimentConfig } from '../src/config/experiment.ts';
import { dumpYaml } from '../src/config/load.ts';
import { rulesFolder } from '../src/ruleworld/dataset/folders.ts';
import { readRules } from '../src/ruleworld/dataset/rules.ts';
import { miniatureExperiment } from '../src/training/miniature/experiment.ts';
import { miniatureFamily } from '../src/training/miniature/family.ts';
import { miniatureEncoder, miniaturePaths, writeMiniatureBase } from '../src/training/miniature/models.ts';
import { run as evaluate } from './eval-table.ts';
import { run as generate } from './generate.ts';
import { run as trainStage1 } from './train-stage1.ts';
import { run as trainStage2 } from './train-stage2.ts';

/** The last part that is walked. */
export type DryRunEnd = 'stage1' | 'stage2' | 'evaluation';

export interface DryRunOptions {
  /** YAML file of the experiment. */
  readonly config: string;
  readonly overrides?: readonly string[];
  readonly backend?: string;
  readonly until: DryRunEnd;
  readonly print?: (line: string) => void;
}

/** A data set that is generated in a second or two. */
const DATA = `
seed: dry-run
worlds:
  original: &world
    counts: { Entity2Attr: 600, AttrChange2Attr: 60, Action2Env: 40, Action2Attr: 60, Action2State: 60, Env2State: 40, State2Attr: 300 }
  held-out: *world
splits:
  original: { train: &all { SUBTASKS }, validation: *all, test: *all }
  held-out: { test: *all }
`;
const SUBTASKS = ['single-rule', ...[2, 3, 4, 5, 6, 7, 8].map((rules) => `multi-rule-${rules}`), ...[2, 3, 4].map((hops) => `multi-hop-${hops}`)];
/** Rules that the miniature tokenizers learn words from. */
const WORDS_FROM = 200;

/** @throws UserError for a faulty experiment, and for whatever would stop the real one on its way */
export async function run(options: DryRunOptions): Promise<void> {
  const print = options.print ?? console.log;
  const config = loadExperiment(options.config, options.overrides);
  const folder = mkdtempSync(join(tmpdir(), 'dynarule-dry-run-'));
  try {
    const experiment = await prepare(config, folder);
    const family = miniatureFamily(config.dryRun, config.model.base);
    print(`dry run of ${config.name}: a random ${family} base, encoder ${config.encoder.kind}, two steps a stage`);
    await walk(experiment, miniaturePaths(folder).runs, options, print);
    print(`${config.name} runs to the end of ${options.until}; nothing of it was kept`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes data, models and experiment; returns the experiment's file. */
async function prepare(config: ExperimentConfig, folder: string): Promise<string> {
  const paths = miniaturePaths(folder);
  const yaml = join(folder, 'data.yaml');
  writeFileSync(yaml, DATA.replace('SUBTASKS', SUBTASKS.map((name) => `${name}: 1`).join(', ')));
  await generate({ config: yaml, overrides: [`output=${paths.data}`], workers: 1, print: () => undefined });
  const texts = ruleTexts(paths.data);
  writeMiniatureBase(paths.base, miniatureFamily(config.dryRun, config.model.base), texts);
  const { retrievalEncoder } = config.evaluation;
  const miniature = miniatureExperiment(config, {
    data: paths.data,
    base: paths.base,
    encoder: miniatureEncoder(config.encoder, paths.base, paths.encoder, texts),
    retrievalEncoder: retrievalEncoder === null ? null : miniatureEncoder(retrievalEncoder, paths.base, paths.retrieval, texts),
  });
  writeFileSync(paths.experiment, dumpYaml(miniature));
  return paths.experiment;
}

function ruleTexts(data: string): string[] {
  const rules = readRules(join(data, rulesFolder('original')));
  const ids = Array.from({ length: Math.min(WORDS_FROM, rules.length) }, (_, id) => id);
  return ids.flatMap((id) => [rules.text(id, 'FOL'), rules.text(id, 'NL')]);
}

async function walk(config: string, root: string, { backend, until }: DryRunOptions, print: (line: string) => void): Promise<void> {
  const own = { config, root, ...(backend === undefined ? {} : { backend }) };
  await trainStage1(own);
  if (until === 'stage1') return;
  await trainStage2(own);
  if (until === 'stage2') return;
  await evaluate({ experiment: config, root, tables: ['2', '4'], backend, print });
}
