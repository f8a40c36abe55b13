/** What figures are made of, and how one that cannot be drawn says so. */
import type { Analyses } from '../../analysis/files.ts';
import type { AnalysisName } from '../../analysis/names.ts';
import type { Evaluated } from '../../evaluation/evaluate.ts';
import { shellWord, tableCommand, type AskedExperiment } from '../../evaluation/missing.ts';
import type { StepRecall } from '../../evaluation/step-recall.ts';
import type { MeasuredConfidence } from '../../training/dynarule/confidence-file.ts';
import type { Figure, FigureRow, FigureSpec, MissingFigure } from './figure.ts';

export interface FigureSource extends Evaluated {
  readonly steps: readonly StepRecall[];
  /** What stage 1 has measured; null where it was not trained here. */
  readonly confidence: MeasuredConfidence | null;
  readonly analyses: Analyses;
  readonly asked: AskedExperiment;
}

/** A figure by its name and title, before it is known whether it can be drawn. */
export interface FigureName {
  readonly name: string;
  readonly title: string;
}

export function drawn(figure: FigureName, parts: { readonly caption: string; readonly rows: readonly FigureRow[]; readonly spec: FigureSpec }): Figure {
  return { kind: 'drawn', ...figure, ...parts };
}

export function missing(figure: FigureName, lacks: string, command: string): MissingFigure {
  return { kind: 'missing', ...figure, lacks, command };
}

/** The command that answers the experiment's questions with further methods, those that it has among them. */
export function evaluateCommand(asked: AskedExperiment, methods: readonly string[] = [], counts: readonly number[] = []): string {
  const { evaluation, set } = asked;
  const all = [...new Set([...evaluation.methods, ...methods])];
  const more = all.length > evaluation.methods.length ? [`evaluation.methods=[${all.join(',')}]`] : [];
  const ruleCounts = [...new Set([...evaluation.ruleCounts, ...counts])].sort((a, b) => a - b);
  return tableCommand('2', { ...asked, set: [...set, ...more] }, { ruleCounts });
}

/** The command of an analysis for this experiment. */
export function analyseCommand(asked: AskedExperiment, name: AnalysisName): string {
  return ['dynarule analyse', name, '--experiment', asked.file, ...asked.set.map((one) => `--set ${shellWord(one)}`)].join(' ');
}
