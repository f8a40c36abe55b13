/** NeSyS on a test file, with weights learnt on a dev file: right answers of the neural model, of the rules and of both. */
import { terminalTable } from '../src/evaluation/table.ts';
import { writePartsAtomically } from '../src/files/atomic-write.ts';
import { odditiesOf, type EvaluationSet } from '../src/nesys/data/evaluation-set.ts';
import { readEvaluationSet } from '../src/nesys/data/read-set.ts';
import { countRight, type Count, type Scale } from '../src/nesys/energy.ts';
import { turnOf } from '../src/nesys/explain.ts';
import { evaluationTable } from '../src/nesys/tables/evaluation-table.ts';
import { clipSet, evaluateSets } from '../src/nesys/weights/evaluate.ts';

export interface NesysEvalOptions {
  readonly test: string;
  /** Where weights are learnt; without it, each is 1. */
  readonly dev?: string | undefined;
  readonly scale: Scale;
  /** Scores are clipped to [−1, 1]. */
  readonly clip: boolean;
  /** Whose log-probs are taken from files that have those of several models. */
  readonly model?: string | undefined;
  /** Prints one JSON object and nothing else. */
  readonly json: boolean;
  /** A file that receives the questions whose answer the rules turned, as JSON lines. */
  readonly turns?: string | undefined;
  readonly print?: (line: string) => void;
}

export interface NesysEvaluation {
  readonly neural: Count;
  readonly rules: Count;
  readonly nesys: Count;
  /** Of the rules beside the neural model, in their order. */
  readonly weights: readonly number[];
  /** Of the rules alone. */
  readonly rulesWeights: readonly number[];
}

/** @throws UserError for files that are not whole, or not of one rule set */
export async function run(options: NesysEvalOptions): Promise<NesysEvaluation> {
  const { scale, clip, model, json, print = console.log } = options;
  const test = readEvaluationSet(options.test, model);
  const dev = options.dev === undefined ? null : readEvaluationSet(options.dev, model);
  const { neural, rules, nesys, weights, rulesWeights } = evaluateSets(test, dev, { scale, clip });
  const result = { neural: countRight(neural), rules: countRight(rules), nesys: countRight(nesys), weights, rulesWeights };
  if (json) print(JSON.stringify(result));
  else describe(test, dev, result, print);
  if (options.turns !== undefined) writeTurns(clipSet(test, clip), weights, scale, options.turns);
  return result;
}

function describe(test: EvaluationSet, dev: EvaluationSet | null, result: NesysEvaluation, print: (line: string) => void): void {
  const { questions, oneChoice, duplicateChoices, indistinguishable } = odditiesOf(test);
  print(`test: ${test.file}: ${questions} questions, ${test.ruleCount} rules`);
  print(dev === null ? 'no dev file: every weight is 1' : `dev:  ${dev.file}: ${dev.questions.length} questions`);
  print(`\n${terminalTable(evaluationTable(result))}\n`);
  print(`weights that are not 1, by rule from 0: beside the neural model ${weightsText(result.weights)}; alone ${weightsText(result.rulesWeights)}`);
  const duplicates = duplicateChoices === null ? 'texts are not in the file' : `${duplicateChoices} with a text twice`;
  print(`test questions with one choice: ${oneChoice}; with choices whose numbers are alike: ${indistinguishable}; ${duplicates}`);
}

function weightsText(weights: readonly number[]): string {
  const changed = weights.flatMap((weight, rule) => (weight === 1 ? [] : [`${rule}: ${weight}`]));
  return changed.length === 0 ? 'none' : `{${changed.join(', ')}}`;
}

function writeTurns({ questions }: EvaluationSet, weights: readonly number[], scale: Scale, file: string): void {
  const turns = questions.flatMap((question) => turnOf(question, weights, scale) ?? []);
  writePartsAtomically(file, turns.map((turn) => `${JSON.stringify(turn)}\n`));
}
