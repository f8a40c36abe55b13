import { ancestors, depthOf, onCycles, topologicalOrder, transitiveReduction } from '../../../src/ruletrek/core/graph.ts';

/** a → b → d, a → c → d, a → d. */
const arcs = [['a', 'b'], ['b', 'd'], ['a', 'c'], ['c', 'd'], ['a', 'd']].map(([from, to]) => ({ from: from!, to: to! }));
const nodes = ['d', 'c', 'b', 'a'];

it('order: every arc goes forward, ties as given', () => {
  expect(topologicalOrder(nodes, arcs)).toEqual(['a', 'c', 'b', 'd']);
});

it('a cycle has no order and no depth', () => {
  const cycle = [...arcs, { from: 'd', to: 'a' }];
  expect(topologicalOrder(nodes, cycle)).toBeNull();
  expect(onCycles(['x', ...nodes], [...cycle, { from: 'x', to: 'a' }])).toEqual(nodes);
  expect(onCycles(nodes, arcs)).toEqual([]);
  expect(() => depthOf(nodes, cycle)).toThrow('cycle');
});

it('ancestors contain the nodes themselves', () => {
  expect([...ancestors(['b'], arcs)].sort()).toEqual(['a', 'b']);
  expect([...ancestors(['d'], arcs)].sort()).toEqual(['a', 'b', 'c', 'd']);
});

it('depth counts arcs on the longest path', () => {
  expect(depthOf(nodes, arcs)).toBe(2);
  expect(depthOf(['x'], [])).toBe(0);
});

it('reduction drops a → d, which a → b → d replaces', () => {
  expect(transitiveReduction(arcs)).toEqual(arcs.slice(0, 4));
});
