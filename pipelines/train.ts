/** Trains adapters on a user's own rules: makes questions, trains on some of them, and counts what others are answered. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { announceBackend, initBackend } from '../src/backend/init.ts';
import { loadExperiment, type ExperimentConfig } from '../src/config/experiment.ts';
import { writeRefusal, type Refusal } from '../src/dynarule/refusal.ts';
import { rankedRefusals, refusalRates } from '../src/evaluation/refusal/threshold.ts';
import { markdownTables, terminalTable } from '../src/evaluation/table.ts';
import { writeJsonAtomically, writeTextAtomically } from '../src/files/atomic-write.ts';
import { fingerprint } from '../src/files/fingerprint.ts';
import { parseJson } from '../src/files/parse-json.ts';
import { loadAnswerer } from '../src/rulebook/load-answerer.ts';
import { questionClient } from '../src/rulebook/questions/from-endpoint.ts';
import { makeQuestions } from '../src/rulebook/questions/make.ts';
import { WORDED_BY, type OwnQuestion } from '../src/rulebook/questions/own-question.ts';
import { readRuleSnapshot } from '../src/rulebook/store.ts';
import { answerAll, refusalCases, type AnsweredQuestion, type Bench } from '../src/rulebook/training/measure.ts';
import { ownTraining, type OwnTraining } from '../src/rulebook/training/setup.ts';
import { answersTable, refusalTable, type MeasuredRefusal } from '../src/rulebook/training/table.ts';
import { latestCheckpoint } from '../src/tensors/checkpoint.ts';
import { disposeTensors, type TensorRecord } from '../src/tensors/named.ts';
import { modelContents } from '../src/training/contents.ts';
import { withFirstChooser } from '../src/training/dynarule/chooser-start.ts';
import { withChooser } from '../src/training/dynarule/first-adapters.ts';
import { fitBatches } from '../src/training/dynarule/fitting-batches.ts';
import { stage2Task } from '../src/training/dynarule/stage2-task.ts';
import { stage2Validation } from '../src/training/dynarule/stage2-validation.ts';
import { train } from '../src/training/loop.ts';
import { openRun, type RunFolder } from '../src/training/run-folder.ts';
import type { TrainOptions } from './train-stage1.ts';

export interface OwnTrainOptions extends TrainOptions {
  readonly print?: (text: string) => void;
}

/**
 * Trains to the end and prints the tables, or until interrupted; returns whether it came to the end. Edits that `serve` has
 * logged beside the rules count.
 *
 * @throws UserError for rules, models or an endpoint that cannot be used
 */
export async function run(options: OwnTrainOptions): Promise<boolean> {
  const asked = loadExperiment(options.config, options.overrides);
  const backend = await initBackend(options.backend);
  announceBackend(backend);
  const config = fitBatches('stage2', asked, backend.name);
  const answerer = await loadAnswerer(config.model.base, config.ownRules.adapters);
  try {
    const set = await readRuleSnapshot(config.ownRules.rules, answerer.encoder);
    const folder = openRun({
      name: config.name,
      stage: 'own-rules',
      config,
      identity: identityOf(config, set.rules),
      contents: { ...modelContents('model.base', config.model.base), ...modelContents('ownRules.adapters', config.ownRules.adapters) },
      seed: config.seed,
      backend: backend.name,
      fresh: options.fresh ?? false,
      ...(options.root === undefined ? {} : { root: options.root }),
    });
    const { endpoint } = config.evaluation;
    const client = endpoint === null ? null : questionClient(endpoint, options.root ?? 'runs');
    const questions = await makeQuestions(set.rules, config, client);
    writeTextAtomically(join(folder.path, 'questions.jsonl'), questions.map((question) => `${JSON.stringify(question)}\n`).join(''));
    const bench: Bench = { answerer, rules: set.rules, vectors: set.vectors };
    const before = measuredBefore(folder, bench, questions);
    const training = ownTraining(config, answerer, set, questions);
    const outcome = await trainAdapters(config, training, folder, answerer.dynarule.adapters);
    if (outcome.finished) {
      const after = { ...bench, answerer: training.answererWith(outcome.parameters) };
      (options.print ?? printOut)(report(config, folder, after, { questions, before }));
    }
    disposeTensors(outcome.parameters);
    return outcome.finished;
  } finally {
    answerer.dispose();
  }
}

function printOut(text: string): void {
  process.stdout.write(text);
}

/** What must not change while a training continues: the rules themselves among it, not the file that they are in. */
function identityOf({ model, dynarule, stage2, ownRules, evaluation }: ExperimentConfig, rules: readonly object[]): object {
  const { rules: _, ...own } = ownRules;
  return { model, dynarule, stage2, ownRules: own, endpoint: evaluation.endpoint?.model ?? null, rules: fingerprint(rules) };
}

/** Answers of the adapters that are trained on, kept for when the training continues. */
function measuredBefore(folder: RunFolder, bench: Bench, questions: readonly OwnQuestion[]): AnsweredQuestion[] {
  const file = join(folder.path, 'before.json');
  if (folder.resumeFrom !== null && existsSync(file)) return parseJson(readFileSync(file, 'utf8')) as AnsweredQuestion[];
  const tested = questions.filter(({ split }) => split === 'test');
  process.stderr.write(`answering ${tested.length} questions before training\n`);
  const before = answerAll(bench, tested, bench.answerer.answers);
  writeJsonAtomically(file, before);
  return before;
}

async function trainAdapters(config: ExperimentConfig, { setup, attention, extra }: OwnTraining, folder: RunFolder, shipped: TensorRecord) {
  const validation = await stage2Validation({ config, model: setup.model, attention }, setup);
  const task = stage2Task(config, setup, attention, extra, validation);
  const first = withChooser(config, setup, attention.confidenceLayer, shipped);
  // A run that continues takes its adapters from the checkpoint.
  const starts = folder.resumeFrom === null;
  return train(task, folder, starts ? await withFirstChooser(config, setup, attention.confidenceLayer, first) : first);
}

interface Asked {
  readonly questions: readonly OwnQuestion[];
  readonly before: readonly AnsweredQuestion[];
}

/** Measures, keeps all of it in the run folder, and gives the tables as text. */
function report(config: ExperimentConfig, folder: RunFolder, bench: Bench, { questions, before }: Asked): string {
  const tested = questions.filter(({ split }) => split === 'test');
  process.stderr.write(`answering ${tested.length} questions after training\n`);
  const after = answerAll(bench, tested, config.ownRules.answers);
  const measured = [
    { label: `before: ${config.ownRules.adapters}`, answered: before },
    { label: `after ${config.stage2.steps} steps`, answered: after },
  ];
  const adapters = latestCheckpoint(folder.checkpoints) as string;
  const [best] = rankedRefusals(refusalCases(bench, questions.filter(({ split }) => split === 'validation')));
  const refusal = best?.refusal ?? null;
  const rates = refusal === null ? [] : measuredRefusals(bench, tested, refusal);
  if (refusal !== null) writeRefusal(adapters, refusal);
  const tables = [answersTable(bench.rules.length, measured), ...(rates.length === 0 ? [] : [refusalTable(rates)])];
  writeJsonAtomically(join(folder.path, 'results.json'), { adapters, refusal, rates, before, after });
  writeTextAtomically(join(folder.path, 'tables.md'), markdownTables(tables));
  const unrefusing = refusal === null ? `${NO_THRESHOLD}\n` : '';
  return `${tables.map(terminalTable).join('\n\n')}\n\n${unrefusing}the adapters are in ${adapters}\n`;
}

const NO_THRESHOLD =
  'no threshold of refusal was chosen, and these adapters refuse nothing: no validation question can be asked without its rules, since there are no others; add rules with other premises and train again';

function measuredRefusals(bench: Bench, tested: readonly OwnQuestion[], refusal: Refusal): MeasuredRefusal[] {
  return WORDED_BY.flatMap((by) => {
    const own = tested.filter((question) => question.by === by);
    return own.length === 0 ? [] : [{ by, questions: own.length, rates: refusalRates(refusal, refusalCases(bench, own)) }];
  });
}
