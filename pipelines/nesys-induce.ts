/** Induces rules from errors (NeSyS, phases 1 and 2): a cleaning pass over the rules that are there, then new ones cluster by cluster. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { dumpYaml } from '../src/config/load.ts';
import { UserError } from '../src/errors.ts';
import { writeTextAtomically } from '../src/files/atomic-write.ts';
import type { InductionTools } from '../src/nesys/induction/attempt.ts';
import { rightCount, type RuleBank } from '../src/nesys/induction/bank.ts';
import { induceRules } from '../src/nesys/induction/induce.ts';
import { openJournal } from '../src/nesys/induction/journal.ts';
import { endpointProposer, recordedProposer, type Proposer } from '../src/nesys/induction/proposer.ts';
import { writeRuleFile } from '../src/nesys/induction/rule-file.ts';
import { loadPhases, type PhasesConfig } from '../src/nesys/phases/config.ts';
import { openErrorEncoder } from '../src/nesys/phases/error-encoder.ts';
import { openBank } from '../src/nesys/phases/open-bank.ts';
import { discardHarmful, repairHarmful } from '../src/nesys/selection/cleaning.ts';
import { openPythonRunner } from '../src/nesys/symbolic/python/runner.ts';

export interface NesysInduceOptions {
  /** YAML file of the experiment. */
  readonly experiment: string;
  readonly set?: readonly string[];
  /** Discards the record of an induction that was stopped. */
  readonly fresh?: boolean;
  readonly backend?: string | undefined;
  /** Parent of all run folders; `runs` by default. */
  readonly root?: string;
  readonly print?: (line: string) => void;
}

/**
 * Writes runs/<name>/induction.jsonl as it goes, and rules.py at the end. Stopped, it goes on from its record.
 *
 * @throws UserError for a bad configuration, for questions, rules or an encoder that are missing, and where the proposer has no reply
 */
export async function run(options: NesysInduceOptions): Promise<RuleBank> {
  const config = loadPhases(options.experiment, options.set);
  const print = options.print ?? console.log;
  const folder = join(options.root ?? 'runs', config.name);
  const proposer = openProposer(config, options.experiment, folder);
  const start = await openBank(config, print);
  const encoder = await openErrorEncoder(config, options.backend);
  const record = join(folder, 'induction.jsonl');
  if (options.fresh === true) rmSync(record, { force: true });
  writeTextAtomically(join(folder, 'induction.yaml'), dumpYaml(config));
  const python = openPythonRunner();
  const tools: InductionTools = { proposer, journal: openJournal(record), score: python.score, report: print };
  const { scale } = config.energy;
  const settings = { ...config.induction, scale, clustering: config.clustering, seed: `nesys/${config.seed}/induction` };
  print(devLine('at the start', start, config));
  try {
    const cleaned = await clean(start, tools, config);
    if (cleaned !== start) print(devLine('after cleaning', cleaned, config));
    const bank = await induceRules(cleaned, tools, settings, { encoder, report: print });
    writeRuleFile(join(folder, 'rules.py'), bank.rules);
    print(devLine('at the end', bank, config));
    print(`${join(folder, 'rules.py')}: ${bank.rules.filter(({ source }) => source !== null).length} rules; ${record} has how they came about`);
    return bank;
  } finally {
    await python.close();
  }
}

function openProposer({ induction }: PhasesConfig, experiment: string, folder: string): Proposer {
  const { proposer } = induction;
  if (proposer?.kind === 'endpoint') return endpointProposer(proposer.endpoint, join(folder, 'proposer-cache'));
  if (proposer?.kind === 'recorded') return recordedProposer(proposer.file);
  throw UserError.of({
    expected: 'who writes rules: {kind: endpoint, endpoint: {baseUrl, model}} or {kind: recorded, file}',
    got: 'null',
    where: { file: experiment, key: 'induction.proposer' },
    fix: 'give one of the two; experiments/nesys-workshop.yaml has an example',
  });
}

async function clean(bank: RuleBank, tools: InductionTools, { induction, energy }: PhasesConfig): Promise<RuleBank> {
  if (induction.cleaning === 'discard') return discardHarmful(bank, energy.scale, tools.journal);
  if (induction.cleaning === 'repair') return repairHarmful(bank, tools, { ...induction, scale: energy.scale });
  return bank;
}

function devLine(when: string, bank: RuleBank, { energy }: PhasesConfig): string {
  return `${when}: ${bank.rules.length} rules, dev ${rightCount(bank.dev, energy.scale)} of ${bank.dev.questions.length}`;
}
