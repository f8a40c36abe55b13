/**
 * Acceptance number 5: agents whose scores are known beforehand. With a slip in each of n rules with probability p, E2E is 100
 * where there is none and 0 elsewhere, so that its mean is 100·(1 − p)^n: exactly, since one slip in any rule costs all.
 */
import { mean } from '../../statistics/spread.ts';
import { tQuantile } from '../../statistics/student-t.ts';
import { goldSolution, noisyAnswer, noisyRuleAnswer } from '../agents/scripted/oracle.ts';
import { NODE_BIN_NAMES, nodeBin } from '../build/plan.ts';
import type { AgentAnswer } from '../formats/agent-answer.ts';
import type { Task } from '../formats/vocabulary.ts';
import type { Instance } from '../instance/read.ts';
import { scoreTrial } from '../score/trial.ts';
import type { AcceptanceNumber } from './numbers.ts';

const SLIP = 0.1;
const MISS = 0.05;
/** Draws of each instance, each from a stream of its own. */
const DRAWS = 100;
/** Probability that every band holds, where the program is right. */
const LEVEL = 0.95;

/** What a share of instances was to score, and scored. */
export interface Band {
  readonly name: string;
  readonly seen: number;
  readonly expected: number;
  /** Standard deviation of what is seen. */
  readonly deviation: number;
}

/**
 * Bands of `noisy(p)` by number of rules, and one of RD − E2E of `noisy-rule(q)`, which hold all at once with
 * probability LEVEL. Six bands of 95 % each would hold all at once three times in four.
 */
export function noiseNumber(instances: readonly Instance[]): AcceptanceNumber {
  const broken = instances.flatMap(brokenPredictions);
  const noisy = instances.map((instance) => meanScore(instance, (stream) => noisyAnswer(instance, 'E2E', SLIP, stream)));
  const gaps = instances.map((instance) => score(instance, 'RD', noisyRuleAnswer(instance, 'RD', MISS, 'noise')) - meanScore(instance, (stream) => noisyRuleAnswer(instance, 'E2E', MISS, stream)));
  const bins = NODE_BIN_NAMES.map((name) => instances.flatMap((instance, i) => (nodeBin(instance.graph.nodes.length) === name ? [i] : [])));
  const curve = bins.flatMap((members, b) => (members.length === 0 ? [] : [bandOf(NODE_BIN_NAMES[b]!, members.map((i) => ({ instance: instances[i]!, seen: noisy[i]! })), SLIP, (kept) => kept)]));
  const gap = bandOf('RD − E2E', instances.map((instance, i) => ({ instance, seen: gaps[i]! })), MISS, (kept) => 1 - kept);
  const width = widthOf(curve.length + 1);
  const slips = instances.reduce((sum, { graph }) => sum + graph.nodes.length, 0);
  const exact = `one slip scores 0 in ${slips - broken.length} of ${slips} rules${broken.length === 0 ? '' : ` (not in ${broken.join(', ')})`}`;
  const text = `${exact}; noisy(${SLIP}) E2E ${curve.map((band) => bandText(band, width)).join(', ')}; noisy-rule(${MISS}) ${bandText(gap, width)}; bands of ${100 * LEVEL} % for all at once`;
  return { number: 5, text, state: broken.length === 0 && [...curve, gap].every((band) => holds(band, width)) ? 'met' : 'missed' };
}

function score(instance: Instance, task: Task, answer: AgentAnswer): number {
  return scoreTrial(instance, { task, trial: 1, status: 'ok' }, JSON.stringify(answer)).score ?? 0;
}

/** Of E2E over the draws. */
function meanScore(instance: Instance, draw: (stream: string) => AgentAnswer): number {
  return mean(Array.from({ length: DRAWS }, (_, i) => score(instance, 'E2E', draw(`noise/${i}`))));
}

/** Rules in which a single slip leaves points. */
function brokenPredictions(instance: Instance): string[] {
  const { graph, task } = instance;
  return graph.nodes.filter(({ id }) => score(instance, 'E2E', goldSolution(instance, new Set([id]))) !== 0).map(({ id }) => `${task.id} ${id}`);
}

interface Seen {
  readonly instance: Instance;
  /** Mean over the draws. */
  readonly seen: number;
}

/** @param chance of the seen points, by the chance that no rule is hit */
function bandOf(name: string, members: readonly Seen[], probability: number, chance: (kept: number) => number): Band {
  const chances = members.map(({ instance }) => chance((1 - probability) ** instance.graph.nodes.length));
  const variance = chances.reduce((sum, one) => sum + one * (1 - one), 0) / (members.length ** 2 * DRAWS);
  return { name, seen: mean(members.map(({ seen }) => seen)), expected: 100 * mean(chances), deviation: 100 * Math.sqrt(variance) };
}

/** Standard deviations on each side of a band, so that all of so many bands hold at once with probability LEVEL (Šidák). */
export function widthOf(bands: number): number {
  const each = LEVEL ** (1 / bands);
  return tQuantile((1 + each) / 2, LARGE_SAMPLE);
}
/** Degrees of freedom from which Student's t is the normal distribution. */
const LARGE_SAMPLE = 1e7;

function holds({ seen, expected, deviation }: Band, width: number): boolean {
  return Math.abs(seen - expected) <= width * deviation;
}

function bandText({ name, seen, expected, deviation }: Band, width: number): string {
  const half = width * deviation;
  return `${name}: ${seen.toFixed(1)} in [${Math.max(0, expected - half).toFixed(1)}, ${Math.min(100, expected + half).toFixed(1)}]`;
}
