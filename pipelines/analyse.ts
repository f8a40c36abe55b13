/** Makes one of the paper's analyses of a trained model and leaves it in the run folder, where figures are drawn from it. */
import { createCaseFinder } from '../src/analysis/cases.ts';
import { measureAttention } from '../src/analysis/attention.ts';
import { measureCost } from '../src/analysis/cost.ts';
import { writeAnalysis, type Analysis } from '../src/analysis/files.ts';
import type { AnalysisName } from '../src/analysis/names.ts';
import { withAnalysis, type OpenAnalysis } from '../src/analysis/open.ts';
import { measureRemoval } from '../src/analysis/removal.ts';
import { measureRetention } from '../src/analysis/retention.ts';
import { announceBackend, initBackend } from '../src/backend/init.ts';
import { loadExperiment, type ExperimentConfig } from '../src/config/experiment.ts';
import { evaluationFiles, readEvaluation } from '../src/evaluation/evaluate.ts';

export interface AnalyseOptions {
  readonly what: AnalysisName;
  /** YAML file of the experiment. */
  readonly experiment: string;
  /** `key.path=value`, later ones winning. */
  readonly set?: readonly string[];
  readonly backend?: string | undefined;
  /** Parent of all run folders, trained adapters among them; `runs` by default. */
  readonly root?: string;
  readonly print?: (line: string) => void;
}

/**
 * Writes runs/<name>/analysis/<what>.json.
 *
 * @throws UserError for a bad configuration, and for data, models, checkpoints or records that are missing
 */
export async function run(options: AnalyseOptions): Promise<void> {
  const config = loadExperiment(options.experiment, options.set);
  const print = options.print ?? console.log;
  const root = options.root ?? 'runs';
  const file = options.what === 'cases' ? writeAnalysis('cases', casesOf(config, root), root) : await measure(options.what, config, options, root, print);
  print(`${file}; figures: dynarule figures --experiment ${options.experiment}`);
}

/** Case studies need no model: the records of the evaluation have all that is read. */
function casesOf(config: ExperimentConfig, root: string): Analysis<'cases'> {
  const finder = createCaseFinder();
  const { results, scores } = readEvaluation(evaluationFiles(config.name, root).results, finder.hear);
  return { experiment: config.name, commit: results.commit, questions: scores.length, counts: finder.counts(), studies: finder.studies() };
}

async function measure(
  what: Exclude<AnalysisName, 'cases'>,
  config: ExperimentConfig,
  { backend: choice }: AnalyseOptions,
  root: string,
  print: (line: string) => void,
): Promise<string> {
  const backend = await initBackend(choice);
  announceBackend(backend);
  const found = <N extends AnalysisName>(name: N, analyse: (open: OpenAnalysis) => Promise<Analysis<N>>): Promise<string> =>
    withAnalysis(config, root, print, analyse).then((made) => writeAnalysis(name, made, root));
  switch (what) {
    case 'retention':
      return found('retention', measureRetention);
    case 'attention':
      return found('attention', measureAttention);
    case 'removal':
      return found('removal', measureRemoval);
    case 'cost':
      return found('cost', (open) => measureCost(open, backend.name));
  }
}
