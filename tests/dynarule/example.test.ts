/** Where <search> stands, and which step's rules each token sees. */
import { plainExample, promptIds, searchExample, type ExampleFormat } from '../../src/dynarule/example.ts';
import type { Tokenizer } from '../../src/lm/tokenizer.ts';
import type { Question } from '../../src/ruleworld/types.ts';
import { ANY_QUESTION } from './tiny-model.ts';

/** One token a character; <search> is 1000 and the end mark 1001. */
const tokenizer: Tokenizer = {
  vocabSize: 1000,
  encode: (text) => Array.from(text, (letter) => letter.charCodeAt(0)),
  decode: (ids) => String.fromCharCode(...ids),
  tokenId: () => undefined,
  json: {},
};
const format = (stepQuery: 'mean' | 'search'): ExampleFormat => ({ tokenizer, searchId: 1000, eosId: 1001, stepQuery });
const question: Question = {
  ...ANY_QUESTION,
  question: { FOL: 'f', NL: 'n' },
  steps: [
    { explanation: { FOL: 'F', NL: 'x' }, gold: [3] },
    { explanation: { FOL: 'F', NL: 'yy' }, gold: [5, 7] },
  ],
  answer: '4',
};

const show = (ids: readonly number[]): string => ids.map((id) => (id === 1000 ? '§' : id === 1001 ? '¶' : String.fromCharCode(id))).join('');
const PROMPT = 'Question: n\nAnswer:';

it('puts <search> after the prompt and after each step that has a next one', () => {
  const example = searchExample(question, 'NL', format('search'));
  expect(show(example.ids)).toBe(`${PROMPT}§ [Step] x§ [Step] yy \\boxed{4}¶`);
  const [first, second] = [PROMPT.length, PROMPT.length + 10];
  expect(example.queries).toEqual([{ kind: 'token', position: first }, { kind: 'token', position: second }]);
  expect(example.gold).toEqual([[3], [5, 7]]);
  // No rules before the first <search>; each <search> already sees the rules it calls for.
  expect(example.stepOf).toEqual(example.ids.map((_, at) => (at < first ? -1 : at < second ? 0 : 1)));
  // The prompt and its <search> are given; the second <search> must be said.
  expect(example.weights).toEqual(example.ids.map((_, at) => (at <= first ? 0 : 1)));
});

it('asks with the mean over the prompt where configured, and lets the prompt see rules', () => {
  const example = searchExample(question, 'NL', format('mean'));
  expect(show(example.ids)).toBe(`${PROMPT} [Step] x§ [Step] yy \\boxed{4}¶`);
  expect(example.queries[0]).toEqual({ kind: 'mean', from: 0, to: PROMPT.length });
  expect(example.stepOf.slice(0, PROMPT.length)).toEqual(new Array(PROMPT.length).fill(0));
});

it('begins as the decoder is prompted', () => {
  for (const first of ['mean', 'search'] as const) {
    const prompt = promptIds('n', format(first));
    expect(searchExample(question, 'NL', format(first)).ids.slice(0, prompt.length)).toEqual(prompt);
  }
});

it('has no <search> in stage 1', () => {
  const example = plainExample(question, 'FOL', format('search'));
  expect(show(example.ids)).toBe('Question: f\nAnswer: [Step] F [Step] F \\boxed{4}¶');
  expect(example.queries).toEqual([]);
  expect(example.gold).toEqual([[3], [5, 7]]);
});
