/** Faults in answers of the kinds that a trained model makes. */
import { createCaseFinder } from '../../src/analysis/cases.ts';
import { readClause } from '../../src/analysis/clause.ts';
import { faultOf } from '../../src/analysis/faults.ts';
import type { QuestionRecord } from '../../src/evaluation/records.ts';
import { RIGHT, WRONG } from '../report/support.ts';

/** An answer to these gold rules, one a step. */
function answered(rules: readonly string[], steps: readonly string[], answer: string | null = '1'): QuestionRecord {
  const text = `${steps.map((step) => ` [Step] ${step}`).join(' <search>')}${answer === null ? '' : ` \\boxed{${answer}}`}`;
  return { ...WRONG, exactMatch: 0, text, answer, goldSteps: rules.map((rule, id) => [{ id, rank: 1, text: rule }]) };
}

describe('a clause', () => {
  it.each([
    ['Toss(A, B) ⇒ Lose(A, Fancy_pearl, 4)', ['toss'], ['fancy', 'pearl'], '-', 4],
    ['Toss(B, A) ⇒ Fancy_pearl(B): Lose 4, 9 - 4 = 5', ['toss'], ['fancy', 'pearl'], '-', 4],
    ['If A is a rich elephant, it has 4 rough fangs.', ['rich', 'eleph'], ['rough', 'fangs'], '=', 4],
    ['A is a rich elephant, so rough fangs of A: 4', ['rich', 'eleph'], ['rough', 'fangs'], '=', 4],
    ['For each wet key A gains, it will get 2 delicate claws.', ['wet', 'key'], ['delic', 'claws'], '+', 2],
    ['A enters pasture, so A becomes slightly dreamy', ['pastu'], ['sligh', 'dream'], null, null],
  ])('%s', (text, premise, conclusion, operator, count) => {
    expect(readClause(text)).toMatchObject({ premise, conclusion, operator, count });
  });

  it('is not found in other text', () => {
    expect(readClause('nothing that follows from anything')).toBeNull();
  });

  it('has its last sum, right or wrong', () => {
    expect(readClause('a ⇒ b: Lose 3 each, 2 * 3 = 6, 12 - 6 = 6')?.sum).toEqual({ sign: '-', right: true });
    expect(readClause('a ⇒ b: Gain 1, 4 + 1 = 6')?.sum).toEqual({ sign: '+', right: false });
    expect(readClause('a ⇒ b: 4')?.sum).toBeNull();
  });
});

describe('a fault', () => {
  it('is none where the answer is right', () => {
    expect(faultOf(RIGHT)).toBeNull();
  });

  it('is an omission where no step applies a rule, whichever place it has', () => {
    const rules = ['Old_cow(A) ⇒ Has(Short_sword, 7)', 'Hate(A, B) ⇒ Enter(A, Jungle)'];
    expect(faultOf(answered(rules, ['Hate(C, D) ⇒ Enter(C, Jungle)']))).toMatchObject({ kind: 'omission', step: 1 });
    expect(faultOf(answered(rules, ['Old_cow(A) ⇒ Short_sword(A): 7']))).toMatchObject({ kind: 'omission', step: 2 });
  });

  it('is the operator where a gain becomes a loss, in the change or in the sum', () => {
    const rules = ['Release(A, B) ⇒ Gain(A, Purple_boot, 2)'];
    expect(faultOf(answered(rules, ['Release(C, D) ⇒ Purple_boot(C): Lose 2']))).toMatchObject({ kind: 'operator', step: 1 });
    expect(faultOf(answered(rules, ['Release(C, D) ⇒ Purple_boot(C): Gain 2, 9 - 2 = 7']))).toMatchObject({ kind: 'operator' });
    expect(faultOf(WRONG)).toMatchObject({ kind: 'operator', step: 2 });
  });

  it.each([
    ['another count', 'B is a fat pig, so green pearls of B: 6'],
    ['another conclusion', 'B is a fat pig, so sharp drums of B: 5'],
    ['another premise', 'B is an old fox, so green pearls of B: 5'],
    ['the sum is wrong', 'B is a fat pig, so green pearls of B: 5, 1 + 5 = 7'],
    ['another kind of change', 'B is a fat pig, so green pearls of B: gain 5'],
  ])('is wrong use where a step has %s', (reason, step) => {
    const fault = faultOf(answered(['If A is a fat pig, it has 5 green pearls.'], [step]));
    expect(fault).toMatchObject({ kind: 'wrong use', step: 1 });
    expect(fault?.reason).toContain(reason);
  });

  it('is no operator mismatch where the rule has no count', () => {
    const fault = faultOf(answered(['Confront(A, B) ⇒ Become(A, Energetic)'], ['Confront(A, B) ⇒ Become(A, Energetic) = Energetic(A) ⇒ Rough_cup(A): Lose 2']));
    expect(fault).toMatchObject({ kind: 'wrong use', step: 1 });
  });

  it('is another where every rule is applied as it says', () => {
    const rules = ['Train(A, B) ⇒ Gain(A, Hard_coin, 3)'];
    const right = 'Train(D, E) ⇒ Hard_coin(D): Gain 3';
    expect(faultOf(answered(rules, [right]))?.reason).toContain('a count that the question does not give');
    expect(faultOf(answered(rules, [right, 'Old_cow(A) ⇒ Short_sword(A): 7']))?.reason).toContain('1 step more than needed is written');
    expect(faultOf(answered(rules, [right], null))?.reason).toBe('The answer has no box.');
  });
});

it('case studies count faults cell by cell and keep the shortest of each', () => {
  const finder = createCaseFinder();
  const long = { ...WRONG, seed: 2, question: `${WRONG.question} and more` };
  const other = { ...WRONG, method: 'rag-bm25', question: '?' };
  for (const record of [long, WRONG, RIGHT, other]) finder.hear(record);
  // Seeds are counted together: DynaRule answered three times, twice wrongly.
  const none = { omission: 0, 'wrong use': 0, operator: 0, other: 0 };
  expect(finder.counts()).toEqual([
    { method: 'dynarule', representation: 'FOL', ruleCount: 100, repository: 'original', answered: 3, wrong: 2, faults: { ...none, operator: 2 } },
    { method: 'rag-bm25', representation: 'FOL', ruleCount: 100, repository: 'original', answered: 1, wrong: 1, faults: { ...none, operator: 1 } },
  ]);
  expect(finder.studies()).toMatchObject([{ kind: 'operator', step: 2, record: { method: 'dynarule', seed: 1 } }]);
});
