import { pairedTable } from '../../../src/evaluation/comparison/paired-table.ts';
import { stepwiseTable } from '../../../src/evaluation/comparison/stepwise-table.ts';
import type { Table } from '../../../src/evaluation/table.ts';
import { makeTables } from '../../../src/evaluation/tables/catalogue.ts';
import { TABLE_NAMES } from '../../../src/evaluation/tables/names.ts';
import { results, seedCells } from '../tables/support.ts';
import { allScores } from './support.ts';

/** DynaRule is right everywhere and finds .9 of the gold rules first. */
const dynarule = allScores(() => ({ exactMatch: 1, recallAt1: 0.9 }));
/** Prompting is right on one two-hop question, in both forms. */
const prompting = allScores((id) => ({ method: 'prompting', retrieval: 'none', exactMatch: id === 'multi-hop-2-0' ? 1 : 0, recallAt1: null }));
/** BM25 is wrong everywhere, and right on single rules in NL. */
const bm25 = allScores((_, { subtask, representation }) => ({
  method: 'rag-bm25',
  retrieval: 'once',
  exactMatch: subtask === 'single-rule' && representation === 'NL' ? 1 : 0,
  recallAt1: 0.4,
}));
const scores = [...dynarule, ...prompting, ...bm25];
const rowsOf = (table: Table) => table.rows.map((cells) => cells.join(' '));

describe('pairedTable', () => {
  it('has DynaRule’s lead over each method, its interval, and the sign test over questions', () => {
    // Prompting: ten columns differ by 1 and two by .5: 11/12 = .9167. MH-2 varies: residuals ∓1/24 of its two questions, both forms
    // together; 2·2/576 = 1/144, root 1/12, one degree: 12.7062/12 = 1.0589. 21 questions ahead, one tie: 2/2²¹.
    // BM25: eleven columns differ by 1, NL single by 0: 11/12, and nothing varies. 22 ahead: single rules in FOL alone, but ahead.
    expect(rowsOf(pairedTable(scores, 'original'))).toEqual([
      '1,000 Prompting 22 +.9167 1.059 no 21 0 <.0001 – – –',
      '1,000 RAG-bm25 22 +.9167 .0000 yes 22 0 <.0001 +.5000 .0000 yes',
    ]);
  });

  it('says where DynaRule is behind', () => {
    const worse = [...dynarule.map((score) => ({ ...score, exactMatch: 0 })), ...allScores(() => ({ method: 'rag-bm25', exactMatch: 0.5 }))];
    expect(rowsOf(pairedTable(worse, 'original'))).toEqual(['1,000 RAG-bm25 22 -.5000 .0000 no, below 0 22 <.0001 +.4000 .0000 yes']);
  });

  it('goes by rule count, and leaves out what has no pair', () => {
    const at100 = scores.filter(({ method }) => method !== 'prompting').map((score) => ({ ...score, ruleCount: 100 }));
    const table = pairedTable([...scores, ...at100, ...bm25.map((score) => ({ ...score, ruleCount: 50 }))], 'original');
    expect(table.rows.map(([rules, method]) => `${rules} ${method}`)).toEqual(['100 RAG-bm25', '1,000 Prompting', '1,000 RAG-bm25']);
    expect(pairedTable(bm25, 'original').rows).toEqual([]);
    expect(pairedTable(scores, 'held-out').rows).toEqual([]);
  });
});

describe('stepwiseTable', () => {
  it('has DynaRule’s lead over methods that retrieve once, by rules and hops', () => {
    const table = stepwiseTable(scores, 'original', 'exactMatch');
    expect(table.columns).toEqual(['rules', 'questions of', 'number', 'DynaRule - RAG-bm25', '± 95 %']);
    // Single rules: 1 in FOL and 0 in NL, on both questions alike.
    expect(rowsOf(table)).toEqual([
      '1,000 single 2 +.5000 .0000',
      '1,000 PM(2-4) 6 +1.000 .0000',
      '1,000 PM(5-8) 8 +1.000 .0000',
      '1,000 MH-2 2 +1.000 .0000',
      '1,000 MH-3 2 +1.000 .0000',
      '1,000 MH-4 2 +1.000 .0000',
    ]);
    expect(rowsOf(stepwiseTable(scores, 'original', 'recallAt1'))[0]).toBe('1,000 single 2 +.5000 .0000');
  });

  it('leaves out what reads the whole pool, though its ranking is counted like one retrieval', () => {
    const kblam = (['kblam', 'kblam-scaled'] as const).flatMap((method) => bm25.map((score) => ({ ...score, method })));
    expect(stepwiseTable([...scores, ...kblam], 'original', 'recallAt1')).toEqual(stepwiseTable(scores, 'original', 'recallAt1'));
    expect(stepwiseTable([...dynarule, ...kblam], 'original', 'exactMatch').rows).toEqual([]);
  });

  it('works with one form alone, and is empty without a method that retrieves once', () => {
    const nl = scores.filter(({ representation }) => representation === 'NL');
    expect(rowsOf(stepwiseTable(nl, 'original', 'exactMatch'))[0]).toBe('1,000 single 2 +.0000 .0000');
    expect(stepwiseTable([...dynarule, ...prompting], 'original', 'exactMatch').rows).toEqual([]);
  });
});

it('every table is made under its name, and Table 2 has the paired one behind it', () => {
  const cells = [...seedCells({ seed: 1, shift: 0 }), ...seedCells({ seed: 1, shift: 0, method: 'rag-bm25' })];
  const source = { results: [results(cells)], scores };
  const titles = TABLE_NAMES.map((name) => makeTables(name, source, 'original').map(({ title }) => title.split(/[:,]/, 1)[0]));
  expect(titles).toEqual([
    ['Table 2', 'Paired'],
    ...['3', '4', '8', '9', '10', '11', '12', '13'].map((number) => [`Table ${number}`]),
    ['Paired'],
    ['Step-wise retrieval against retrieving once', 'Step-wise retrieval against retrieving once'],
    [],
  ]);
  expect(makeTables('2', source, 'held-out')).toEqual([]);
});
