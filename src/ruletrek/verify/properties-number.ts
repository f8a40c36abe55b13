/** Acceptance number 14: what RI must not depend on, and that it rewards what is right, tried on drawn answers to every instance. */
import { randomStream, type Random } from '../../random.ts';
import type { CitedEdge, CitedRule, RiAnswer } from '../formats/agent-answer.ts';
import type { GraphFile, GraphNode } from '../formats/gold.ts';
import { EDGE_TYPES } from '../formats/vocabulary.ts';
import type { Instance } from '../instance/read.ts';
import { scoreRi } from '../score/ri.ts';
import { matchRules } from '../score/rules.ts';
import type { AcceptanceNumber } from './numbers.ts';

const ANSWERS_AN_INSTANCE = 20;
/** Sums in another order differ in the last digits. */
const ROUNDING = 1e-9;

export function propertiesNumber(instances: readonly Pick<Instance, 'graph' | 'task'>[]): AcceptanceNumber {
  let [tried, changed, lowered] = [0, 0, 0];
  for (const { graph, task } of instances) {
    const random = randomStream(`properties/${task.id}`);
    for (let draw = 0; draw < ANSWERS_AN_INSTANCE; draw += 1) {
      const answer = drawAnswer(random, graph);
      const score = scoreRi(answer, graph).total;
      tried += 1;
      if (Math.abs(scoreRi(renamed(random, answer), graph).total - score) > ROUNDING) changed += 1;
      if (scoreRi(withRightNode(random, answer, graph), graph).total < score - ROUNDING) lowered += 1;
    }
  }
  const text = `RI of ${tried} drawn answers: ${changed} change with other names and another order, ${lowered} fall with one more right node`;
  return { number: 14, text, state: changed + lowered === 0 ? 'met' : 'missed' };
}

/** Right, twice cited, misplaced and made-up rules, with right, mistyped, repeated and made-up edges. */
export function drawAnswer(random: Random, graph: GraphFile): RiAnswer {
  const known = graph.nodes.filter(() => random.chance(0.7));
  const twice = known.filter(() => random.chance(0.2));
  const wrong = graph.nodes.filter(() => random.chance(0.2)).map((node): GraphNode => ({ ...node, locator: 'L90001-L90009', text: 'No document says this.' }));
  const nodes = random.shuffle([...known, ...twice, ...wrong]).map((node, i) => citing(node, `n${i}`, random.chance(0.5)));
  return { nodes, edges: nodes.length === 0 ? [] : random.shuffle([...rightEdges(random, graph, nodes), ...drawnEdges(random, nodes)]) };
}

function citing({ path, locator, text }: GraphNode, id: string, quoted: boolean): CitedRule {
  return { id, path, locator, quote: quoted ? text : '', version: '', condition: '', consequence: '' };
}

function rightEdges(random: Random, graph: GraphFile, nodes: readonly CitedRule[]): CitedEdge[] {
  const ids = (gold: string): string[] => {
    const { path, locator } = graph.nodes.find(({ id }) => id === gold)!;
    return nodes.filter((node) => node.path === path && node.locator === locator).map(({ id }) => id);
  };
  const chosen = graph.edges.filter(() => random.chance(0.8));
  return chosen.flatMap(({ from, to, type }) => ids(from).flatMap((a) => ids(to).map((b) => ({ from: a, to: b, type: random.chance(0.7) ? type : random.pick(EDGE_TYPES) }))));
}

function drawnEdges(random: Random, nodes: readonly CitedRule[]): CitedEdge[] {
  return Array.from({ length: random.integer(0, 4) }, () => ({ from: random.pick(nodes).id, to: random.pick(nodes).id, type: random.pick(EDGE_TYPES) }));
}

/** The same answer with its ids exchanged and its lists in another order. */
function renamed(random: Random, { nodes, edges }: RiAnswer): RiAnswer {
  const ids = nodes.map(({ id }) => id);
  const names = new Map(random.shuffle(ids).map((id, i) => [ids[i]!, id]));
  const name = (id: string): string => names.get(id)!;
  return {
    nodes: random.shuffle(nodes.map((node) => ({ ...node, id: name(node.id) }))),
    edges: random.shuffle(edges.map(({ from, to, type }) => ({ from: name(from), to: name(to), type }))),
  };
}

/** With one of the gold rules that it has not found, where there is one. */
function withRightNode(random: Random, answer: RiAnswer, { nodes }: GraphFile): RiAnswer {
  const found = new Set(matchRules(answer.nodes, nodes, false).matches.map(({ column }) => column));
  const missing = nodes.filter((_, i) => !found.has(i));
  return missing.length === 0 ? answer : { ...answer, nodes: [...answer.nodes, citing(random.pick(missing), 'one more', true)] };
}
