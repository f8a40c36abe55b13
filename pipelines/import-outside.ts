/** Brings PrOntoQA into the project's own form of rules and questions, for training and evaluation like any other data. */
import { loadYaml } from '../src/config/load.ts';
import { OutsideConfig } from '../src/outside/config.ts';
import { prontoQaData } from '../src/outside/prontoqa-data.ts';
import { readProntoQa } from '../src/outside/prontoqa-file.ts';
import { writeOutsideData } from '../src/outside/write-data.ts';
import { SPLITS } from '../src/ruleworld/generate/config.ts';

export interface ImportOptions {
  /** YAML file, such as experiments/prontoqa-data.yaml. */
  readonly config: string;
  /** `key.path=value`, later ones winning. */
  readonly overrides?: readonly string[];
  readonly print?: (line: string) => void;
}

/**
 * Writes the data folder.
 *
 * @throws UserError for a bad configuration, a source that is missing or of another form, and an output folder with other files
 */
export async function run(options: ImportOptions): Promise<void> {
  const print = options.print ?? console.log;
  const config = loadYaml(options.config, OutsideConfig, options.overrides ?? []);
  const theories = readProntoQa(config.source);
  const data = prontoQaData(theories, config.splits, config.seed);
  await writeOutsideData(data, config);
  const counts = SPLITS.map((split) => `${data.questions[split].length} ${split}`).join(', ');
  print(`${config.output}: ${theories.length} theories, ${data.rules.length} rules in one repository; questions: ${counts}`);
}
