/** Rule graphs Γ = (V, E): order, closure, depth, transitive reduction. Nodes are named by ids. */
export interface Arc {
  readonly from: string;
  readonly to: string;
}

/** Nodes in an order in which every arc goes forward, ties in the given order; null where there is a cycle. */
export function topologicalOrder(nodes: readonly string[], arcs: readonly Arc[]): string[] | null {
  const order: string[] = [];
  const placed = new Set<string>();
  const before = groupArcs(arcs, 'to', 'from');
  const waiting = [...nodes];
  while (waiting.length > 0) {
    const next = waiting.findIndex((node) => (before.get(node) ?? []).every((other) => placed.has(other)));
    if (next === -1) return null;
    const [node] = waiting.splice(next, 1) as [string];
    placed.add(node);
    order.push(node);
  }
  return order;
}

/** Nodes from which a way leads back to them, in the given order. */
export function onCycles(nodes: readonly string[], arcs: readonly Arc[]): string[] {
  const before = groupArcs(arcs, 'to', 'from');
  return nodes.filter((node) => ancestors(before.get(node) ?? [], arcs).has(node));
}

/** The nodes themselves and all from which an arc leads to them, over any number of arcs. */
export function ancestors(of: readonly string[], arcs: readonly Arc[]): Set<string> {
  const before = groupArcs(arcs, 'to', 'from');
  const found = new Set<string>();
  const open = [...of];
  while (open.length > 0) {
    const node = open.pop() as string;
    if (found.has(node)) continue;
    found.add(node);
    open.push(...(before.get(node) ?? []));
  }
  return found;
}

/**
 * Arcs on the longest path.
 * @throws RangeError for a graph with a cycle
 */
export function depthOf(nodes: readonly string[], arcs: readonly Arc[]): number {
  const order = topologicalOrder(nodes, arcs);
  if (order === null) throw new RangeError('a graph with a cycle has no depth');
  const before = groupArcs(arcs, 'to', 'from');
  const depth = new Map<string, number>();
  for (const node of order) depth.set(node, Math.max(0, ...(before.get(node) ?? []).map((other) => (depth.get(other) as number) + 1)));
  return Math.max(0, ...depth.values());
}

/** The arcs that no longer way replaces; reachability stays the same. */
export function transitiveReduction<T extends Arc>(arcs: readonly T[]): T[] {
  return arcs.filter((arc) => {
    const others = arcs.filter((other) => other.to === arc.to && other.from !== arc.from).map((other) => other.from);
    return !ancestors(others, arcs).has(arc.from);
  });
}

function groupArcs(arcs: readonly Arc[], key: keyof Arc, value: keyof Arc): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const arc of arcs) groups.set(arc[key], [...(groups.get(arc[key]) ?? []), arc[value]]);
  return groups;
}
