import { compareEvaluations } from '../../../src/evaluation/comparison/compare.ts';
import { flipList, flipTable } from '../../../src/evaluation/comparison/flips.ts';
import { pairQuestions } from '../../../src/evaluation/comparison/pairs.ts';
import type { QuestionScore } from '../../../src/evaluation/records.ts';
import { results } from '../tables/support.ts';
import { allScores, scoreWith } from './support.ts';

const evaluated = (scores: readonly QuestionScore[]) => ({ results: results([]), scores });

/** Right on the first question of each sub-task; the second evaluation loses that of single-rule in NL, and wins all second ones in FOL. */
const first = allScores((id) => ({ exactMatch: id.endsWith('-0') ? 1 : 0 }));
const second = allScores((id, { representation }) => {
  if (id === 'single-rule-0' && representation === 'NL') return { exactMatch: 0.5 };
  return { exactMatch: id.endsWith('-0') || representation === 'FOL' ? 1 : 0, recallAt1: 0.75 };
});

describe('compareEvaluations', () => {
  const comparison = compareEvaluations(evaluated(first), evaluated(second));

  it('has both figures of every column, their difference and its interval', () => {
    const [exactMatch] = comparison.tables;
    expect(exactMatch?.title).toBe('Exact match, original repository');
    expect(exactMatch?.rows.map(([rules, method, label]) => `${rules} ${method} ${label}`)).toEqual([
      '1,000 DynaRule first',
      '1,000 DynaRule second',
      '1,000 DynaRule difference',
      '1,000 DynaRule ± 95 %',
    ]);
    // FOL single: 0 and 1 gained: .5 ± 12.7062·.5. NL single: −.5 and 0: −.25 ± 12.7062·.25. Other NL columns do not change.
    const column = (title: string) => exactMatch?.rows.map((cells) => cells[exactMatch.columns.indexOf(title)]);
    expect(column('FOL single')).toEqual(['.5000', '1.000', '+.5000', '6.353']);
    expect(column('NL single')).toEqual(['.5000', '.2500', '-.2500', '3.177']);
    expect(column('NL MH-2')).toEqual(['.5000', '.5000', '+.0000', '.0000']);
    // (6·.5 − .25)/12 = .2292.
    expect(column('average')?.slice(0, 3)).toEqual(['.5000', '.7292', '+.2292']);
  });

  it('has recall, too', () => {
    const recall = comparison.tables[1];
    expect(recall?.title).toBe('Step-wise recall, original repository');
    const column = (title: string) => recall?.rows.map((cells) => cells[recall.columns.indexOf(title)]);
    // Of 22 NL questions one keeps .5: .5 + .25·21/22 = .7386.
    expect(column('FOL @1')?.slice(0, 3)).toEqual(['.5000', '.7500', '+.2500']);
    expect(column('NL @1')?.slice(0, 3)).toEqual(['.5000', '.7386', '+.2386']);
    expect(column('FOL @100')).toEqual(['.5000', '.5000', '+.0000', '.0000']);
  });

  it('counts and lists what flipped', () => {
    // FOL: 11 won; NL: 1 lost. p of 11 to 0 is 2/2¹¹.
    expect(comparison.tables.at(-1)?.rows).toEqual([
      ['original', '1,000', 'DynaRule', 'FOL', '22', '11', '11', '0', '0', '.0010'],
      ['original', '1,000', 'DynaRule', 'NL', '22', '10', '0', '1', '11', '1.000'],
    ]);
    expect(comparison.flips).toHaveLength(12);
    expect(comparison.flips.at(-1)).toMatchObject({ change: 'lost', representation: 'NL', questionId: 'single-rule-0', gold: '4', first: '4', second: '5' });
  });

  it('says how many questions are in one alone', () => {
    const { paired, unpaired } = compareEvaluations(evaluated(first), evaluated(second.slice(1)));
    expect([paired, unpaired]).toEqual([43, 1]);
  });

  it('leaves recall@100 of 100 rules out, and recall where there is none', () => {
    const at100 = (scores: readonly QuestionScore[]) => evaluated(scores.map((score) => ({ ...score, ruleCount: 100 })));
    const recall = compareEvaluations(at100(first), at100(second)).tables[1];
    expect(recall?.rows[0]?.[recall.columns.indexOf('FOL @100')]).toBe('–');
    const without = evaluated(first.map((score) => ({ ...score, recallAt1: null, recallAt10: null, recallAt100: null })));
    expect(compareEvaluations(without, without).tables.map(({ title }) => title)).toEqual(['Exact match, original repository', 'Right in one and wrong in the other']);
  });

  it('refuses evaluations that have nothing in common', () => {
    const bm25 = evaluated([scoreWith({ method: 'rag-bm25' })]);
    expect(() => compareEvaluations(evaluated(first), bm25)).toThrow(/a method in common\n {2}got: dynarule and rag-bm25\n/);
    const otherSeed = evaluated(first.map((score) => ({ ...score, seed: 2 })));
    expect(() => compareEvaluations(evaluated(first), otherSeed)).toThrow(/questions of dynarule that both evaluations ask.*\n {2}got: none/);
  });
});

it('flips are sorted by repository and rule count', () => {
  const places = [[10_000, 'original'], [100, 'held-out'], [100, 'original']] as const;
  const scores = places.map(([ruleCount, repository]) => scoreWith({ ruleCount, repository }));
  const { pairs } = pairQuestions(scores, scores);
  expect(flipTable(pairs).rows.map((cells) => cells.slice(0, 2).join(' '))).toEqual(['original 100', 'original 10,000', 'held-out 100']);
});

it('a long list of flips says that it is cut', () => {
  const { flips } = compareEvaluations(evaluated(first), evaluated(second));
  expect(flipList(flips, 3).title).toBe('The first 3 of 12 flipped questions');
  expect(flipList(flips, 3).rows).toHaveLength(3);
  expect(flipList(flips, 12).title).toBe('Flipped questions');
  const boxless = flips.map((flip) => ({ ...flip, second: null }));
  expect(flipList(boxless, 1).rows[0]).toEqual(['won', '1,000', 'DynaRule', 'FOL', '1', 'single-rule', 'single-rule-1', '4', '5', '(no box)']);
});
