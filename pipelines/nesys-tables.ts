/** Tables 1–4 of the NeSyS paper from its published numbers, ours beside the paper's, where the two disagree, and a page of it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../src/errors.ts';
import { terminalTable, type Table } from '../src/evaluation/table.ts';
import { writeJsonAtomically, writeTextAtomically } from '../src/files/atomic-write.ts';
import { loadNesys } from '../src/nesys/config.ts';
import { readPublished } from '../src/nesys/tables/published.ts';
import { resultOf, type PublishedResult } from '../src/nesys/tables/published-results.ts';
import { summariseResults, type NesysSummary } from '../src/nesys/tables/summary.ts';
import { inlineSvg } from '../src/report/figures/render.ts';
import { accuracyFigures } from '../src/report/nesys/accuracy-figure.ts';
import { nesysPage } from '../src/report/nesys/page.ts';
import { gitCommit } from '../src/training/run-folder.ts';

export interface NesysTablesOptions {
  /** YAML file of the experiment. */
  readonly experiment: string;
  readonly set?: readonly string[];
  /** Parent of all run folders; `runs` by default. */
  readonly root?: string;
  readonly print?: (line: string) => void;
}

export interface NesysTables extends NesysSummary {
  readonly results: readonly PublishedResult[];
}

/**
 * Prints the tables, and writes runs/<name>/nesys.json and nesys.html.
 *
 * @throws UserError where the folder is missing or a file in it is not whole
 */
export async function run(options: NesysTablesOptions): Promise<NesysTables> {
  const config = loadNesys(options.experiment, options.set);
  const print = options.print ?? console.log;
  refuseMissing(config.data.folder, options.experiment);
  const results = readPublished(config.data.folder).map((pair) => resultOf(pair, config.energy));
  const summary = summariseResults(results, config);
  printSummary(summary, print);
  const folder = join(options.root ?? 'runs', config.name);
  await writeSummary(summary, folder);
  print(`\n${join(folder, 'nesys.html')}, nesys.json`);
  return { ...summary, results };
}

function printSummary({ tables, table4, gains, findings, checks }: NesysSummary, print: (line: string) => void): void {
  for (const { table, notes } of tables) printTable(table, notes, print);
  print(`\n${table4}`);
  printTable(gains, [], print);
  print('\nWhere the published numbers and the paper disagree');
  for (const { title, lines } of findings) print(`\n${[`${title}:`, ...(lines.length === 0 ? ['none'] : lines)].join('\n  ')}`);
  for (const table of checks) printTable(table, [], print);
}

function printTable(table: Table, notes: readonly string[], print: (line: string) => void): void {
  if (table.rows.length === 0) return;
  print(`\n${[terminalTable(table), ...notes.map((note) => `  ${note}`)].join('\n')}`);
}

async function writeSummary(summary: NesysSummary, folder: string): Promise<void> {
  const commit = gitCommit() ?? 'unknown';
  const figures = accuracyFigures(summary.sets, summary.experiment);
  const drawings = new Map<string, string>();
  for (const figure of figures) drawings.set(figure.name, await inlineSvg(figure));
  writeJsonAtomically(join(folder, 'nesys.json'), { commit, ...summary });
  writeTextAtomically(join(folder, 'nesys.html'), nesysPage(summary, { figures, drawings, commit }));
}

function refuseMissing(folder: string, experiment: string): void {
  if (existsSync(folder)) return;
  throw UserError.of({
    expected: "a folder of the paper's published numbers, derived_<environment>_<model>_<split>.json.gz",
    got: 'no such folder',
    where: { file: folder, key: `data.folder of ${experiment}` },
    fix: 'give its place with --set data.folder=<folder>; docs/nesys.md describes the files',
  });
}
