/** Tables 1–4 of the NeSyS paper from its published numbers, ours beside the paper's, and where the two disagree. */
import { existsSync } from 'node:fs';
import { UserError } from '../src/errors.ts';
import { terminalTable, type Table } from '../src/evaluation/table.ts';
import { loadNesys, type NesysConfig } from '../src/nesys/config.ts';
import { clipLines } from '../src/nesys/tables/clipping.ts';
import { devRowLines, devRows } from '../src/nesys/tables/dev-rows.ts';
import { gainTable } from '../src/nesys/tables/gains.ts';
import { gammaLines, gammaTable } from '../src/nesys/tables/gamma.ts';
import { oddityTable } from '../src/nesys/tables/oddities.ts';
import { paperTables, TABLE_4, type LaidOut } from '../src/nesys/tables/paper-layout.ts';
import { readPublished } from '../src/nesys/tables/published.ts';
import { resultOf, type PublishedResult } from '../src/nesys/tables/published-results.ts';
import { orderTable } from '../src/nesys/tables/rule-order.ts';

export interface NesysTablesOptions {
  /** YAML file of the experiment. */
  readonly experiment: string;
  readonly set?: readonly string[];
  readonly print?: (line: string) => void;
}

export interface NesysTables {
  /** Tables 1–3. */
  readonly tables: readonly LaidOut[];
  /** What the program found where figures and paper disagree. */
  readonly findings: readonly { readonly title: string; readonly lines: readonly string[] }[];
  readonly results: readonly PublishedResult[];
}

/** @throws UserError where the folder is missing or a file in it is not whole */
export async function run(options: NesysTablesOptions): Promise<NesysTables> {
  const config = loadNesys(options.experiment, options.set);
  const print = options.print ?? console.log;
  refuseMissing(config.data.folder, options.experiment);
  const results = readPublished(config.data.folder).map((pair) => resultOf(pair, config.energy));
  const intervals = { resamples: config.tables.resamples, seed: config.seed };
  const tables = paperTables(results, intervals);
  for (const { table, notes } of tables) printTable(table, notes, print);
  print(`\n${TABLE_4}`);
  printTable(gainTable(results, intervals), [], print);
  const findings = printFindings(results, config, print);
  return { tables, findings, results };
}

function printFindings(results: readonly PublishedResult[], config: NesysConfig, print: (line: string) => void): NesysTables['findings'] {
  const { energy, seed } = config;
  const findings = [
    { title: 'Rows that the paper prints as test and that are dev', lines: devRowLines(devRows(results)) },
    { title: 'Figures whose γ was not chosen on dev', lines: gammaLines(results) },
    { title: 'Scores that the paper says lie in [−1, 1]', lines: clipLines(results) },
  ];
  print('\nWhere the published numbers and the paper disagree');
  for (const { title, lines } of findings) print(`\n${[`${title}:`, ...(lines.length === 0 ? ['none'] : lines)].join('\n  ')}`);
  printTable(gammaTable(results), [], print);
  printTable(orderTable(results, { scale: energy.scale, orders: config.tables.orders, seed }), [], print);
  printTable(oddityTable(results), [], print);
  return findings;
}

function printTable(table: Table, notes: readonly string[], print: (line: string) => void): void {
  if (table.rows.length === 0) return;
  print(`\n${[terminalTable(table), ...notes.map((note) => `  ${note}`)].join('\n')}`);
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
