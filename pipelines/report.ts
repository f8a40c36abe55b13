/** Writes the report of an evaluated experiment, and puts its tables into the README when asked. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCaseFinder } from '../src/analysis/cases.ts';
import { loadExperiment, type ExperimentConfig } from '../src/config/experiment.ts';
import { UserError } from '../src/errors.ts';
import { evaluationFiles } from '../src/evaluation/evaluate.ts';
import { missingCells, missingLines, tableCommand, type AskedExperiment } from '../src/evaluation/missing.ts';
import type { QuestionRecord } from '../src/evaluation/records.ts';
import { readResults, type Results } from '../src/evaluation/results.ts';
import type { Figure } from '../src/report/figures/figure.ts';
import { isDrawn } from '../src/report/figures/catalogue.ts';
import { writeFigures } from '../src/report/figures/files.ts';
import { inlineSvg } from '../src/report/figures/render.ts';
import { htmlReport } from '../src/report/html.ts';
import { markdownReport } from '../src/report/markdown.ts';
import { replaceResults, resultsBlock } from '../src/report/readme.ts';
import { readFigureSource } from '../src/report/input.ts';
import { readNesysResults } from '../src/report/nesys/results.ts';
import { nesysFigures, nesysMarkdown, nesysSections } from '../src/report/nesys/section.ts';
import { createQuestionData } from '../src/report/questions.ts';
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
 * Writes runs/<name>/report.md, report.html, and the figures beside them.
 *
 * @throws UserError where the experiment was not evaluated
 */
export async function run(options: ReportOptions): Promise<void> {
  const config = loadExperiment(options.experiment, options.set);
  const print = options.print ?? console.log;
  const root = options.root ?? 'runs';
  const asked = { file: options.experiment, set: options.set ?? [], evaluation: config.evaluation };
  const { report, results, questions } = readReport(config, asked, root);
  const missing = missingCells(config.evaluation, results.cells);
  for (const line of missingLines(missing, tableCommand('2', asked, {}))) print(line);
  const nesys = readNesysResults(root);
  const own = report.figures.filter(isDrawn);
  const figures = [...own, ...nesysFigures(nesys)];
  const folder = join(root, config.name);
  await writeFigures(join(folder, 'figures'), figures);
  writeTextAtomically(join(folder, 'report.md'), markdownReport(report, nesysMarkdown(nesys)));
  const drawings = await drawingsOf(figures);
  writeTextAtomically(join(folder, 'report.html'), htmlReport(report, { drawings, questions, more: nesysSections(nesys, drawings) }));
  print(`${join(folder, 'report.html')}, report.md, figures: ${own.length} of ${report.figures.length}${figures.length === own.length ? '' : `, and ${figures.length - own.length} of NeSyS`}`);
  if (options.readme === undefined) return;
  updateReadme(options.readme, [results, ...(options.beside ?? []).map(readResults)]);
  print(`${options.readme}: results block written`);
}

interface ReadReport {
  readonly report: Report;
  readonly results: Results;
  /** All questions as the page embeds them. */
  readonly questions: string;
}

/** The records are read once; of their long texts only what is shown is kept. */
function readReport(config: ExperimentConfig, asked: AskedExperiment, root: string): ReadReport {
  const isCandidate = exampleFilter(readResults(evaluationFiles(config.name, root).results));
  const candidates: QuestionRecord[] = [];
  const [cases, questions] = [createCaseFinder(), createQuestionData()];
  const source = readFigureSource(config, asked, root, (record) => {
    cases.hear(record);
    questions.hear(record);
    if (isCandidate(record)) candidates.push(record);
  });
  const report = buildReport(source, chooseExamples(candidates), cases);
  return { report, results: source.results, questions: questions.encoded() };
}

async function drawingsOf(figures: readonly Figure[]): Promise<Map<string, string>> {
  const drawings = new Map<string, string>();
  for (const figure of figures) drawings.set(figure.name, await inlineSvg(figure));
  return drawings;
}

function updateReadme(readme: string, results: readonly Results[]): void {
  const sources = results.map(({ experiment, commit }) => `${experiment} at commit ${commit}`);
  const block = resultsBlock(resultTables(results), `Printed by \`dynarule report --readme\` from ${sources.join('; ')}.`);
  writeTextAtomically(readme, replaceResults(readReadme(readme), block));
}

function readReadme(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw UserError.of({ expected: 'a readable README', got: cause instanceof Error ? cause.message : String(cause), where: { file }, fix: 'check the path' }, { cause });
  }
}
