/** Writes the report of an evaluated experiment, and puts its tables into the README when asked. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadExperiment } from '../src/config/experiment.ts';
import { evaluationFiles } from '../src/evaluation/evaluate.ts';
import { missingCells } from '../src/evaluation/missing.ts';
import { readRecords } from '../src/evaluation/records.ts';
import { readResults, type Results } from '../src/evaluation/results.ts';
import { htmlReport } from '../src/report/html.ts';
import { markdownReport } from '../src/report/markdown.ts';
import { replaceResults, resultsBlock } from '../src/report/readme.ts';
import { buildReport, resultTables } from '../src/report/report.ts';
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
  const results = readResults(files.results);
  const report = buildReport(results, readRecords(files.records));
  const missing = missingCells(config.evaluation, results.cells);
  if (missing.length > 0) {
    print(`missing, ${missing.length} cells: ${missing.slice(0, 5).join('; ')}${missing.length > 5 ? '; …' : ''}`);
    print(`  make them with: dynarule eval-table2 --experiment ${options.experiment}`);
  }
  writeTextAtomically(join(root, config.name, 'report.md'), markdownReport(report));
  writeTextAtomically(join(root, config.name, 'report.html'), htmlReport(report));
  print(`${join(root, config.name, 'report.html')}, report.md`);
  if (options.readme === undefined) return;
  updateReadme(options.readme, [results, ...(options.beside ?? []).map(readResults)]);
  print(`${options.readme}: results block written`);
}

function updateReadme(readme: string, results: readonly Results[]): void {
  const sources = results.map(({ experiment, commit }) => `${experiment} at commit ${commit}`);
  const block = resultsBlock(resultTables(results), `Printed by \`dynarule report --readme\` from ${sources.join('; ')}.`);
  writeTextAtomically(readme, replaceResults(readFileSync(readme, 'utf8'), block));
}
