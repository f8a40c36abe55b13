/** Chooses for each question whether neural model, rules or both answer it, by boosted trees; and how much there is to gain. */
import { join } from 'node:path';
import { UserError } from '../src/errors.ts';
import { formatPoints, terminalTable, type Table } from '../src/evaluation/table.ts';
import { writeJsonAtomically } from '../src/files/atomic-write.ts';
import type { EvaluationSet } from '../src/nesys/data/evaluation-set.ts';
import { readEvaluationSet } from '../src/nesys/data/read-set.ts';
import { loadPhases, type PhasesConfig } from '../src/nesys/phases/config.ts';
import { EXPERTS } from '../src/nesys/router/experts.ts';
import type { RoutedQuestion } from '../src/nesys/router/features.ts';
import { fitRouter, type RouterSettings } from '../src/nesys/router/router.ts';
import { routeAll, routeHeldOut, routingCounts, type RoutingCounts } from '../src/nesys/router/routing.ts';
import { refuseOtherRules } from '../src/nesys/weights/evaluate.ts';

export interface NesysRouteOptions {
  /** YAML file of the experiment. */
  readonly experiment: string;
  readonly set?: readonly string[];
  /** Parent of all run folders; `runs` by default. */
  readonly root?: string;
  readonly print?: (line: string) => void;
}

/** By folds of dev, each routed by what was learnt on the others; and on test, where there is one, by what was learnt on dev. */
export interface Routing {
  readonly dev: RoutingCounts;
  readonly test: RoutingCounts | null;
}

/** Writes runs/<name>/router.json. @throws UserError for a bad configuration, and for files that are missing or do not belong together */
export async function run(options: NesysRouteOptions): Promise<Routing> {
  const config = loadPhases(options.experiment, options.set);
  const print = options.print ?? console.log;
  const model = config.questions.model ?? undefined;
  const dev = readEvaluationSet(config.router.dev, model);
  const test = config.router.test === null ? null : readEvaluationSet(config.router.test, model);
  if (test !== null) refuseOtherRules(test, dev);
  refuseFewQuestions(dev, config.router.folds);
  const settings = settingsOf(config);
  const known = routedQuestions(dev);
  const tell = (done: number): void => void process.stderr.write(`fold ${done}/${settings.folds}\n`);
  const routing: Routing = {
    dev: routingCounts(routeHeldOut(known, settings, tell)),
    test: test === null ? null : routingCounts(routeAll(fitRouter(known, settings), routedQuestions(test))),
  };
  print(terminalTable(routingTable(routing)));
  const path = join(options.root ?? 'runs', config.name, 'router.json');
  writeJsonAtomically(path, { dev: dev.file, test: test?.file ?? null, settings, routing });
  print(`\n${path}`);
  return routing;
}

function settingsOf({ energy, router, seed }: PhasesConfig): RouterSettings {
  return { scale: energy.scale, trees: router.trees, folds: router.folds, seed };
}

function routedQuestions({ questions, choices }: EvaluationSet): RoutedQuestion[] {
  return questions.map((question, index) => ({ question, lengths: choices?.[index]?.map((text) => text.length) ?? null }));
}

/** A fold is held out twice: for the router, and within the rest for the weights. */
function refuseFewQuestions({ file, questions }: EvaluationSet, folds: number): void {
  if (questions.length >= 2 * folds) return;
  throw UserError.of({
    expected: `at least ${2 * folds} questions for ${folds} folds`,
    got: `${questions.length}`,
    where: { file },
    fix: 'give more dev questions, or set router.folds lower',
  });
}

function routingTable({ dev, test }: Routing): Table {
  const columns = [{ title: 'dev, by folds', counts: dev }, ...(test === null ? [] : [{ title: 'test', counts: test }])];
  const row = (title: string, of: (counts: RoutingCounts) => number): string[] => [
    title,
    ...columns.flatMap(({ counts }) => [`${of(counts)}/${counts.total}`, formatPoints((100 * of(counts)) / counts.total)]),
  ];
  const rows = [
    ...EXPERTS.map((expert) => row(`${expert} alone`, ({ alone }) => alone[expert])),
    row('routed', ({ routed }) => routed),
    row('bound: any of them', ({ bound }) => bound),
    ...EXPERTS.map((expert) => row(`${expert} was chosen`, ({ chosen }) => chosen[expert])),
  ];
  return { title: 'Who answers', labels: 1, columns: ['', ...columns.flatMap(({ title }) => [title, '%'])], rows };
}
