/** Where <search> stands, and which step's rules each token sees. */
import { plainExample, promptIds, retrievalExample, searchExample, type ExampleFormat } from '../../src/dynarule/example.ts';
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
const format = (stepQuery: ExampleFormat['stepQuery'], retrieval: ExampleFormat['retrieval'] = 'per-step'): ExampleFormat => ({
  tokenizer,
  searchId: 1000,
  eosId: 1001,
  retrieval,
  stepQuery,
});
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

it('asks with a weighted mean over the context where tokens count differently', () => {
  const n = 'n'.charCodeAt(0);
  const { queries } = searchExample(question, 'NL', { ...format('context'), contextWeights: { known: [n], others: 0.5 } });
  // "Question: n\nAnswer:" has an n at 7, 10 and 13.
  const prompt = Array.from(PROMPT, (letter) => (letter === 'n' ? 1 : 0.5));
  expect(prompt.flatMap((weight, at) => (weight === 1 ? [at] : []))).toEqual([7, 10, 13]);
  // " [Step] x" and the <search> behind it: ten tokens, none of them an n.
  const second = [...prompt, ...new Array(10).fill(0.5)];
  expect(queries).toEqual([
    { kind: 'mean', from: 0, to: PROMPT.length, weights: prompt },
    { kind: 'mean', from: 0, to: PROMPT.length + 10, weights: second },
  ]);
  expect(searchExample(question, 'NL', format('context')).queries[0]).toEqual({ kind: 'mean', from: 0, to: PROMPT.length });
});

it('begins as the decoder is prompted', () => {
  for (const first of ['mean', 'search'] as const) {
    const prompt = promptIds('n', format(first));
    expect(searchExample(question, 'NL', format(first)).ids.slice(0, prompt.length)).toEqual(prompt);
  }
});

describe('with one retrieval', () => {
  // A rule that two steps need is one gold rule.
  const twice: Question = { ...question, steps: [...question.steps, { explanation: { FOL: 'F', NL: 'z' }, gold: [3] }] };
  const ANSWER = ' [Step] x [Step] yy [Step] z \\boxed{4}¶';
  const all = PROMPT.length + ANSWER.length;

  it('is the plain answer as one step, which needs all gold rules and is asked for by the question', () => {
    const example = retrievalExample(twice, 'NL', format('mean', 'once'));
    expect(show(example.ids)).toBe(PROMPT + ANSWER);
    expect(example.queries).toEqual([{ kind: 'mean', from: 0, to: PROMPT.length }]);
    expect(example.gold).toEqual([[3, 5, 7]]);
    expect(example.stepOf).toEqual(new Array(all).fill(0));
    expect(example.weights).toEqual(example.ids.map((_, at) => (at < PROMPT.length ? 0 : 1)));
  });

  it('asks with the mean over question and answer where configured', () => {
    const { queries, ids } = retrievalExample(twice, 'NL', format('sequence', 'once'));
    expect(show(ids)).toBe(PROMPT + ANSWER);
    expect(queries).toEqual([{ kind: 'mean', from: 0, to: all }]);
  });

  it('asks with a <search> after the question where configured, and shows no rules before it', () => {
    const { ids, queries, stepOf, weights } = retrievalExample(twice, 'NL', format('search', 'once'));
    expect(show(ids)).toBe(`${PROMPT}§${ANSWER}`);
    expect(queries).toEqual([{ kind: 'token', position: PROMPT.length }]);
    expect(stepOf).toEqual(ids.map((_, at) => (at < PROMPT.length ? -1 : 0)));
    expect(weights).toEqual(ids.map((_, at) => (at <= PROMPT.length ? 0 : 1)));
  });

  it('is no business of a method that retrieves step by step', () => {
    expect(retrievalExample(twice, 'NL', format('search'))).toEqual(searchExample(twice, 'NL', format('search')));
  });
});

it('has no <search> in stage 1', () => {
  const example = plainExample(question, 'FOL', format('search'));
  expect(show(example.ids)).toBe('Question: f\nAnswer: [Step] F [Step] F \\boxed{4}¶');
  expect(example.queries).toEqual([]);
  expect(example.gold).toEqual([[3], [5, 7]]);
});
