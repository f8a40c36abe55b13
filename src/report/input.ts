/** Reads what a report is made of from a run folder; its records once, of whose long texts only what is shown is kept. */
import { readAnalyses } from '../analysis/files.ts';
import type { ExperimentConfig } from '../config/experiment.ts';
import { evaluationFiles, readEvaluation } from '../evaluation/evaluate.ts';
import type { AskedExperiment } from '../evaluation/missing.ts';
import type { QuestionRecord } from '../evaluation/records.ts';
import { createStepRecalls } from '../evaluation/step-recall.ts';
import { readConfidence } from '../training/dynarule/confidence-file.ts';
import { runPath } from '../training/run-folder.ts';
import type { FigureSource } from './figures/source.ts';

/**
 * @param hear is given every record in full
 * @throws UserError where the experiment was not evaluated, and for damaged files
 */
export function readFigureSource(
  config: ExperimentConfig,
  asked: AskedExperiment,
  root: string,
  hear: (record: QuestionRecord) => void = () => undefined,
): FigureSource {
  const steps = createStepRecalls();
  const evaluated = readEvaluation(evaluationFiles(config.name, root).results, (record) => {
    steps.hear(record);
    hear(record);
  });
  const again = `measure it again: dynarule train-stage1 --experiment ${asked.file}`;
  return {
    ...evaluated,
    steps: steps.rows(),
    confidence: readConfidence(runPath(config.name, 'stage1', root), again),
    analyses: readAnalyses(config.name, root),
    asked,
  };
}
