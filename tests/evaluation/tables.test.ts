import { TABLE2_COLUMNS } from '../../src/evaluation/columns.ts';
import { errorTable } from '../../src/evaluation/error-table.ts';
import { PAPER_TABLE2, PAPER_TABLE4 } from '../../src/evaluation/paper.ts';
import type { QuestionRecord } from '../../src/evaluation/records.ts';
import type { ResultCell, Results } from '../../src/evaluation/results.ts';
import { mean } from '../../src/evaluation/statistics.ts';
import { formatFraction, markdownTable, terminalTable, type Table } from '../../src/evaluation/table.ts';
import { table2, table4 } from '../../src/evaluation/tables.ts';
import { REPRESENTATIONS, SUBTASKS, type Subtask } from '../../src/ruleworld/types.ts';

/** The same score for every sub-task of a family, in both forms; NL is .1 less. */
const FOL_SCORES: Readonly<Record<Subtask, number>> = {
  'single-rule': 1,
  'multi-rule-2': 0.9,
  'multi-rule-3': 0.8,
  'multi-rule-4': 0.7,
  'multi-rule-5': 0.7,
  'multi-rule-6': 0.6,
  'multi-rule-7': 0.5,
  'multi-rule-8': 0.4,
  'multi-hop-2': 0.6,
  'multi-hop-3': 0.5,
  'multi-hop-4': 0.4,
};

interface CellChoice {
  readonly seed: number;
  /** Added to every score. */
  readonly shift: number;
  readonly method?: string;
  readonly ruleCount?: number;
  readonly recall?: number | null;
}

/** All 22 cells of one seed. */
function seedCells({ seed, shift, method = 'dynarule', ruleCount = 1000, recall = 0.9 }: CellChoice): ResultCell[] {
  return REPRESENTATIONS.flatMap((representation) =>
    SUBTASKS.map((subtask) => ({
      method,
      representation,
      ruleCount,
      repository: 'original' as const,
      seed,
      subtask,
      n: 10,
      exactMatch: FOL_SCORES[subtask] + shift - (representation === 'NL' ? 0.1 : 0),
      recallAt1: recall,
      recallAt10: recall,
      recallAt100: recall,
    })),
  );
}

const results = (cells: readonly ResultCell[], experiment = 'tiny'): Results => ({ schema: 1, commit: 'abc', experiment, cells: [...cells] });
const row = (table: Table, index: number): Record<string, string> =>
  Object.fromEntries(table.columns.map((column, at) => [column, table.rows[index]?.[at] ?? '']));

describe('the paper’s Table 2', () => {
  it('has averages that are the mean of its twelve columns, to its rounding', () => {
    expect(PAPER_TABLE2).toHaveLength(17);
    for (const { values } of PAPER_TABLE2) {
      const columns = TABLE2_COLUMNS.map(({ key }) => values[key] ?? NaN);
      expect(Math.abs(mean(columns) - (values['average'] ?? NaN))).toBeLessThan(0.0001);
    }
  });

  it('and Table 4 have figures for every column', () => {
    expect(PAPER_TABLE4).toHaveLength(18);
    for (const { values, ruleCount } of PAPER_TABLE4) {
      expect(Object.keys(values)).toHaveLength(6);
      expect(Object.values(values).filter((value) => value === null)).toHaveLength(ruleCount === 100 ? 2 : 0);
    }
  });
});

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

  it('names experiments where there are several, and compares held-out rules with the paper’s one figure', () => {
    const heldOut = seedCells({ seed: 1, shift: 0, ruleCount: 10_000 }).map((cell) => ({ ...cell, repository: 'held-out' as const }));
    const table = table2([results(heldOut), results(heldOut, 'tiny-paper')], 'held-out');
    expect(table.rows.map(([, method]) => method)).toEqual(['DynaRule (tiny)', 'paper: DynaRule', 'DynaRule (tiny-paper)', 'paper: DynaRule']);
    expect(row(table, 1)).toMatchObject({ average: '.5020', 'FOL single': '–' });
    expect(table2([results(heldOut)], 'original').rows).toHaveLength(0);
  });
});

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

it('errorTable tells misreading from missing rules', () => {
  const record = (outcome: QuestionRecord['outcome'], recallAt1: number) =>
    ({ method: 'dynarule', ruleCount: 1000, representation: 'NL', repository: 'original', outcome, recallAt1 }) as QuestionRecord;
  const table = errorTable(
    [
      record('correct', 0.5),
      record('correct', 1),
      record('retrieved-but-wrong', 1),
      record('retrieved-but-wrong', 0.5),
      record('retrieved-but-wrong', 0),
      record('not-retrieved', 0.5),
      record('not-retrieved', 0),
      record('not-retrieved', 0),
    ],
    'original',
  );
  expect(table.rows).toEqual([['1,000', 'DynaRule', 'NL', '8', '.2500', '.1250', '.2500', '.3750']]);
});

describe('printing', () => {
  const table: Table = { title: 'T', labels: 1, columns: ['method', 'x'], rows: [['a|b', '.5000'], ['longer one', '1.000']] };

  it('formats fractions', () => {
    expect([0.94812, 1, 0, null, 0.99996, 1.27062].map(formatFraction)).toEqual(['.9481', '1.000', '.0000', '–', '1.000', '1.271']);
  });

  it('writes Markdown', () => {
    expect(markdownTable(table)).toBe('| method | x |\n| --- | ---: |\n| a\\|b | .5000 |\n| longer one | 1.000 |');
  });

  it('aligns columns on a terminal', () => {
    expect(terminalTable(table)).toBe('T\nmethod          x\na|b         .5000\nlonger one  1.000');
  });
});
