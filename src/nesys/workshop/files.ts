/** Question files of the workshop, one question a line, in the project's own form. */
import { join } from 'node:path';
import { writePartsAtomically } from '../../files/atomic-write.ts';
import type { ChoiceQuestion } from '../question.ts';
import { SPLITS, type Split, type Splits } from './questions.ts';

/** Where a split stands in a folder. */
export function splitPath(folder: string, split: Split): string {
  return join(folder, `${split}.jsonl`);
}

/**
 * Writes the three splits. Log-probs are 0, those of a neural model that takes all
 * choices for equally likely, until one has been asked.
 */
export function writeWorkshop(folder: string, questions: Splits<readonly ChoiceQuestion[]>): void {
  for (const split of SPLITS) {
    const lines = questions[split].map((question) => `${JSON.stringify({ ...question, logProbs: question.choices.map(() => 0) })}\n`);
    writePartsAtomically(splitPath(folder, split), lines);
  }
}
