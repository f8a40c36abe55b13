/** Writes the report of an evaluated experiment, and puts its tables into Markdown files when asked. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCaseFinder } from '../src/analysis/cases.ts';
import { loadExperiment, type ExperimentConfig } from '../src/config/experiment.ts';
import { UserError } from '../src/errors.ts';
import { evaluationFiles } from '../src/evaluation/evaluate.ts';
import { missingCells, missingLines, tableCommand, type AskedExperiment } from '../src/evaluation/missing.ts';
import type { QuestionRecord } from '../src/evaluation/records.ts';
import { readResults } from '../src/evaluation/results.ts';
import type { TableSource } from '../src/evaluation/tables/catalogue.ts';
import type { Figure } from '../src/report/figures/figure.ts';
import type { FigureSource } from '../src/report/figures/source.ts';
import { isDrawn } from '../src/report/figures/catalogue.ts';
import { writeFigures } from '../src/report/figures/files.ts';
import { inlineSvg } from '../src/report/figures/render.ts';
import { htmlReport } from '../src/report/html.ts';
import { markdownReport, type MoreMarkdown } from '../src/report/markdown.ts';
import { findResults, resultsBlock, withResults } from '../src/report/results-block.ts';
import { readFigureSource } from '../src/report/input.ts';
import { readNesysResults } from '../src/report/nesys/results.ts';
import { nesysFigures, nesysMarkdown, nesysSections } from '../src/report/nesys/section.ts';
import { readAllRuletrekRuns } from '../src/report/ruletrek/results.ts';
import { ruletrekFigures, ruletrekMarkdown, ruletrekSections } from '../src/report/ruletrek/section.ts';
import { createQuestionData } from '../src/report/questions.ts';
import { buildReport, chooseExamples, exampleFilter, resultTables, type Report } from '../src/report/report.ts';
import { writeTextAtomically } from '../src/files/atomic-write.ts';

export interface ReportOptions {
  /** YAML file of the experiment. */
  readonly experiment: string;
  readonly set?: readonly string[];
  /** Markdown files whose results blocks are written anew. */
  readonly into?: readonly string[] | undefined;
  /** Further results.json files whose rows stand in the tables of these files. */
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
  const { report, source, questions } = readReport(config, asked, root);
  const missing = missingCells(config.evaluation, source.results.cells);
  for (const line of missingLines(missing, tableCommand('2', asked, {}))) print(line);
  const [nesys, ruletrek] = [readNesysResults(root), readAllRuletrekRuns(root)];
  const own = report.figures.filter(isDrawn);
  const figures = [...own, ...nesysFigures(nesys), ...ruletrekFigures(ruletrek)];
  const folder = join(root, config.name);
  await writeFigures(join(folder, 'figures'), figures);
  writeTextAtomically(join(folder, 'report.md'), markdownReport(report, joined(nesysMarkdown(nesys), ruletrekMarkdown(ruletrek))));
  const drawings = await drawingsOf(figures);
  writeTextAtomically(join(folder, 'report.html'), htmlReport(report, { drawings, questions, more: [...nesysSections(nesys, drawings), ...ruletrekSections(ruletrek, drawings)] }));
  print(`${join(folder, 'report.html')}, report.md, figures: ${own.length} of ${report.figures.length}${figures.length === own.length ? '' : `, and ${figures.length - own.length} of NeSyS and RuleTrek`}`);
  const tableSource = { scores: source.scores, results: [source.results, ...(options.beside ?? []).map(readResults)] };
  for (const file of options.into ?? []) {
    updateResults(file, tableSource);
    print(`${file}: results block written`);
  }
}

function joined(first: MoreMarkdown, second: MoreMarkdown): MoreMarkdown {
  return { tables: [...first.tables, ...second.tables], figures: [...first.figures, ...second.figures] };
}

interface ReadReport {
  readonly report: Report;
  readonly source: FigureSource;
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
  return { report, source, questions: questions.encoded() };
}

async function drawingsOf(figures: readonly Figure[]): Promise<Map<string, string>> {
  const drawings = new Map<string, string>();
  for (const figure of figures) drawings.set(figure.name, await inlineSvg(figure));
  return drawings;
}

function updateResults(file: string, source: TableSource): void {
  const place = findResults(file, readDocument(file));
  const origins = source.results.map(({ experiment, commit }) => `${experiment} at commit ${commit}`);
  const block = resultsBlock(resultTables(place.tables, source), `Printed by \`dynarule report --into\` from ${origins.join('; ')}.`);
  writeTextAtomically(file, withResults(place, block));
}

function readDocument(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw UserError.of({ expected: 'a readable Markdown file', got: cause instanceof Error ? cause.message : String(cause), where: { file }, fix: 'check the path' }, { cause });
  }
}
