import { table2, table8, table9 } from '../../../src/evaluation/tables/exact-match.ts';
import { results, row, seedCells } from './support.ts';

describe('table2', () => {
  it('groups sub-tasks, averages columns, and stands above the paper’s row', () => {
    // FOL: single 1; PM(2-4) (.9 + .8 + .7)/3 = .8; PM(5-8) (.7 + .6 + .5 + .4)/4 = .55; hops .6 .5 .4.
    // Their mean is 3.85/6 = .641667, NL .1 less: the average is .591667. Seed 2 is .2 lower: mean .491667.
    // Deviation of .591667 and .391667: .2/√2 = .141421. Interval: 12.7062·.141421/√2 = 1.27062.
    const table = table2([results([...seedCells({ seed: 1, shift: 0 }), ...seedCells({ seed: 2, shift: -0.2 })])], 'original');
    expect(table.columns).toHaveLength(17);
    expect(row(table, 0)).toMatchObject({
      rules: '1,000',
      method: 'DynaRule',
      'FOL single': '.9000',
      'FOL PM(2-4)': '.7000',
      'FOL PM(5-8)': '.4500',
      'FOL MH-4': '.3000',
      'NL single': '.8000',
      average: '.4917',
      std: '.1414',
      '± 95 %': '1.271',
    });
    expect(row(table, 1)).toMatchObject({ rules: '1,000', method: 'paper: DynaRule', 'FOL MH-3': '.6250', average: '.8482', std: '–' });
    expect(table.rows).toHaveLength(2);
  });

  it('orders by rule count, and leaves out a paper row that does not exist', () => {
    const cells = [...seedCells({ seed: 1, shift: 0, ruleCount: 1000 }), ...seedCells({ seed: 1, shift: 0, ruleCount: 500 })];
    const table = table2([results(cells)], 'original');
    expect(table.rows.map(([rules, method]) => `${rules} ${method}`)).toEqual(['500 DynaRule', '1,000 DynaRule', '1,000 paper: DynaRule']);
    expect(row(table, 0)).toMatchObject({ std: '–', '± 95 %': '–' });
  });

  it('shows a dash, never a part, where a cell is missing', () => {
    const cells = seedCells({ seed: 1, shift: 0 }).filter(({ subtask, representation }) => subtask !== 'multi-rule-3' || representation === 'NL');
    const shown = row(table2([results(cells)], 'original'), 0);
    expect(shown).toMatchObject({ 'FOL PM(2-4)': '–', 'NL PM(2-4)': '.7000', average: '–' });
  });

  it('shows a dash where one seed is not complete', () => {
    const cells = [...seedCells({ seed: 1, shift: 0 }), ...seedCells({ seed: 2, shift: 0 }).slice(1)];
    expect(row(table2([results(cells)], 'original'), 0)).toMatchObject({ 'FOL single': '–', average: '–', std: '–' });
  });

  it('names experiments where there are several, has a row of the paper once, and compares held-out rules with the paper’s one figure', () => {
    const heldOut = seedCells({ seed: 1, shift: 0, ruleCount: 10_000 }).map((cell) => ({ ...cell, repository: 'held-out' as const }));
    const table = table2([results(heldOut), results(heldOut, 'tiny-paper')], 'held-out');
    expect(table.rows.map(([, method]) => method)).toEqual(['DynaRule (tiny)', 'paper: DynaRule', 'DynaRule (tiny-paper)']);
    expect(row(table, 1)).toMatchObject({ average: '.5020', 'FOL single': '–' });
    expect(table2([results(heldOut)], 'original').rows).toHaveLength(0);
  });
});

describe('tables 8 and 9', () => {
  const cells = seedCells({ seed: 1, shift: 0 });

  it('have a column for each sub-task, and the mean of the eleven', () => {
    // 1 + (.9 + .8 + .7 + .7 + .6 + .5 + .4) + (.6 + .5 + .4) = 7.1; /11 = .645455. NL is .1 less.
    const fol = table8([results(cells)], 'original');
    expect(row(fol, 0)).toMatchObject({ rules: '1,000', method: 'DynaRule', 'single-rule': '1.000', 'multi-rule-8': '.4000', average: '.6455', std: '–' });
    expect(row(fol, 1)).toMatchObject({ method: 'paper: DynaRule', 'multi-rule-8': '.9688', 'multi-hop-4': '.6500', average: '.9087' });
    const nl = table9([results(cells)], 'original');
    expect(row(nl, 0)).toMatchObject({ 'single-rule': '.9000', 'multi-hop-2': '.5000', average: '.5455' });
    expect(row(nl, 1)).toMatchObject({ 'multi-hop-4': '.6800', average: '.9042' });
    expect(nl.columns).toHaveLength(2 + 11 + 3);
  });

  it('leave out what was not asked in their form, and have no figure of the paper for held-out rules', () => {
    const onlyFol = cells.filter(({ representation }) => representation === 'FOL');
    expect(table9([results(onlyFol)], 'original').rows).toEqual([]);
    const heldOut = cells.map((cell) => ({ ...cell, repository: 'held-out' as const }));
    expect(table8([results(heldOut)], 'held-out').rows).toHaveLength(1);
  });
});
