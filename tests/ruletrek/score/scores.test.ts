/** Scores of small graphs, worked out by hand. */
import type { CitedRule, RiAnswer, SolveAnswer } from '../../../src/ruletrek/formats/agent-answer.ts';
import type { GraphFile, GraphNode } from '../../../src/ruletrek/formats/gold.ts';
import { scoreRi } from '../../../src/ruletrek/score/ri.ts';
import { scoreAnswer, scoreReasoning, type ReasoningGold } from '../../../src/ruletrek/score/solve.ts';

const TEXT: Readonly<Record<string, string>> = {
  a: 'Losses are limited to 3,000 in a year.', b: 'Income takes the limited loss instead.', c: 'Tax is ten percent of all income.', d: 'A fourth rule stands in the same guide.',
};

function node(id: string, i: number): GraphNode {
  const text = TEXT[id]!;
  return { id, path: 'guide/x.md', locator: `L${i * 10 + 1}-L${i * 10 + 4}`, anchor: `# ${id}`, sha256: '0'.repeat(64), scope: '', version: '', condition: '', consequence: '', text };
}

const gold: GraphFile = {
  format: 1, nodes: ['a', 'b', 'c', 'd'].map(node), depth: 2,
  edges: [{ from: 'a', to: 'b', type: 'override' }, { from: 'b', to: 'c', type: 'dependency' }],
};

const cited = (id: string, locator = '', quote = ''): CitedRule => ({ id, path: 'rules/guide/x.md', locator, quote, version: '', condition: '', consequence: '' });

describe('RI', () => {
  // Nodes: two by place, one by quote; three of three right, three of four found: F1 = 2·1·.75/1.75 = 6/7.
  // Edges: one right (1), one with the wrong type (.5), one that is not there: 1.5/3 and 1.5/2, F1 = .6.
  const answer: RiAnswer = {
    nodes: [cited('1', 'L1-L4'), cited('2', 'lines 11-14'), cited('3', '', 'Tax is ten  percent of\nall income.')],
    edges: [{ from: '1', to: '2', type: 'override' }, { from: '2', to: '3', type: 'temporal' }, { from: '3', to: '1', type: 'dependency' }],
  };

  it('is the mean of node and edge F1', () => {
    const score = scoreRi(answer, gold);
    expect(score.nodes.f1).toBeCloseTo(6 / 7, 12);
    expect(score.edges.f1).toBeCloseTo(0.6, 12);
    expect(score.total).toBeCloseTo(50 * (6 / 7 + 0.6), 12);
  });

  it('does not change with names and order', () => {
    const renamed = JSON.parse(JSON.stringify(answer).replaceAll('"1"', '"x"').replaceAll('"2"', '"1"').replaceAll('"3"', '"2"')) as RiAnswer;
    const reversed = { nodes: renamed.nodes.toReversed(), edges: renamed.edges.toReversed() };
    expect(scoreRi(reversed, gold)).toEqual(scoreRi(answer, gold));
  });

  it('never falls with one more right node', () => {
    const more = { ...answer, nodes: [...answer.nodes, cited('4', 'L31-L34')] };
    expect(scoreRi(more, gold).total).toBeGreaterThan(scoreRi(answer, gold).total);
  });

  it('needs the path, enough overlap, and more than a word of the text', () => {
    const none = (rule: CitedRule): number => scoreRi({ nodes: [rule], edges: [] }, gold).nodes.f1;
    expect(none({ ...cited('1', 'L1-L4'), path: 'guide/y.md' })).toBe(0);
    // 4 of 13 lines: .31, enough at .3 and not at .5.
    expect(none(cited('1', 'L1-L13'))).toBe(0);
    expect(scoreRi({ nodes: [cited('1', 'L1-L13')], edges: [] }, gold).nodeF1At['0.3']).toBeCloseTo(0.4, 12);
    expect(none(cited('1', '', 'income'))).toBe(0);
  });

  it('counts one gold rule once, however often it is cited', () => {
    const twice = scoreRi({ nodes: [cited('1', 'L1-L4'), cited('2', 'L1-L4')], edges: [] }, gold);
    expect(twice.nodes).toMatchObject({ precision: 0.5, recall: 0.25 });
  });

  it('takes an edge of a rule cited twice, whichever citation it leaves from, and counts it once', () => {
    // Of 1 and 2, which are the same, one is matched. Both edges stand for a → b: one hit of two predicted, F1 = 2·½·½/1.
    const nodes = [cited('1', 'L1-L4'), cited('2', 'L1-L4'), cited('3', 'L11-L14')];
    const edge = (from: string, type = 'override') => ({ from, to: '3', type });
    expect(scoreRi({ nodes, edges: [edge('1')] }, gold).edges).toEqual(scoreRi({ nodes, edges: [edge('2')] }, gold).edges);
    expect(scoreRi({ nodes, edges: [edge('1'), edge('2')] }, gold).edges).toEqual({ precision: 0.5, recall: 0.5, f1: 0.5 });
  });

  it('counts an edge with two types as two, of which one is right, in any order', () => {
    const nodes = [cited('1', 'L1-L4'), cited('3', 'L11-L14')];
    const edges = ['temporal', 'override'].map((type) => ({ from: '1', to: '3', type }));
    expect(scoreRi({ nodes, edges }, gold).edges).toEqual({ precision: 0.5, recall: 0.5, f1: 0.5 });
    expect(scoreRi({ nodes, edges: edges.toReversed() }, gold).edges).toEqual({ precision: 0.5, recall: 0.5, f1: 0.5 });
  });

  it('gives nothing for edges of an id that names different rules', () => {
    const nodes = [cited('x', 'L1-L4'), cited('x', 'L11-L14')];
    expect(scoreRi({ nodes, edges: [{ from: 'x', to: 'x', type: 'override' }] }, gold).edges.f1).toBe(0);
  });

  it('without gold edges, is full for predicting none', () => {
    const bare = { ...gold, edges: [] };
    expect(scoreRi({ nodes: [], edges: [] }, bare).edges.f1).toBe(1);
    expect(scoreRi({ nodes: [], edges: answer.edges }, bare).edges.f1).toBe(0);
  });
});

describe('answers', () => {
  it('are right as a whole or not, with the share beside', () => {
    const fields = ['x', 'y'].map((name) => ({ name, type: 'money' as const, description: '' }));
    const answer = { answer: { x: '1', y: 2 }, rules: [], facts: [], steps: [] };
    expect(scoreAnswer(answer, fields, { x: '1.00', y: '3.00' })).toEqual({ right: 0, share: 0.5, fields: { x: true, y: false } });
    expect(scoreAnswer(answer, fields, { x: '1.00', y: '2.00' }).right).toBe(1);
  });
});

describe('reasoning', () => {
  const reasoning: ReasoningGold = {
    graph: gold, graphGiven: false,
    facts: [
      { id: 'f', file: 'pay.csv', locators: ['L2'], type: 'money', value: '10.00' },
      { id: 'g', file: 'pay.csv', locators: ['L3', 'pay.1.sum'], type: 'money', value: '20.00' },
    ],
    trace: [{ rule: 'a', name: 'loss', type: 'money', value: '3000.00', reads: [] }, { rule: 'c', name: 'tax', type: 'money', value: '7.00', reads: [] }],
    documents: new Map([['guide/x.md', Object.values(TEXT).join('\n')]]),
  };
  const answer: SolveAnswer = {
    answer: {},
    rules: [cited('1', 'L1-L4', TEXT['a']), cited('2', 'L11-L14', TEXT['b']), cited('3', 'L21-L24', 'Tax is nothing at all, ever.')],
    facts: [{ file: '/workspace/pay.csv', locator: 'L2', value: 10 }, { file: 'pay.csv', locator: 'L9', value: '20.00' }],
    steps: [{ rule: '1', name: 'limit', value: '$3,000' }, { rule: '2', name: 'tax', value: '7.00' }],
  };

  it('has four parts', () => {
    // Facts: one of two right, one of two found: .5. Rules: F1 6/7, both edges in order.
    // Trace: the second value stands under another rule: 1/2. Citations: two verbatim of max(3, 4): 1/2.
    const score = scoreReasoning(answer, reasoning);
    expect(score.facts).toBeCloseTo(50, 12);
    expect(score.rules).toBeCloseTo(600 / 7, 12);
    expect(score.trace).toBe(50);
    expect(score.citations).toBe(50);
    expect(score.total).toBeCloseTo((50 + 600 / 7 + 50 + 50) / 4, 12);
  });

  it('loses the edges whose ends stand in the wrong order', () => {
    const turned = scoreReasoning({ ...answer, rules: answer.rules.toReversed() }, reasoning);
    expect(turned.rules).toBe(0);
  });

  it('takes ids of the graph where it was given, and only there', () => {
    const byId = { ...answer, rules: ['a', 'b', 'c', 'd'].map((id) => ({ ...cited(id), path: '' })) };
    expect(scoreReasoning(byId, { ...reasoning, graphGiven: true })).toMatchObject({ rules: 100, citations: 100 });
    expect(scoreReasoning(byId, reasoning)).toMatchObject({ rules: 0, citations: 0 });
  });
});
