/** Compares two evaluations question by question: columns of Tables 2 and 4, and what flipped. */
import { compareEvaluations, type Comparison } from '../src/evaluation/comparison/compare.ts';
import { flipList } from '../src/evaluation/comparison/flips.ts';
import { readEvaluation } from '../src/evaluation/evaluate.ts';
import { terminalTable } from '../src/evaluation/table.ts';
import { writePartsAtomically } from '../src/files/atomic-write.ts';

export interface CompareOptions {
  /** Two results.json files, each with its records beside it. */
  readonly first: string;
  readonly second: string;
  /** A file that receives all flipped questions as JSON lines. */
  readonly flips?: string | undefined;
  readonly print?: (line: string) => void;
}

/** Flipped questions that are printed. */
const SHOWN_FLIPS = 20;

/** @throws UserError for results or records that are missing, damaged or of another version, and where nothing pairs */
export async function run(options: CompareOptions): Promise<Comparison> {
  const print = options.print ?? console.log;
  const [first, second] = [readEvaluation(options.first), readEvaluation(options.second)];
  const comparison = compareEvaluations(first, second);
  print(`first:  ${options.first} (${first.results.experiment} at commit ${first.results.commit})`);
  print(`second: ${options.second} (${second.results.experiment} at commit ${second.results.commit})`);
  print(`${comparison.paired} questions in both; ${comparison.unpaired} in one alone, left out`);
  for (const table of comparison.tables) print(`\n${terminalTable(table)}`);
  if (comparison.flips.length > 0) print(`\n${terminalTable(flipList(comparison.flips, SHOWN_FLIPS))}`);
  if (options.flips !== undefined) {
    writePartsAtomically(options.flips, comparison.flips.map((flip) => `${JSON.stringify(flip)}\n`));
    print(`\n${options.flips}: ${comparison.flips.length} flipped questions`);
  }
  return comparison;
}
