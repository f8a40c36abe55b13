/** The acceptance numbers of a benchmark, each with its state. */
import { mean } from '../../statistics/spread.ts';
import { transitiveReduction } from '../core/graph.ts';
import { scriptedAnswer } from '../agents/scripted/scripted.ts';
import { DEPTH_BIN_NAMES, NODE_BIN_NAMES } from '../build/plan.ts';
import type { GoldVerify } from '../formats/gold.ts';
import type { Manifest } from '../formats/manifest.ts';
import { TASKS, type Task } from '../formats/vocabulary.ts';
import { comparePolicy } from '../import/psl.ts';
import { differencesByOutput, readFilers } from '../import/tax-filers.ts';
import type { Instance } from '../instance/read.ts';
import type { Pack } from '../packs/pack.ts';
import { sectionsOf } from '../agents/scripted/sections.ts';
import { scoreTrial } from '../score/trial.ts';
import type { Verification } from './verify-instance.ts';

export interface AcceptanceNumber {
  readonly number: number;
  readonly text: string;
  /** `skipped`: not to be had on this machine, or not asked for. */
  readonly state: 'met' | 'missed' | 'skipped';
}

export interface CheckedInstance {
  readonly pack: Pack;
  readonly instance: Instance;
  readonly verification: Verification;
  readonly saved: GoldVerify;
}

/** Means of the paper and the share by which a benchmark may miss them. */
const PAPER_MEANS = { nodes: 9.05, edges: 8.69, depth: 2.69 } as const;
const MEAN_SHARE = 0.1;
/** Instances that every bin needs, of 240. */
const BIN_SHARE = 12 / 240;

function stateOf(met: boolean): 'met' | 'missed' {
  return met ? 'met' : 'missed';
}

/** 1: means within 10 % of the paper's, and no bin too small. */
export function sizeNumber({ instances, means, bins }: Manifest, checked: readonly CheckedInstance[]): AcceptanceNumber {
  const reduced = mean(checked.map(({ instance }) => transitiveReduction(instance.graph.edges).length));
  const near = Object.entries(PAPER_MEANS).every(([key, paper]) => Math.abs(means[key as keyof typeof means] - paper) <= MEAN_SHARE * paper);
  const bin = (counts: Readonly<Record<string, number>>, names: readonly string[]): string => names.map((name) => `${name}: ${counts[name] ?? 0}`).join(', ');
  const full = NODE_BIN_NAMES.every((name) => (bins.nodes[name] ?? 0) >= BIN_SHARE * instances.length) && DEPTH_BIN_NAMES.every((name) => (bins.depth[name] ?? 0) >= BIN_SHARE * instances.length);
  const text = `${instances.length} instances; means ${means.nodes.toFixed(2)} rules, ${means.edges.toFixed(2)} edges (${reduced.toFixed(2)} after transitive reduction), depth ${means.depth.toFixed(2)}; rules ${bin(bins.nodes, NODE_BIN_NAMES)}; depth ${bin(bins.depth, DEPTH_BIN_NAMES)}`;
  return { number: 1, text, state: stateOf(near && full) };
}

function passed(checked: readonly CheckedInstance[], check: string): number {
  return checked.filter(({ verification }) => verification.checks.some((one) => one.check === check && one.passed)).length;
}

/** 2: solver A = solver B from parsed files, unique under all mutants; 3: every rule necessary. */
export function checkNumbers(checked: readonly CheckedInstance[]): AcceptanceNumber[] {
  const all = checked.length;
  const mutants = checked.reduce((sum, { verification }) => sum + verification.mutants, 0);
  const survivors = checked.flatMap(({ verification }) => verification.survivors);
  const uses = checked.reduce((sum, { instance }) => sum + instance.graph.nodes.length, 0);
  const first = checked.filter(({ saved }) => saved.rounds === 1).length;
  const three = checked.filter(({ saved }) => saved.rounds <= 3).length;
  return [
    { number: 2, text: `two solvers agree in ${passed(checked, 'V3')}/${all}; ${mutants - survivors.length}/${mutants} mutants killed${survivors.length > 0 ? `, survivors: ${survivors.join('; ')}` : ''}`, state: stateOf(passed(checked, 'V3') === all && survivors.length <= 0.05 * mutants) },
    { number: 3, text: `every rule necessary in ${passed(checked, 'V2')}/${all} instances, ${uses} uses, in every S_t; all checks passed in the first round for ${first}, within three for ${three}`, state: stateOf(passed(checked, 'V2') === all) },
  ];
}

type Scores = Readonly<Record<Task, readonly number[]>>;

async function scoresOf(agent: string, checked: readonly CheckedInstance[]): Promise<Scores> {
  const of = (task: Task): Promise<number[]> => Promise.all(checked.map(async ({ pack, instance }) => {
    const content = await scriptedAnswer(agent, { pack, instance, task, stream: agent });
    return scoreTrial(instance, { task, trial: 1, status: 'ok' }, content).score ?? 0;
  }));
  const [ri, rd, e2e] = [await of('RI'), await of('RD'), await of('E2E')];
  return { RI: ri, RD: rd, E2E: e2e };
}

function table(agent: string, scores: Scores): string {
  return `${agent} ${TASKS.map((task) => `${task} ${mean(scores[task]).toFixed(2)}`).join(' ')}`;
}

/** 4: oracle 100, no-op 0, random near 0, all rules imprecise, the heuristic between. */
export async function agentNumber(checked: readonly CheckedInstance[]): Promise<AcceptanceNumber> {
  const names = ['oracle', 'noop', 'random', 'allrules', 'heuristic'] as const;
  const scores = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await scoresOf(name, checked)] as const))) as Record<(typeof names)[number], Scores>;
  const precision = mean(checked.map(({ instance }) => instance.graph.nodes.length / sectionsOf(instance).length));
  const every = (name: (typeof names)[number], value: number): boolean => TASKS.every((task) => scores[name][task].every((score) => Math.abs(score - value) < 1e-9));
  const between = TASKS.every((task) => mean(scores.heuristic[task]) > Math.max(mean(scores.noop[task]), mean(scores.random[task])) && mean(scores.heuristic[task]) < 100);
  const met = every('oracle', 100) && every('noop', 0) && mean(scores.random.E2E) <= 1 && mean(scores.random.RI) <= 5 && precision < 0.35 && between;
  return { number: 4, text: `${names.map((name) => table(name, scores[name])).join('; ')}; precision of all rules ${precision.toFixed(2)}`, state: stateOf(met) };
}

/** Outputs of Tax-Calculator that must agree for every filer. */
const OUTPUTS_NEEDED = 12;

/** 7: the tax pack beside Tax-Calculator, numbers and outputs. */
export function taxNumber(): AcceptanceNumber {
  const [filers, policy] = [readFilers(), comparePolicy()];
  if (filers === null || policy === null) return { number: 7, text: 'no upstream data: ../shared/ruletrek is not there', state: 'skipped' };
  const byOutput = [...differencesByOutput(filers)];
  const equal = byOutput.filter(([, off]) => off.length === 0).length;
  const rest = byOutput.filter(([, off]) => off.length > 0).map(([name, off]) => `${name} (${filers.length - off.length}/${filers.length})`);
  return { number: 7, text: `${filers.length} filers × ${equal} of ${byOutput.length} outputs within a cent, the family credit reduced in proportion as there; others: ${rest.join(', ')}; numbers of the pack that differ upstream: ${policy.length}`, state: stateOf(equal >= OUTPUTS_NEEDED && policy.length === 0) };
}
