/** Clusters the training questions that neural model and rules get wrong (NeSyS, phase 1). */
import { join } from 'node:path';
import { writeJsonAtomically } from '../src/files/atomic-write.ts';
import { errorClusters, type ErrorCluster } from '../src/nesys/clustering/error-clusters.ts';
import { wrongAnswers } from '../src/nesys/induction/bank.ts';
import { loadPhases } from '../src/nesys/phases/config.ts';
import { openErrorEncoder } from '../src/nesys/phases/error-encoder.ts';
import { openBank } from '../src/nesys/phases/open-bank.ts';

export interface NesysClusterOptions {
  /** YAML file of the experiment. */
  readonly experiment: string;
  readonly set?: readonly string[];
  readonly backend?: string | undefined;
  /** Parent of all run folders; `runs` by default. */
  readonly root?: string;
  readonly print?: (line: string) => void;
}

/** Writes runs/<name>/clusters.json. @throws UserError for a bad configuration, and for questions, rules or an encoder that are missing */
export async function run(options: NesysClusterOptions): Promise<readonly ErrorCluster[]> {
  const config = loadPhases(options.experiment, options.set);
  const print = options.print ?? console.log;
  const bank = await openBank(config, print);
  const errors = wrongAnswers(bank.train, config.energy.scale);
  print(`${errors.length} of ${bank.train.questions.length} training questions are answered wrongly`);
  const encoder = await openErrorEncoder(config, options.backend);
  const clusters = await errorClusters(errors, config.clustering, encoder, `nesys/${config.seed}/clusters`);
  for (const [index, cluster] of clusters.entries()) print(clusterLine(cluster, index));
  const path = join(options.root ?? 'runs', config.name, 'clusters.json');
  writeJsonAtomically(path, clusters.map(asRecord));
  print(`${path}: ${clusters.length} clusters`);
  return clusters;
}

function clusterLine({ errors, terms, scattered }: ErrorCluster, index: number): string {
  const labels = [...new Set(errors.map(({ question }) => question.label))];
  const title = scattered ? 'scattered' : `cluster ${index + 1}`;
  return `${title}: ${errors.length} errors (${labels.join(', ')})${terms.length === 0 ? '' : `: ${terms.join(' ')}`}`;
}

function asRecord({ errors, terms, scattered }: ErrorCluster): object {
  return { terms, scattered, errors: errors.map(({ question, answered }) => ({ id: question.id, label: question.label, answered })) };
}
