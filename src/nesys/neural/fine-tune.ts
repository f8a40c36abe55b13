/**
 * Fine-tuning of the neural world model (NeSyS, phase 2): low-rank adapters learn to write the right next state
 * behind the prompt by which choices are judged later. Without an end mark, as choices are judged without one.
 */
import type { FineTuningConfig } from '../../config/fine-tuning.ts';
import { UserError } from '../../errors.ts';
import type { LoadedLm } from '../../lm/load.ts';
import type { TokenSequence } from '../../lm/pack.ts';
import { firstLora } from '../../training/lora/first-lora.ts';
import { fineTuningTask } from '../../training/lora/task.ts';
import { train, type TrainingOutcome } from '../../training/loop.ts';
import type { RunFolder } from '../../training/run-folder.ts';
import type { ChoiceQuestion } from '../question.ts';
import { encodeQuestion, type Addressed } from './encode.ts';
import type { PromptStyle } from './prompt.ts';

export interface FineTuneOptions {
  readonly questions: readonly ChoiceQuestion[];
  readonly prompt: PromptStyle;
  readonly config: FineTuningConfig;
  /** Names the draws of first values and of batches. */
  readonly seed: string;
  /** As progress names it. */
  readonly label: string;
}

/**
 * Trains from the run's newest checkpoint, or from the start; the base is only read.
 *
 * @returns parameters named by `loraNames`; the caller disposes of them
 * @throws UserError where there are no questions, and for those that cannot be encoded
 */
export async function fineTune(base: LoadedLm, run: RunFolder, options: FineTuneOptions): Promise<TrainingOutcome> {
  const { questions, prompt, config, seed, label } = options;
  if (questions.length === 0) throw UserError.of({ expected: 'questions to learn from', got: 'none', fix: 'raise selection.share, or give other questions' });
  const sequences = questions.map((question) => rightSequence(base, question, prompt));
  const task = fineTuningTask({ label, base, config, sequences, padId: base.config.eosTokenId ?? 0, seed });
  return train(task, run, firstLora(base.config, config.lora, seed));
}

/** The prompt without weight in the loss, and the right choice with it. */
export function rightSequence(lm: Addressed, question: ChoiceQuestion, style: PromptStyle): TokenSequence {
  const { prompt, continuations } = encodeQuestion(lm, question, style);
  const right = continuations[question.correct]!;
  return { ids: [...prompt, ...right], weights: [...prompt.map(() => 0), ...right.map(() => 1)] };
}
