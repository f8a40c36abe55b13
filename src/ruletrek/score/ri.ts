/** Rule identification: RI = 50 · (node F1 + edge F1). */
import type { RiAnswer } from '../formats/agent-answer.ts';
import type { GraphFile } from '../formats/gold.ts';
import type { RiScore } from '../formats/score.ts';
import { bestMatching } from './matching.ts';
import { candidatesOf, f1, matchRules, OVERLAP } from './rules.ts';

/** What an edge with the right ends and direction but the wrong type is worth. */
const WRONG_TYPE = 0.5;

export function scoreRi(answer: RiAnswer, gold: GraphFile): RiScore {
  const nodesAt = (threshold: number): ReturnType<typeof f1> => f1(matchRules(answer.nodes, gold.nodes, false, threshold).matches.length, answer.nodes.length, gold.nodes.length);
  const [nodes, edges] = [nodesAt(OVERLAP), scoreEdges(answer, gold)];
  return { total: 50 * (nodes.f1 + edges.f1), nodes, edges, nodeF1At: { '0.3': nodesAt(0.3).f1, '0.5': nodes.f1, '0.7': nodesAt(0.7).f1 } };
}

/**
 * Edges are matched as nodes are, one to one with maximum weight, by what their ends can stand for: which of two equal
 * nodes won a match depends on their order, and must not count.
 */
function scoreEdges(answer: RiAnswer, gold: GraphFile): ReturnType<typeof f1> {
  const predicted = [...new Map(answer.edges.map((edge) => [JSON.stringify([edge.from, edge.to, edge.type]), edge])).values()];
  if (gold.edges.length === 0) return predicted.length === 0 ? { precision: 1, recall: 1, f1: 1 } : f1(0, predicted.length, 0);
  const candidates = candidatesOf(answer.nodes, gold.nodes);
  const stands = (id: string, node: string): boolean => candidates.get(id)?.has(node) === true;
  const weights = predicted.map((edge) => gold.edges.map((other) => {
    if (!stands(edge.from, other.from) || !stands(edge.to, other.to)) return 0;
    return edge.type === other.type ? 1 : WRONG_TYPE;
  }));
  const hits = bestMatching(weights).reduce((sum, { row, column }) => sum + weights[row]![column]!, 0);
  return f1(hits, predicted.length, gold.edges.length);
}
