/** Which gold rule a cited rule stands for. */
import { overlap, parsePlace } from '../formats/locator.ts';
import type { CitedRule } from '../formats/agent-answer.ts';
import type { GraphNode } from '../formats/gold.ts';
import { bestMatching, type Match } from './matching.ts';

/** Jaccard index from which a locator names a gold span. */
export const OVERLAP = 0.5;
/** Characters of a quote below which it names nothing, unless it is the whole span. */
const SHORTEST_QUOTE = 20;

export interface RuleMatching {
  /** `row` counts the cited rules, `column` the gold nodes. */
  readonly matches: readonly Match[];
  /** Id of a cited rule → the gold node. */
  readonly goldOf: ReadonlyMap<string, GraphNode>;
}

/** Matches one to one; `byId` also accepts the ids of graph.json, which RD hands out. */
export function matchRules(cited: readonly CitedRule[], gold: readonly GraphNode[], byId: boolean, threshold = OVERLAP): RuleMatching {
  const matches = bestMatching(cited.map((rule) => gold.map((node) => (byId && rule.id === node.id ? 2 : weightOf(rule, node, threshold)))));
  const goldOf = new Map<string, GraphNode>();
  for (const { row, column } of matches) if (!goldOf.has(cited[row]!.id)) goldOf.set(cited[row]!.id, gold[column]!);
  return { matches, goldOf };
}

/** Ids of the gold nodes that each cited id can stand for; an id of several rules, only those that all of them can. */
export function candidatesOf(cited: readonly CitedRule[], gold: readonly GraphNode[]): Map<string, Set<string>> {
  const candidates = new Map<string, Set<string>>();
  for (const rule of cited) {
    const own = gold.filter((node) => weightOf(rule, node, OVERLAP) > 0).map(({ id }) => id);
    const before = candidates.get(rule.id);
    candidates.set(rule.id, new Set(own.filter((id) => before === undefined || before.has(id))));
  }
  return candidates;
}

/** Every possible pair counts much the same, so that most pairs win; better places break ties. */
function weightOf(rule: CitedRule, node: GraphNode, threshold: number): number {
  if (normalPath(rule.path) !== node.path) return 0;
  const [place, gold] = [parsePlace(rule.locator), parsePlace(node.locator)];
  const shared = place === null || gold === null ? 0 : overlap(place, gold);
  return shared >= threshold || quotes(rule.quote, node.text) ? 1 + shared / 1000 : 0;
}

/** Whether a quote occurs in a text, whatever the white space. */
export function quotes(quote: string, text: string): boolean {
  const [part, whole] = [squeeze(quote), squeeze(text)];
  return part !== '' && whole.includes(part) && (part.length >= SHORTEST_QUOTE || part === whole);
}

export function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** `/workspace/rules/guide/gains.md`, `rules/guide/gains.md` and `guide/gains.md` are one file. */
export function normalPath(path: string): string {
  return path.trim().replaceAll('\\', '/').replace(/^(?:\.?\/)?(?:workspace\/)?(?:\.\/)?(?:rules\/)?/, '');
}

export function f1(hits: number, predicted: number, gold: number): { precision: number; recall: number; f1: number } {
  const precision = predicted === 0 ? 0 : hits / predicted;
  const recall = gold === 0 ? 0 : hits / gold;
  return { precision, recall, f1: hits === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}
