import { makeTables } from '../../../src/evaluation/tables/catalogue.ts';
import { outsideTable } from '../../../src/evaluation/tables/outside.ts';
import type { ResultCell } from '../../../src/evaluation/results.ts';
import { results, row, seedCells } from './support.ts';

/** Five-hop questions in both forms; NL is .1 less. */
function cells(method: string, seed: number, accuracy: number, recall: number | null): ResultCell[] {
  return (['FOL', 'NL'] as const).map((representation) => {
    const exactMatch = accuracy - (representation === 'NL' ? 0.1 : 0);
    return {
      method, representation, ruleCount: 1000, repository: 'original', seed, subtask: 'multi-hop-5', n: 20, exactMatch,
      recallAt1: recall, recallAt10: recall === null ? null : recall + 0.2, recallAt100: recall,
    };
  });
}

const asked = results([...cells('dynarule', 1, 0.8, 0.7), ...cells('dynarule', 2, 0.6, 0.5), ...cells('prompting', 1, 0.3, null)], 'prontoqa');

it('shows accuracy and recall, form by form, and the spread of accuracy over seeds', () => {
  const table = outsideTable([asked], 'original');
  // Seeds have (.8 + .7)/2 = .75 and .55: mean .65, deviation .2/√2 = .1414, interval 12.706 · .1414/√2 = 1.2706.
  expect(row(table, 0)).toMatchObject({
    rules: '1,000', method: 'DynaRule', 'FOL accuracy': '.7000', 'FOL @10': '.8000', 'FOL @1': '.6000', 'NL accuracy': '.6000',
    accuracy: '.6500', std: '.1414', '± 95 %': '1.271',
  });
  expect(row(table, 1)).toMatchObject({ method: 'Prompting', 'NL accuracy': '.2000', 'NL @1': '–' });
});

it("outside data stand in no table of the paper's questions, and these not in the outside table", () => {
  const mixed = { results: [results(seedCells({ seed: 1, shift: 0 })), asked], scores: [] };
  const rows = (name: '4' | 'outside'): string[] => makeTables(name, mixed, 'original').flatMap((table) => table.rows.map((cells) => cells.join(' ')));
  // Recall of what the paper asks is .9 everywhere; of the outside data it is .6 and .8.
  expect(rows('4')[0]).toMatch(/^1,000 DynaRule .9000 .9000 .9000 /);
  expect(rows('4')).toHaveLength(2);
  expect(rows('outside').map((line) => line.slice(0, 20))).toEqual(['1,000 DynaRule .7000', '1,000 Prompting .300']);
});
