/** Makes the questions of the workshop, the project's own small world for NeSyS. */
import { loadPhases } from '../src/nesys/phases/config.ts';
import { splitPath, writeWorkshop } from '../src/nesys/workshop/files.ts';
import { SPLITS, workshopQuestions } from '../src/nesys/workshop/questions.ts';

export interface NesysWorkshopOptions {
  /** YAML file of the experiment. */
  readonly experiment: string;
  readonly set?: readonly string[];
  readonly print?: (line: string) => void;
}

/** @throws UserError for a bad configuration */
export async function run(options: NesysWorkshopOptions): Promise<void> {
  const { workshop, seed } = loadPhases(options.experiment, options.set);
  const print = options.print ?? console.log;
  const { folder, ...counts } = workshop;
  writeWorkshop(folder, workshopQuestions(counts, String(seed)));
  for (const split of SPLITS) print(`${splitPath(folder, split)}: ${counts[split]} questions`);
}
