/** Rule identification: RI = 50 · (node F1 + edge F1). */
import type { RiAnswer } from '../formats/agent-answer.ts';
import type { GraphFile } from '../formats/gold.ts';
import type { RiScore } from '../formats/score.ts';
import { f1, matchRules, OVERLAP, type RuleMatching } from './rules.ts';

/** What an edge with the right ends and direction but the wrong type is worth. */
const WRONG_TYPE = 0.5;

export function scoreRi(answer: RiAnswer, gold: GraphFile): RiScore {
  const nodeF1 = (threshold: number): number => f1(matchRules(answer.nodes, gold.nodes, false, threshold).matches.length, answer.nodes.length, gold.nodes.length).f1;
  const matching = matchRules(answer.nodes, gold.nodes, false, OVERLAP);
  const nodes = f1(matching.matches.length, answer.nodes.length, gold.nodes.length);
  const edges = scoreEdges(answer, gold, matching);
  return { total: 50 * (nodes.f1 + edges.f1), nodes, edges, nodeF1At: { '0.3': nodeF1(0.3), '0.5': nodes.f1, '0.7': nodeF1(0.7) } };
}

function scoreEdges(answer: RiAnswer, gold: GraphFile, { goldOf }: RuleMatching): ReturnType<typeof f1> {
  const predicted = new Map(answer.edges.map((edge) => [JSON.stringify([edge.from, edge.to]), edge]));
  if (gold.edges.length === 0) return predicted.size === 0 ? { precision: 1, recall: 1, f1: 1 } : f1(0, predicted.size, 0);
  const types = new Map(gold.edges.map(({ from, to, type }) => [`${from} ${to}`, type]));
  let hits = 0;
  for (const { from, to, type } of predicted.values()) {
    const right = types.get(`${goldOf.get(from)?.id} ${goldOf.get(to)?.id}`);
    if (right !== undefined) hits += right === type ? 1 : WRONG_TYPE;
  }
  return f1(hits, predicted.size, gold.edges.length);
}
