/** One arm of a comparison: the base learns from its questions, and says how likely choices are. All of it goes on where it was stopped. */
import { join } from 'node:path';
import { fingerprint } from '../../files/fingerprint.ts';
import type { LanguageModel } from '../../lm/forward.ts';
import type { LoadedLm } from '../../lm/load.ts';
import { disposeTensors } from '../../tensors/named.ts';
import { modelContents } from '../../training/contents.ts';
import { withLora } from '../../training/lora/first-lora.ts';
import { openRun } from '../../training/run-folder.ts';
import { fineTune } from '../neural/fine-tune.ts';
import { gatherLikelihoods } from '../neural/gather.ts';
import { openLikelihoodLog } from '../neural/likelihood-log.ts';
import { PROMPT_VERSION } from '../neural/prompt.ts';
import { likelihoodsFromRuntime } from '../neural/runtime.ts';
import type { PhasesConfig } from '../phases/config.ts';
import type { ComparedBank } from '../phases/open-comparison.ts';
import type { ChoiceQuestion } from '../question.ts';
import { startCountedProgress } from '../../counted-progress.ts';
import type { Split } from '../workshop/questions.ts';
import { armName, chosenBy, type Arm } from './arms.ts';

export interface ArmFrame {
  readonly config: PhasesConfig;
  readonly base: LoadedLm;
  readonly bank: ComparedBank;
  /** Name of the tensor backend. */
  readonly backend: string;
  /** Parent of all run folders. */
  readonly root: string;
  /** Where progress is shown; standard error by default. */
  readonly stream?: NodeJS.WriteStream;
}

export interface ArmOutcome {
  readonly arm: Arm;
  /** That were learnt from. */
  readonly questions: number;
  /** Of every choice, for the splits that were asked for. */
  readonly logProbs: ReadonlyMap<Split, readonly (readonly number[])[]>;
}

/** Folder of all arms: runs/<name>/phase2. */
export const ARMS = 'phase2';
/** Batches of questions between two writes. */
const BATCHES = 4;

/** Null where training was asked to stop. @throws UserError where the arm's folder holds another run */
export async function runArm(arm: Arm, splits: readonly Split[], frame: ArmFrame): Promise<ArmOutcome | null> {
  const { config, bank, base } = frame;
  const chosen = chosenBy(arm, bank.train.scored, `nesys/${config.seed}/selection`).map((index) => bank.train.questions[index]!);
  const said = (model: LanguageModel): Promise<ArmOutcome> => saidBy(model, arm, chosen, splits, frame);
  if (arm.seed === null) return said(base);
  const { neural, fineTuning } = config;
  const learnt = { neural, fineTuning, arm, learntFrom: fingerprint(chosen) };
  const contents = modelContents('neural.model', neural.model);
  const run = openRun({ root: join(frame.root, config.name), name: ARMS, stage: armName(arm), config: learnt, contents, seed: arm.seed, backend: frame.backend });
  const seed = `nesys/${config.seed}/fine-tuning/${arm.seed}`;
  const { parameters, finished } = await fineTune(base, run, { questions: chosen, prompt: neural.prompt, config: fineTuning, seed, label: armName(arm) });
  try {
    return finished ? await said(withLora(base, fineTuning.lora, parameters)) : null;
  } finally {
    disposeTensors(parameters);
  }
}

async function saidBy(model: LanguageModel, arm: Arm, chosen: readonly ChoiceQuestion[], splits: readonly Split[], { config, base, bank, root, stream }: ArmFrame): Promise<ArmOutcome> {
  const { neural, fineTuning } = config;
  const source = likelihoodsFromRuntime({ ...base, ...model }, neural);
  const learnt = { neural, prompts: PROMPT_VERSION, arm, ...(arm.seed === null ? {} : { fineTuning, learntFrom: fingerprint(chosen) }) };
  const logProbs = new Map<Split, readonly (readonly number[])[]>();
  for (const split of splits) {
    const { questions } = bank[split];
    const log = openLikelihoodLog(join(root, config.name, ARMS, armName(arm), `${split}-log-probs.jsonl`), { ...learnt, questions: fingerprint(questions) });
    const progress = startCountedProgress('scoring', stream);
    const report = (done: number): void => progress.update(done, questions.length, `${split} questions by ${armName(arm)}`);
    logProbs.set(split, await gatherLikelihoods(source, questions, log, { chunk: BATCHES * neural.batchQuestions, report }));
    progress.stop();
  }
  return { arm, questions: chosen.length, logProbs };
}
