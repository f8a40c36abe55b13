/** Writes the report of an evaluated experiment, and puts its tables into the README when asked. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadExperiment } from '../src/config/experiment.ts';
import { evaluationFiles, readEvaluation, type Evaluated } from '../src/evaluation/evaluate.ts';
import { missingCells, missingLines, tableCommand } from '../src/evaluation/missing.ts';
import type { QuestionRecord } from '../src/evaluation/records.ts';
import { readResults, type Results } from '../src/evaluation/results.ts';
import { htmlReport } from '../src/report/html.ts';
import { markdownReport } from '../src/report/markdown.ts';
import { replaceResults, resultsBlock } from '../src/report/readme.ts';
import { buildReport, chooseExamples, exampleFilter, resultTables, type Report } from '../src/report/report.ts';
import { writeTextAtomically } from '../src/files/atomic-write.ts';

export interface ReportOptions {
  /** YAML file of the experiment. */
  readonly experiment: string;
  readonly set?: readonly string[];
  /** A README whose results block is written anew. */
  readonly readme?: string | undefined;
  /** Further results.json files whose rows stand in the README's tables. */
  readonly beside?: readonly string[] | undefined;
  /** Parent of all run folders; `runs` by default. */
  readonly root?: string;
  readonly print?: (line: string) => void;
}

/**
 * Writes runs/<name>/report.md and report.html.
 *
 * @throws UserError where the experiment was not evaluated
 */
export async function run(options: ReportOptions): Promise<void> {
  const config = loadExperiment(options.experiment, options.set);
  const print = options.print ?? console.log;
  const root = options.root ?? 'runs';
  const files = evaluationFiles(config.name, root);
  const { report, evaluated } = reportOf(files.results);
  const missing = missingCells(config.evaluation, evaluated.results.cells);
  const asked = { file: options.experiment, set: options.set ?? [], evaluation: config.evaluation };
  for (const line of missingLines(missing, tableCommand('2', asked, {}))) print(line);
  writeTextAtomically(join(root, config.name, 'report.md'), markdownReport(report));
  writeTextAtomically(join(root, config.name, 'report.html'), htmlReport(report));
  print(`${join(root, config.name, 'report.html')}, report.md`);
  if (options.readme === undefined) return;
  updateReadme(options.readme, [evaluated.results, ...(options.beside ?? []).map(readResults)]);
  print(`${options.readme}: results block written`);
}

/** The records are read once; of their long texts, only those of possible examples are kept. */
function reportOf(file: string): { report: Report; evaluated: Evaluated } {
  const isCandidate = exampleFilter(readResults(file));
  const candidates: QuestionRecord[] = [];
  const evaluated = readEvaluation(file, (record) => isCandidate(record) && candidates.push(record));
  return { report: buildReport(evaluated, chooseExamples(candidates)), evaluated };
}

function updateReadme(readme: string, results: readonly Results[]): void {
  const sources = results.map(({ experiment, commit }) => `${experiment} at commit ${commit}`);
  const block = resultsBlock(resultTables(results), `Printed by \`dynarule report --readme\` from ${sources.join('; ')}.`);
  writeTextAtomically(readme, replaceResults(readFileSync(readme, 'utf8'), block));
}
