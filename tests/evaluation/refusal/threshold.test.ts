/** Precision and recall of refusal on six questions, worked out by hand. */
import { rankedRefusals, refusalRates, type RefusalCase } from '../../../src/evaluation/refusal/threshold.ts';
import { refusalTable, waysTable } from '../../../src/evaluation/refusal/tables.ts';

/** Each step's best and second score. */
const asked = (answerable: boolean, ...steps: readonly (readonly [number, number])[]): RefusalCase => ({
  answerable,
  retrievals: steps.map(([best, second]) => [
    { row: 0, score: best },
    { row: 1, score: second },
  ]),
});

// best scores of first steps: with rules 8, 7, 3; without 5, 2, 1. The margins are 1 throughout, but for one second step.
const CASES = [asked(true, [8, 7]), asked(true, [7, 6], [6, 5]), asked(true, [3, 2]), asked(false, [5, 4]), asked(false, [2, 1]), asked(false, [1, 0], [9, 8.5])];

it('counts right refusals among refusals, and among questions without a rule', () => {
  // below 4: 3, 2 and 1 are refused, of which 3 has a rule
  expect(refusalRates({ score: 'best', steps: 'first', threshold: 4 }, CASES)).toEqual({ precision: 2 / 3, recall: 2 / 3, f1: 4 / 6, refusedWrongly: 1 / 3 });
});

it('has no precision where nothing is refused, and no recall where nothing ought to be', () => {
  const nothing = { score: 'best', steps: 'first', threshold: 0 } as const;
  expect(refusalRates(nothing, CASES)).toEqual({ precision: null, recall: 0, f1: 0, refusedWrongly: 0 });
  expect(refusalRates(nothing, CASES.slice(0, 3))).toEqual({ precision: null, recall: null, f1: 0, refusedWrongly: 0 });
});

it('takes the threshold of best F1, half-way between two scores', () => {
  // below 6: 5, 3, 2, 1 are refused, three of them rightly: F1 = 6 / 7; the next score above is 7
  const [best] = rankedRefusals(CASES);
  expect(best).toEqual({ refusal: { score: 'best', steps: 'first', threshold: 6 }, rates: { precision: 3 / 4, recall: 1, f1: 6 / 7, refusedWrongly: 1 / 3 } });
});

it('chooses no threshold where no question lacks its rules, where every question does, and where there is none', () => {
  for (const answerable of [true, false]) expect(rankedRefusals(CASES.filter((one) => one.answerable === answerable))).toEqual([]);
  expect(rankedRefusals([])).toEqual([]);
});

it('tells scores that separate from scores that do not', () => {
  const ways = rankedRefusals(CASES);
  expect(ways).toHaveLength(8);
  // The margins of first steps are all alike: refusing everything is the best that can be done, F1 = 6 / 9.
  const margin = ways.find(({ refusal }) => refusal.score === 'margin' && refusal.steps === 'first');
  expect(margin?.rates).toEqual({ precision: 0.5, recall: 1, f1: 2 / 3, refusedWrongly: 1 });
});

it('stands in tables', () => {
  expect(waysTable(rankedRefusals(CASES)).rows[0]).toEqual(['best', 'first', '6.000', '.7500', '1.000', '.8571', '.3333']);
  const cells = [1, 2].map((seed) => ({ repository: 'original' as const, ruleCount: 1000, seed, cases: CASES }));
  expect(refusalTable({ score: 'best', steps: 'first', threshold: 4 }, cells)).toMatchObject({
    title: 'Refusal: best of the first step below 4.000, test questions',
    rows: [['original', '1,000', '12', '.6667', '.6667', '.6667', '.3333', '.0000']],
  });
});
