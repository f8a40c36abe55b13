/** Agents that know the gold: the oracle, and the oracle with slips whose effect on scores is known beforehand. */
import { randomStream } from '../../../random.ts';
import type { CitedRule, RiAnswer, SolveAnswer } from '../../formats/agent-answer.ts';
import type { GraphNode } from '../../formats/gold.ts';
import type { Task } from '../../formats/vocabulary.ts';
import type { Instance } from '../../instance/read.ts';

/** Everything right. */
export function oracleAnswer(instance: Instance, task: Task): RiAnswer | SolveAnswer {
  return task === 'RI' ? goldGraph(instance, new Set()) : goldSolution(instance, new Set());
}

/**
 * Each rule is applied wrongly with probability p, and one slip makes the whole answer wrong: E[RD] = E[E2E] =
 * 100·(1 − p)^nodes. RI is the oracle's.
 */
export function noisyAnswer(instance: Instance, task: Task, p: number, stream: string): RiAnswer | SolveAnswer {
  return task === 'RI' ? goldGraph(instance, new Set()) : goldSolution(instance, drawRules(instance, p, stream));
}

/**
 * Each rule is missed with probability q where rules must be found, and a missed rule makes the answer wrong:
 * E[RD] = 100, E[E2E] = 100·(1 − q)^nodes.
 */
export function noisyRuleAnswer(instance: Instance, task: Task, q: number, stream: string): RiAnswer | SolveAnswer {
  const missed = task === 'RD' ? new Set<string>() : drawRules(instance, q, stream);
  return task === 'RI' ? goldGraph(instance, missed) : goldSolution(instance, missed);
}

function drawRules({ graph, task }: Instance, probability: number, stream: string): Set<string> {
  const random = randomStream(`${stream}/${task.id}`);
  return new Set(graph.nodes.filter(() => random.chance(probability)).map(({ id }) => id));
}

function goldGraph({ graph }: Instance, missed: ReadonlySet<string>): RiAnswer {
  const edges = graph.edges.filter(({ from, to }) => !missed.has(from) && !missed.has(to));
  return { nodes: graph.nodes.filter(({ id }) => !missed.has(id)).map(cite), edges: [...edges] };
}

/** RD or E2E without the lost rules and their steps; the first answer is wrong where a rule is lost. */
export function goldSolution({ graph, trace, evidence, answer }: Instance, lost: ReadonlySet<string>): SolveAnswer {
  const fields = Object.entries(answer).map(([name, value], i) => [name, i === 0 && lost.size > 0 ? null : value]);
  return {
    answer: Object.fromEntries(fields) as SolveAnswer['answer'],
    rules: graph.nodes.filter(({ id }) => !lost.has(id)).map(cite),
    facts: evidence.map(({ file, locators, value }) => ({ file, locator: locators[0]!, value })),
    steps: trace.filter(({ rule }) => !lost.has(rule)).map(({ rule, name, value }) => ({ rule, name, value })),
  };
}

function cite({ id, path, locator, text, version, condition, consequence }: GraphNode): CitedRule {
  return { id, path, locator, quote: text, version, condition, consequence };
}
