/** Fine-tunes the neural world model on selected questions by low-rank adapters (NeSyS, phase 2). */
import { join } from 'node:path';
import { announceBackend, initBackend } from '../src/backend/init.ts';
import { loadLm } from '../src/lm/load.ts';
import { writeLora } from '../src/lm/lora-folder.ts';
import { disposeWeights } from '../src/lm/weights.ts';
import { readQuestionTexts } from '../src/nesys/data/text-questions.ts';
import { fineTune } from '../src/nesys/neural/fine-tune.ts';
import { loadPhases } from '../src/nesys/phases/config.ts';
import { disposeTensors } from '../src/tensors/named.ts';
import { filesContents, modelContents } from '../src/training/contents.ts';
import { withLora } from '../src/training/lora/first-lora.ts';
import { openRun } from '../src/training/run-folder.ts';

export interface NesysFinetuneOptions {
  /** YAML file of the experiment. */
  readonly experiment: string;
  readonly set?: readonly string[];
  /** What is learnt from; runs/<name>/selected.jsonl, which `nesys select` wrote, by default. */
  readonly questions?: string | undefined;
  readonly backend?: string | undefined;
  /** Starts anew where a run of this name is there. */
  readonly fresh?: boolean;
  /** Parent of all run folders; `runs` by default. */
  readonly root?: string;
  readonly print?: (line: string) => void;
}

/**
 * Writes runs/<name>/finetune, and the adapters to runs/<name>/adapters.
 *
 * @throws UserError for a bad configuration, and for questions or a model that cannot be read
 */
export async function run(options: NesysFinetuneOptions): Promise<void> {
  const config = loadPhases(options.experiment, options.set);
  const { print = console.log, root = 'runs' } = options;
  const file = options.questions ?? join(root, config.name, 'selected.jsonl');
  const questions = readQuestionTexts(file);
  const backend = await initBackend(options.backend);
  announceBackend(backend);
  const { neural, fineTuning, seed } = config;
  const base = await loadLm(neural.model);
  try {
    const learnt = { neural, fineTuning, questions: { file, count: questions.length } };
    const identity = { neural, fineTuning };
    const contents = { ...modelContents('neural.model', neural.model), ...filesContents('questions', [file]) };
    const folder = openRun({ root, name: config.name, stage: 'finetune', config: learnt, identity, contents, seed, backend: backend.name, fresh: options.fresh ?? false });
    const outcome = await fineTune(base, folder, { questions, prompt: neural.prompt, config: fineTuning, seed: `nesys/${seed}/fine-tuning`, label: 'fine-tuning' });
    const adapters = join(root, config.name, 'adapters');
    if (outcome.finished) {
      writeLora(adapters, { lora: fineTuning.lora, layers: withLora(base, fineTuning.lora, outcome.parameters).lora }, neural.model);
      print(`${adapters}: learnt from ${questions.length} questions of ${file}`);
    }
    disposeTensors(outcome.parameters);
  } finally {
    disposeWeights(base.weights);
  }
}
