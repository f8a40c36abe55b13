/** V0: sources; V1: the graph. */
import { evaluate } from '../core/evaluate.ts';
import { canonicalJson } from '../core/canonical.ts';
import { topologicalOrder } from '../core/graph.ts';
import type { CheckResult } from '../formats/gold.ts';
import type { EdgeType } from '../formats/vocabulary.ts';
import { spanOf } from '../packs/documents.ts';
import { resultOf, type Subject } from './subject.ts';

const OUTCOME_EDGES: ReadonlySet<EdgeType> = new Set(['exception', 'override', 'precedence']);

/** V0: the anchor stands at the locator in the document, the span's hash is that of the pack and of the gold. */
export function checkSources({ context, instance }: Subject): CheckResult {
  const statements = instance.graph.nodes.map((node) => {
    const source = context.pack.sources.find(({ id }) => id === node.id);
    if (source === undefined) return `${node.id}: not in the pack`;
    const span = spanOf(context.documents, source);
    const onDisk = instance.documents.get(node.path);
    if (span.locator !== node.locator || span.sha256 !== source.sha256 || span.sha256 !== node.sha256) return `${node.id}: the span has changed`;
    return onDisk?.includes(span.text) === true ? null : `${node.id}: the document of the instance has another text`;
  });
  return resultOf('V0', statements);
}

/** V1: no cycle; every edge carries a value that its reader declares; every exception, override or precedence makes a difference. */
export function checkGraph(subject: Subject): CheckResult {
  const { graph } = subject.instance;
  const ids = graph.nodes.map(({ id }) => id);
  const acyclic = topologicalOrder(ids, graph.edges) === null ? 'the graph has a cycle' : null;
  return resultOf('V1', [acyclic, ...graph.edges.map((edge) => edgeFault(subject, edge))]);
}

function edgeFault({ context, instance, facts, scenario }: Subject, { from, to, type }: Subject['instance']['graph']['edges'][number]): string | null {
  const { byId, set } = context.engine;
  const [emitter, reader] = [byId.get(from), byId.get(to)];
  if (emitter === undefined || reader === undefined || !instance.graph.nodes.some(({ id }) => id === from)) return `${from} → ${to}: an end is missing`;
  if (!Object.keys(emitter.emits).some((name) => reader.reads[name] !== undefined)) return `${from} → ${to}: nothing is passed on`;
  if (!OUTCOME_EDGES.has(type) || scenario === null) return null;
  const outcome = (omit: boolean): string => {
    const { applications } = evaluate(set, scenario.relevant, facts, omit ? { rule: from, omit } : undefined);
    return canonicalJson(applications.find(({ rule }) => rule === to)?.emitted ?? null);
  };
  return outcome(true) === outcome(false) ? `${from} → ${to}: ${type} makes no difference` : null;
}
