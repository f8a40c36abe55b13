import { readStep } from '../../../src/methods/agents/step-turns.ts';

it.each([
  ['up to the next mark', ' A is a cat, so horns of A: 4 [Step] A drops 1 horn [Step]', 'A is a cat, so horns of A: 4', false],
  ['up to the end', ' A is a cat', 'A is a cat', false],
  ['up to the box, which ends the answer', ' A is a cat, so horns of A: 4 \\boxed{4}', 'A is a cat, so horns of A: 4', true],
  ['behind a mark of its own', '[Step] A is a cat [Step] B is a dog \\boxed{4}', 'A is a cat', false],
])('reads a step %s', (_, written, step, last) => {
  expect(readStep(written)).toEqual({ text: `[Step] ${step}`, query: step, last, answer: null });
});

it('finds nothing to search for in an empty step, or in one without words', () => {
  expect(readStep(' [Step] [Step] A is a cat')).toEqual({ text: '', query: null, last: false, answer: null });
  expect(readStep('\\boxed{4}')).toEqual({ text: '', query: null, last: true, answer: null });
  expect(readStep(' 3 + 4 = 7')).toEqual({ text: '[Step] 3 + 4 = 7', query: null, last: false, answer: null });
});
