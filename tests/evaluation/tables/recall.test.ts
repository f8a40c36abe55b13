import { table10, table4 } from '../../../src/evaluation/tables/recall.ts';
import { results, row, seedCells } from './support.ts';

describe('table4', () => {
  it('is the mean over questions, with the paper’s row', () => {
    const cells = [
      ...seedCells({ seed: 1, shift: 0, recall: 0.9, ruleCount: 10_000 }),
      ...seedCells({ seed: 2, shift: 0, recall: 0.8, ruleCount: 10_000 }),
    ];
    const table = table4([results(cells)], 'original');
    expect(row(table, 0)).toMatchObject({ 'FOL @100': '.8500', 'NL @1': '.8500', 'mean @1': '.8500', std: '.0707' });
    // The paper's mean of .8613 and .9045 is .8829, as its Figure on iterative methods has it.
    expect(row(table, 1)).toMatchObject({ method: 'paper: DynaRule', 'FOL @1': '.8613', 'NL @1': '.9045', 'mean @1': '.8829' });
  });

  it('weighs sub-tasks by their questions', () => {
    // 10 sub-tasks with 10 questions at .9 and one with 100 at 0: 90/200.
    const cells = seedCells({ seed: 1, shift: 0 }).map((cell) => (cell.subtask === 'single-rule' ? { ...cell, n: 100, recallAt1: 0 } : cell));
    expect(row(table4([results(cells)], 'original'), 0)['FOL @1']).toBe('.4500');
  });

  it('leaves out methods that retrieve nothing, and recall@100 of 100 rules', () => {
    const cells = [
      ...seedCells({ seed: 1, shift: 0, ruleCount: 100 }),
      ...seedCells({ seed: 1, shift: 0, ruleCount: 100, method: 'prompting', recall: null }),
      ...seedCells({ seed: 1, shift: 0, ruleCount: 100, method: 'rag-bm25' }),
    ];
    const table = table4([results(cells)], 'original');
    expect(table.rows.map(([, method]) => method)).toEqual(['DynaRule', 'paper: DynaRule', 'BM25', 'paper: BM25']);
    expect(row(table, 0)).toMatchObject({ 'FOL @100': '–', 'FOL @10': '.9000' });
  });
});

it('table10 is table4 beside the paper’s figures at more rule counts', () => {
  const cells = [500, 1000].flatMap((ruleCount) => seedCells({ seed: 1, shift: 0, ruleCount }));
  const table = table10([results(cells)], 'original');
  expect(table.rows.map(([rules, method]) => `${rules} ${method}`)).toEqual(['500 DynaRule', '500 paper: DynaRule', '1,000 DynaRule', '1,000 paper: DynaRule']);
  expect(table4([results(cells)], 'original').rows).toHaveLength(3);
});
