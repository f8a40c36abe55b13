/**
 * Embeds the rules of an experiment's data with its encoder, so that training and
 * evaluation find the embeddings ready. What is there and current stays.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { announceBackend, initBackend } from '../src/backend/init.ts';
import { loadExperiment, type ExperimentConfig } from '../src/config/experiment.ts';
import { createEncoder } from '../src/encoder/create.ts';
import { embeddingsPath, ruleEmbeddings } from '../src/encoder/rule-embeddings.ts';
import { UserError } from '../src/errors.ts';
import { readRules } from '../src/ruleworld/dataset/rules.ts';
import { REPOSITORIES, type Repository } from '../src/config/sections.ts';
import { rulesFolder } from '../src/ruleworld/dataset/folders.ts';
import { REPRESENTATIONS } from '../src/ruleworld/types.ts';

export interface EmbedOptions {
  /** YAML file of an experiment. */
  readonly config: string;
  /** `key.path=value`, later ones winning. */
  readonly overrides?: readonly string[];
  readonly backend?: string;
  readonly print?: (line: string) => void;
}

/**
 * Embeds every repository of the data in both representations.
 * @throws UserError for a faulty config, missing data or a missing model
 */
export async function run(options: EmbedOptions): Promise<void> {
  const print = options.print ?? console.log;
  const config = loadExperiment(options.config, options.overrides);
  announceBackend(await initBackend(options.backend));
  const encoder = createEncoder(config.encoder);
  for (const name of repositoriesOf(config)) {
    const rules = readRules(join(config.data.folder, rulesFolder(name)));
    for (const representation of REPRESENTATIONS) {
      const started = performance.now();
      await ruleEmbeddings(encoder, rules, representation);
      const seconds = (performance.now() - started) / 1000;
      print(`${embeddingsPath(encoder, rules, representation)}: ${rules.length} rules, ${seconds.toFixed(1)} s`);
    }
  }
}

function repositoriesOf(config: ExperimentConfig): Repository[] {
  const { folder } = config.data;
  const found = REPOSITORIES.filter((name) => existsSync(join(folder, rulesFolder(name))));
  if (found.length > 0) return found;
  throw UserError.of({
    expected: `rules in ${REPOSITORIES.map((name) => rulesFolder(name)).join(' or ')}`,
    got: existsSync(folder) ? 'a folder without them' : 'no such folder',
    where: { file: folder, key: 'data.folder' },
    fix: 'generate the data first: dynarule generate',
  });
}
