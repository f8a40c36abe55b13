import { table11, table12 } from '../../../src/evaluation/tables/deviations.ts';
import type { Table } from '../../../src/evaluation/table.ts';
import { results, seedCells } from './support.ts';

/** A row's deviation and interval at a rule count. */
function spreadAt(table: Table, index: number, ruleCount: string): (string | undefined)[] {
  const at = table.columns.indexOf(`${ruleCount} std`);
  return [table.rows[index]?.[at], table.rows[index]?.[at + 1]];
}

const methodsOf = (table: Table) => table.rows.map(([method]) => method);

describe('table11', () => {
  it('has deviation and interval of the average over seeds in points, a pair of columns for each rule count', () => {
    // Averages .591667 and .391667 (see table2): deviation .2/√2 = .1414, interval 12.7062·.1414/√2 = 1.2706.
    const cells = [...seedCells({ seed: 1, shift: 0 }), ...seedCells({ seed: 2, shift: -0.2 })];
    const table = table11([results(cells)], 'original');
    expect(methodsOf(table)).toEqual(['DynaRule', 'paper: DynaRule']);
    expect(table.columns.slice(0, 5)).toEqual(['method', '100 std', '± 95 %', '500 std', '± 95 %']);
    expect(spreadAt(table, 0, '1,000')).toEqual(['14.1', '127.1']);
    expect(spreadAt(table, 0, '100')).toEqual(['–', '–']);
    expect(spreadAt(table, 1, '1,000')).toEqual(['3.0', '3.7']);
    expect(spreadAt(table, 1, '10,000')).toEqual(['3.4', '4.3']);
  });

  it('has rule counts of ours that the paper lacks, and dashes for a single seed', () => {
    const table = table11([results(seedCells({ seed: 1, shift: 0, ruleCount: 30 }))], 'held-out');
    expect(table.rows).toEqual([]);
    const original = table11([results(seedCells({ seed: 1, shift: 0, ruleCount: 30 }))], 'original');
    expect(original.columns[1]).toBe('30 std');
    expect(spreadAt(original, 0, '30')).toEqual(['–', '–']);
  });
});

describe('table12', () => {
  const seeds = (ruleCount: number, method = 'rag-bm25') => [
    ...seedCells({ seed: 1, shift: 0, recall: 0.9, ruleCount, method }),
    ...seedCells({ seed: 2, shift: 0, recall: 0.8, ruleCount, method }),
  ];

  it('has those of recall, under the name of the retriever', () => {
    // .9 and .8: deviation .1/√2 = .0707, interval 12.7062·.0707/√2 = .6353.
    const table = table12([results(seeds(1000))], 'original');
    expect(methodsOf(table)).toEqual(['BM25', 'paper: BM25']);
    expect(spreadAt(table, 0, '1,000')).toEqual(['7.1', '63.5']);
    expect(spreadAt(table, 1, '1,000')).toEqual(['1.2', '1.5']);
  });

  it('counts recall@100 from more than 100 rules on', () => {
    // @100 is 0 in seed 1 alone: at 1,000 rules the means are .6 and .8, so deviation .2/√2; at 100 rules .9 and .8 as before.
    const shifted = (ruleCount: number) => seeds(ruleCount).map((cell) => (cell.seed === 1 ? { ...cell, recallAt100: 0 } : cell));
    const table = table12([results([...shifted(100), ...shifted(1000)])], 'original');
    expect(spreadAt(table, 0, '100')).toEqual(['7.1', '63.5']);
    expect(spreadAt(table, 0, '1,000')[0]).toBe('14.1');
  });

  it('leaves out a method that retrieves nothing', () => {
    const cells = seedCells({ seed: 1, shift: 0, method: 'prompting', recall: null });
    expect(table12([results(cells)], 'original').rows).toEqual([]);
  });
});
