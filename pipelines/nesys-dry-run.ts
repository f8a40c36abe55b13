/**
 * Walks NeSyS's selection, fine-tuning and likelihoods in miniature: a few questions of the workshop, a random model of the
 * experiment's family, two steps. It needs none of the real files, leaves nothing behind, and says nothing about quality.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dumpYaml } from '../src/config/load.ts';
import { readQuestionTexts } from '../src/nesys/data/text-questions.ts';
import { loadPhases } from '../src/nesys/phases/config.ts';
import { miniaturePhases } from '../src/nesys/phases/miniature.ts';
import { miniatureFamily } from '../src/training/miniature/family.ts';
import { writeMiniatureBase } from '../src/training/miniature/models.ts';
import { run as finetune } from './nesys-finetune.ts';
import { run as likelihoods } from './nesys-likelihoods.ts';
import { run as select } from './nesys-select.ts';
import { run as workshop } from './nesys-workshop.ts';

export interface NesysDryRunOptions {
  /** YAML file of the experiment. */
  readonly experiment: string;
  readonly set?: readonly string[];
  readonly backend?: string | undefined;
  readonly print?: (line: string) => void;
}

/** @throws UserError for a faulty experiment, and for whatever would stop the real one on its way */
export async function run({ experiment, set, backend, print = console.log }: NesysDryRunOptions): Promise<void> {
  const config = loadPhases(experiment, set);
  const family = miniatureFamily(config.dryRun, config.neural.model);
  const root = mkdtempSync(join(tmpdir(), 'nesys-dry-run-'));
  try {
    const miniature = miniaturePhases(config, { questions: join(root, 'questions'), model: join(root, 'model') });
    const own = { experiment: join(root, 'experiment.yaml'), root, print };
    writeFileSync(own.experiment, dumpYaml(miniature));
    print(`dry run of ${config.name}: a random ${family} model, two steps`);
    await workshop(own);
    const questions = readQuestionTexts(miniature.questions.train);
    writeMiniatureBase(miniature.neural.model, family, questions.flatMap(({ state, action, choices }) => [state, action, ...choices]));
    await select(own);
    await finetune({ ...own, backend });
    const judged = { model: miniature.neural.model, adapters: join(root, config.name, 'adapters'), prompt: miniature.neural.prompt };
    await likelihoods({ ...judged, questions: miniature.questions.test, output: join(root, 'test.jsonl'), backend, print });
    print(`${config.name} runs to the end; nothing of it was kept`);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
