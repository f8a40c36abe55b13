/** Compares ways of setting γ and the rules' weights: as published, and chosen by folds of dev. */
import { UserError } from '../src/errors.ts';
import { terminalTable } from '../src/evaluation/table.ts';
import { loadNesys } from '../src/nesys/config.ts';
import { readEvaluationSet } from '../src/nesys/data/read-set.ts';
import { ruleOrders } from '../src/nesys/tables/rule-order.ts';
import { compareWays, waysTable, type Way } from '../src/nesys/weights/compare.ts';
import { clipSet, refuseOtherRules } from '../src/nesys/weights/evaluate.ts';
import { foldsOf } from '../src/nesys/weights/folds.ts';
import { learners } from '../src/nesys/weights/learners.ts';

export interface NesysWeightsOptions {
  readonly test: string;
  readonly dev: string;
  /** YAML file with seed, folds and orders. */
  readonly experiment: string;
  readonly set?: readonly string[];
  readonly print?: (line: string) => void;
}

/** @throws UserError for files that are not whole, not of one rule set, or with fewer questions than folds */
export async function run(options: NesysWeightsOptions): Promise<readonly Way[]> {
  const { seed, energy, weights, tables } = loadNesys(options.experiment, options.set);
  const print = options.print ?? console.log;
  const [test, dev] = [options.test, options.dev].map((file) => clipSet(readEvaluationSet(file), energy.clip));
  if (test === undefined || dev === undefined) throw new RangeError('two files give two sets');
  refuseOtherRules(test, dev);
  refuseFewQuestions(dev.questions.length, weights.folds, dev.file);
  const ways = compareWays(test, dev, {
    scale: energy.scale,
    folds: foldsOf(dev.questions.length, weights.folds, seed),
    learners: learners(ruleOrders(dev.ruleCount, { orders: weights.orders, seed })),
    report: ({ scale, learner, heldOut }) => print(`${weights.folds} folds of dev, γ = ${scale}, ${learner.name}: ${heldOut}/${dev.questions.length}`),
  });
  print(`\n${terminalTable(waysTable(ways, dev.questions.length, { resamples: tables.resamples, seed }))}`);
  return ways;
}

function refuseFewQuestions(count: number, folds: number, file: string): void {
  if (count >= folds) return;
  throw UserError.of({ expected: `at least ${folds} questions, one for each fold`, got: String(count), where: { file }, fix: 'give more dev questions, or fewer folds with --set weights.folds=2' });
}
