/**
 * Phase 2 of NeSyS from end to end: questions selected by rules (and drawn evenly, and all of them, to compare with),
 * the neural model fine-tuned on each, harmful rules cleaned away, weights learnt, rules induced from what is still wrong.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { announceBackend, initBackend } from '../src/backend/init.ts';
import { terminalTable } from '../src/evaluation/table.ts';
import { writeJsonAtomically, writePartsAtomically } from '../src/files/atomic-write.ts';
import { loadLm } from '../src/lm/load.ts';
import { disposeWeights } from '../src/lm/weights.ts';
import { armName, armsOf } from '../src/nesys/comparison/arms.ts';
import { judgeModel, summariseJudgement, withLogProbs, type Judgement } from '../src/nesys/comparison/judge.ts';
import type { ArmResult, ComparisonResults } from '../src/nesys/comparison/results.ts';
import { ARMS, runArm, type ArmFrame, type ArmOutcome } from '../src/nesys/comparison/run-arm.ts';
import { armTable, differenceTable } from '../src/nesys/comparison/tables.ts';
import { loadPhases, type PhasesConfig } from '../src/nesys/phases/config.ts';
import { openComparison, scoredBy, type ComparedBank } from '../src/nesys/phases/open-comparison.ts';
import { requireRules } from '../src/nesys/phases/require-rules.ts';
import type { Split } from '../src/nesys/workshop/questions.ts';
import { writeFigures } from '../src/report/figures/files.ts';
import { selectionFigure } from '../src/report/nesys/selection-figure.ts';
import { gitCommit } from '../src/training/run-folder.ts';
import { run as induce } from './nesys-induce.ts';

export interface NesysPhase2Options {
  /** YAML file of the experiment. */
  readonly experiment: string;
  readonly set?: readonly string[];
  /** Discards what a run of this name has done. */
  readonly fresh?: boolean;
  readonly backend?: string | undefined;
  /** Parent of all run folders; `runs` by default. */
  readonly root?: string;
  readonly stream?: NodeJS.WriteStream;
  readonly print?: (line: string) => void;
}

/**
 * Writes runs/<name>/phase2.json and figures; null where training was asked to stop.
 *
 * @throws UserError for a bad configuration, and for questions, rules or a model that cannot be read
 */
export async function run(options: NesysPhase2Options): Promise<ComparisonResults | null> {
  const config = requireRules(loadPhases(options.experiment, options.set), options.experiment);
  const { print = console.log, root = 'runs' } = options;
  const folder = join(root, config.name);
  if (options.fresh === true) rmSync(join(folder, ARMS), { recursive: true, force: true });
  const bank = await openComparison(config, print);
  const arms = await learnArms(config, bank, { ...options, root, print });
  if (arms === null) return null;
  const { guided } = arms;
  const again = config.induction.proposer === null ? null : await inducedAgain(guided, bank, config, { ...options, root, print });
  const results: ComparisonResults = {
    experiment: config.name,
    commit: gitCommit() ?? 'unknown',
    model: config.neural.model,
    scale: config.energy.scale,
    questions: { train: bank.train.questions.length, dev: bank.dev.questions.length, test: bank.test.questions.length },
    rules: bank.rules.length,
    arms: [...arms.results],
    induction: again === null ? null : { arm: armName(guided.outcome.arm), before: bank.rules.length, after: again.bank.rules.length, right: again.right },
    sets: summariseJudgement(again ?? guided.judgement, config.name, config.energy.scale),
  };
  writeJsonAtomically(join(folder, 'phase2.json'), results);
  await writeFigures(join(folder, 'figures'), [selectionFigure(results)]);
  for (const table of [armTable(results), differenceTable(results)]) print(`\n${terminalTable(table)}`);
  print(`\n${join(folder, 'phase2.json')}, figures`);
  return results;
}

interface GuidedArm {
  readonly outcome: ArmOutcome;
  readonly judgement: Judgement;
}

interface LearntArms {
  readonly results: readonly ArmResult[];
  /** The first arm that learnt by rules: rules are induced from its errors. */
  readonly guided: GuidedArm;
}

async function learnArms(config: PhasesConfig, bank: ComparedBank, options: NesysPhase2Options & Required<Pick<NesysPhase2Options, 'root' | 'print'>>): Promise<LearntArms | null> {
  const backend = await initBackend(options.backend);
  announceBackend(backend);
  const base = await loadLm(config.neural.model);
  const { root, stream, print } = options;
  const frame: ArmFrame = { config, base, bank, backend: backend.name, root, ...(stream === undefined ? {} : { stream }) };
  const results: ArmResult[] = [];
  let guided: GuidedArm | null = null;
  try {
    for (const arm of armsOf(config.comparison.shares, config.comparison.seeds)) {
      const first = guided === null && arm.selection === 'by rules';
      const outcome = await runArm(arm, first && config.induction.proposer !== null ? ['dev', 'test', 'train'] : ['dev', 'test'], frame);
      if (outcome === null) return null;
      const judgement = judge(bank, outcome, config);
      if (first) guided = { outcome, judgement };
      const { discarded, right } = judgement;
      results.push({ ...arm, questions: outcome.questions, discarded: [...discarded], right });
      print(`${armName(arm)}: of ${bank.test.questions.length} test questions ${right.test.neural} are right by the neural model, ${right.test.rules} by rules, ${right.test.nesys} by both`);
    }
  } finally {
    disposeWeights(base.weights);
  }
  if (guided === null) throw new RangeError('a comparison has an arm that learns by rules');
  return { results, guided };
}

function judge(bank: ComparedBank, { logProbs }: ArmOutcome, { energy, induction }: PhasesConfig): Judgement {
  const [dev, test] = [withLogProbs(bank.dev, logProbs.get('dev')!), withLogProbs(bank.test, logProbs.get('test')!)];
  return judgeModel({ rules: bank.rules, dev, test }, { scale: energy.scale, cleaning: induction.cleaning });
}

/** A second induction, which begins with its own cleaning pass, and what its rules make of test. */
async function inducedAgain({ outcome }: GuidedArm, bank: ComparedBank, config: PhasesConfig & { readonly rules: string }, options: NesysPhase2Options & Required<Pick<NesysPhase2Options, 'root' | 'print'>>): Promise<Judgement> {
  const folder = join(options.root, config.name);
  const fileOf = (split: Split): string => join(folder, ARMS, armName(outcome.arm), `${split}.jsonl`);
  for (const split of ['train', 'dev'] as const) {
    const lines = bank[split].questions.map((question, index) => `${JSON.stringify({ ...question, logProbs: outcome.logProbs.get(split)![index] })}\n`);
    writePartsAtomically(fileOf(split), lines);
  }
  const set = [...(options.set ?? []), `questions.train=${fileOf('train')}`, `questions.dev=${fileOf('dev')}`];
  const { rules, dev } = await induce({ ...options, set });
  const written = rules.some(({ source }) => source !== null) ? [join(folder, 'rules.py')] : [];
  const test = await scoredBy(rules, [config.rules, ...written], bank.test.questions, options.print);
  return judgeModel({ rules, dev, test: withLogProbs(test, outcome.logProbs.get('test')!) }, { scale: config.energy.scale, cleaning: 'none' });
}
