/** The staircase from attention that is known by heart. */
import type { AttendedAnswer } from '../../src/analysis/stairs.ts';
import { chooseStaircase, stairsOf } from '../../src/analysis/stairs.ts';
import { fakeQuestion, fakeRules } from '../evaluation/support.ts';

const shares = (entries: Readonly<Record<number, number>>): Map<number, number> => new Map(Object.entries(entries).map(([rule, share]) => [Number(rule), share]));

/** Two steps, with the gold rules 3, then 4 and 5. */
const answer: AttendedAnswer = {
  question: fakeQuestion('q', 'multi-hop-2', [[3], [4, 5]]),
  tokens: [{ text: 'a', step: 1 }, { text: '<search>', step: 1 }, { text: 'b', step: 2 }],
  attention: [shares({ 3: 0.6, 4: 0.1 }), shares({ 3: 0.2 }), shares({ 4: 0.3, 5: 0.4, 9: 0.1 })],
};

it('is the mean over the tokens of a step, summed over its gold rules', () => {
  // Step 1: rule 3 has (.6 + .2) / 2, rules 4 and 5 (.1 + 0) / 2. Step 2: rule 3 nothing, rules 4 and 5 .3 + .4.
  const cells = stairsOf([answer], 'NL').map(({ writing, of, attention, questions }) => [writing, of, Number(attention.toFixed(6)), questions]);
  expect(cells).toEqual([[1, 1, 0.4, 1], [1, 2, 0.05, 1], [2, 1, 0, 1], [2, 2, 0.7, 1]]);
});

it('counts the questions that come to a step', () => {
  const stopped = { ...answer, tokens: answer.tokens.slice(0, 1), attention: answer.attention.slice(0, 1) };
  const cells = stairsOf([answer, stopped], 'NL');
  expect(cells.map(({ questions }) => questions)).toEqual([2, 2, 1, 1]);
  // (.4 + .6) / 2
  expect(cells[0]?.attention).toBeCloseTo(0.5, 9);
});

it('shows the answer with most steps that wrote them all', () => {
  const short = { ...answer, question: fakeQuestion('short', 'single-rule', [[3]]), tokens: answer.tokens.slice(0, 1) };
  const stopped = { ...answer, question: fakeQuestion('long', 'multi-hop-3', [[3], [4], [5]]) };
  const [example] = chooseStaircase([short, stopped, answer], 'NL', fakeRules(10));
  expect(example?.questionId).toBe('q');
  expect(example?.rules).toEqual([{ id: 3, step: 1, text: 'rule 3' }, { id: 4, step: 2, text: 'rule 4' }, { id: 5, step: 2, text: 'rule 5' }]);
  expect(example?.attention).toEqual([[0.6, 0.2, 0], [0.1, 0, 0.3], [0, 0, 0.4]]);
  expect(chooseStaircase([stopped], 'NL', fakeRules(10))).toEqual([]);
});
