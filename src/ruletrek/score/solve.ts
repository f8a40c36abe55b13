/** RD and E2E: the answer, and the reasoning in four parts. */
import { sameValue } from '../core/values.ts';
import { overlap, parsePlace } from '../formats/locator.ts';
import type { CitedFact, CitedRule, SolveAnswer } from '../formats/agent-answer.ts';
import type { EvidenceFact, GraphFile, TraceStep } from '../formats/gold.ts';
import type { AnswerScore, ReasoningScore } from '../formats/score.ts';
import type { AnswerField } from '../formats/task.ts';
import type { JsonValue } from '../formats/vocabulary.ts';
import { bestMatching } from './matching.ts';
import { f1, matchRules, normalPath, squeeze, type RuleMatching } from './rules.ts';

export function scoreAnswer({ answer }: SolveAnswer, fields: readonly AnswerField[], gold: Readonly<Record<string, JsonValue>>): AnswerScore {
  const right = fields.map(({ name, type, tolerance, items }): [string, boolean] => [name, sameValue(type, gold[name]!, answer[name], tolerance, items)]);
  const hits = right.filter(([, isRight]) => isRight).length;
  return { right: hits === fields.length ? 1 : 0, share: hits / fields.length, fields: Object.fromEntries(right) };
}

/** What reasoning is held against. */
export interface ReasoningGold {
  readonly graph: GraphFile;
  readonly facts: readonly EvidenceFact[];
  readonly trace: readonly TraceStep[];
  /** Path below `rules/` → text, for citations. */
  readonly documents: ReadonlyMap<string, string>;
  /** Whether the agent was given the graph, and may name its rules by id. */
  readonly graphGiven: boolean;
}

export function scoreReasoning(answer: SolveAnswer, gold: ReasoningGold): ReasoningScore {
  const matching = matchRules(answer.rules, gold.graph.nodes, gold.graphGiven);
  const parts = {
    facts: 100 * factsF1(answer.facts, gold.facts),
    rules: 100 * f1(matching.matches.length, answer.rules.length, gold.graph.nodes.length).f1 * orderShare(matching, gold.graph),
    trace: 100 * traceShare(answer, gold.trace, matching),
    citations: 100 * citationShare(answer.rules, gold),
  };
  return { total: (parts.facts + parts.rules + parts.trace + parts.citations) / 4, ...parts };
}

function factsF1(cited: readonly CitedFact[], gold: readonly EvidenceFact[]): number {
  if (gold.length === 0) return cited.length === 0 ? 1 : 0;
  const pairs = cited.map((fact) => gold.map((other) => (isFact(fact, other) ? 1 : 0)));
  return f1(bestMatching(pairs).length, cited.length, gold.length).f1;
}

function isFact(cited: CitedFact, gold: EvidenceFact): boolean {
  if (normalPath(cited.file) !== gold.file || !sameValue(gold.type, gold.value, cited.value)) return false;
  const place = parsePlace(cited.locator);
  const places = gold.locators.map(parsePlace).filter((other) => other !== null);
  return place !== null && places.some((other) => overlap(place, other) > 0);
}

/** Share of gold edges whose ends were cited in the right order. */
function orderShare({ matches }: RuleMatching, { nodes, edges }: GraphFile): number {
  if (edges.length === 0) return 1;
  const position = new Map(matches.map(({ row, column }) => [nodes[column]!.id, row]));
  const ordered = edges.filter(({ from, to }) => (position.get(from) ?? Infinity) < (position.get(to) ?? -Infinity));
  return ordered.length / edges.length;
}

/** Share of the trace's values that a step of the matched rule states. */
function traceShare({ steps }: SolveAnswer, trace: readonly TraceStep[], { goldOf }: RuleMatching): number {
  const stated = trace.filter(({ rule, type, value }) => steps.some((step) => goldOf.get(step.rule)?.id === rule && sameValue(type, value, step.value)));
  return stated.length / trace.length;
}

/** Share of rules whose quote stands in the document, of as many rules as were cited or as there are, whichever is more. */
function citationShare(cited: readonly CitedRule[], { graph, documents, graphGiven }: ReasoningGold): number {
  const verbatim = cited.filter((rule) => {
    if (graphGiven && graph.nodes.some(({ id }) => id === rule.id)) return true;
    const quote = squeeze(rule.quote);
    return quote !== '' && squeeze(documents.get(normalPath(rule.path)) ?? '').includes(quote);
  });
  return verbatim.length / Math.max(cited.length, graph.nodes.length);
}
