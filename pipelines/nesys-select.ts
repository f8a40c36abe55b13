/** Selects training questions by what the rules do not know (NeSyS, phase 2). */
import { join } from 'node:path';
import { terminalTable, type Table } from '../src/evaluation/table.ts';
import { writeJsonAtomically, writePartsAtomically } from '../src/files/atomic-write.ts';
import type { SplitBank } from '../src/nesys/induction/bank.ts';
import { loadPhases } from '../src/nesys/phases/config.ts';
import { openBank } from '../src/nesys/phases/open-bank.ts';
import { requireRules } from '../src/nesys/phases/require-rules.ts';
import { selectByRules, selectEvenly, type Selection } from '../src/nesys/selection/select.ts';

export interface NesysSelectOptions {
  /** YAML file of the experiment. */
  readonly experiment: string;
  readonly set?: readonly string[];
  /** Parent of all run folders; `runs` by default. */
  readonly root?: string;
  readonly print?: (line: string) => void;
}

/**
 * Writes runs/<name>/selected.jsonl, as many questions drawn evenly to selected-evenly.jsonl, and selection.json.
 *
 * @throws UserError for a bad configuration, and for questions or rules that are missing
 */
export async function run(options: NesysSelectOptions): Promise<Selection> {
  const config = requireRules(loadPhases(options.experiment, options.set), options.experiment);
  const print = options.print ?? console.log;
  const { train } = await openBank(config, print);
  const seed = `nesys/${config.seed}/selection`;
  const selection = selectByRules(train.scored, config.selection.share, seed);
  const evenly = selectEvenly(train.questions.length, selection.chosen.length, `${seed}/evenly`);
  const folder = join(options.root ?? 'runs', config.name);
  writeQuestions(join(folder, 'selected.jsonl'), train, selection.chosen);
  writeQuestions(join(folder, 'selected-evenly.jsonl'), train, evenly);
  writeJsonAtomically(join(folder, 'selection.json'), { ...selection, evenly });
  print(terminalTable(countsTable(selection)));
  print(`\n${join(folder, 'selected.jsonl')}: ${selection.chosen.length} of ${train.questions.length} questions${overshoot(selection, config.selection.share)}`);
  return selection;
}

function writeQuestions(path: string, { questions, scored }: SplitBank, chosen: readonly number[]): void {
  const lines = chosen.map((index) => `${JSON.stringify({ ...questions[index]!, logProbs: scored[index]!.logProbs })}\n`);
  writePartsAtomically(path, lines);
}

/** One row for each k that occurs. */
function countsTable({ answering, chosen }: Selection): Table {
  const taken = new Set(chosen);
  const rows = [...new Set(answering)]
    .sort((a, b) => a - b)
    .map((k) => {
      const all = [...answering.keys()].filter((index) => answering[index] === k);
      return [String(k), String(all.length), String(all.filter((index) => taken.has(index)).length)];
    });
  return { title: 'Questions by the number of rules that answer them', labels: 1, columns: ['k', 'questions', 'selected'], rows };
}

function overshoot({ unanswered, answering }: Selection, share: number): string {
  return unanswered > Math.round(share * answering.length) ? `; no rule answers ${unanswered} of them, which is more than the share of ${share}` : '';
}
