import { table13, table3 } from '../../../src/evaluation/tables/strong-models.ts';
import { results, row, seedCells } from './support.ts';

const gpt = results(
  [
    ...seedCells({ seed: 1, shift: 0, method: 'prompting' }),
    ...seedCells({ seed: 1, shift: -0.2, method: 'prompting', ruleCount: 500 }),
    ...seedCells({ seed: 1, shift: 0, method: 'rag-bm25' }),
  ],
  'gpt',
);
const tiny = results(seedCells({ seed: 1, shift: -0.4 }), 'tiny');

describe('table3', () => {
  it('names a prompted model by its experiment, at 1,000 rules, and has the paper’s models after ours', () => {
    // FOL: single 1; rules (.9 + .8 + .7 + .7 + .6 + .5 + .4)/7 = .657143; hops (.6 + .5 + .4)/3 = .5. NL .1 less.
    // (1 + .657143 + .5 + .9 + .557143 + .4)/6 = .669048.
    const table = table3([gpt, tiny], 'original');
    expect(row(table, 0)).toMatchObject({
      rules: '1,000',
      model: 'gpt',
      'FOL S-Rule': '1.000',
      'FOL PM-Rule': '.6571',
      'FOL MH-Rule': '.5000',
      'NL PM-Rule': '.5571',
      average: '.6690',
    });
    expect(row(table, 1)).toMatchObject({ model: 'DynaRule (tiny)', average: '.2690' });
    expect(row(table, 2)).toMatchObject({ model: 'paper: Qwen2.5-14B-Instruct', 'FOL S-Rule': '.7200', average: '.4297' });
    expect(row(table, 12)).toMatchObject({ model: 'paper: DynaRule', average: '.8937' });
    expect(table.rows).toHaveLength(13);
  });

  it('has no row of the paper without one of ours, nor on held-out rules', () => {
    expect(table3([results([])], 'original').rows).toEqual([]);
    const heldOut = results(gpt.cells.map((cell) => ({ ...cell, repository: 'held-out' as const })), 'gpt');
    expect(table3([heldOut], 'held-out').rows.map(([, model]) => model)).toEqual(['gpt']);
  });
});

it('table13 has every sub-task, form by form, at each of its rule counts that we have', () => {
  const table = table13([gpt], 'original');
  // Eleven models of the paper and ours, in two forms, at 500 and 1,000 rules.
  expect(table.rows).toHaveLength(48);
  expect(row(table, 0)).toMatchObject({ rules: '500', form: 'FOL', model: 'gpt', 'single-rule': '.8000' });
  // 7.1/11 less .1 in NL (see table8).
  expect(row(table, 36)).toMatchObject({ rules: '1,000', form: 'NL', model: 'gpt', 'multi-rule-2': '.8000', average: '.5455' });
  expect(row(table, 37)).toMatchObject({ rules: '1,000', form: 'NL', model: 'paper: Qwen2.5-14B-Instruct' });
});
