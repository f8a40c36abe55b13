/** Rules of TypeScript and scores made elsewhere, as sources of the same form. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ChoiceQuestion } from '../../../src/nesys/question.ts';
import { faultLines } from '../../../src/nesys/symbolic/fault-summary.ts';
import { precomputedScores } from '../../../src/nesys/symbolic/precomputed.ts';
import { scoreBySource } from '../../../src/nesys/symbolic/rule-source.ts';
import { scoreQuestions, type RuleSet } from '../../../src/nesys/symbolic/rule.ts';
import { question as scoredQuestion, setOf } from '../questions.ts';

const question = (id: string, choices: readonly string[]): ChoiceQuestion => ({ id, environment: 'webshop', label: 'search', state: 's', action: 'a', choices, correct: 0 });
const QUESTIONS = [question('one', ['a', 'bb']), question('two', ['a'])];

const LENGTHS: RuleSet<string> = {
  name: 'lengths',
  parse: ({ state, action, choice }) => `${state}${action}${choice}`,
  rules: [
    { id: 'length', about: 'Counts letters.', score: (text) => text.length },
    { id: 'b', about: 'Counts b.', score: (text) => text.split('b').length - 1 },
  ],
};

describe('a set of rules', () => {
  it('scores every choice, and a rule that scores all 0 says nothing', () => {
    const done: number[] = [];
    const scores = scoreQuestions(LENGTHS, QUESTIONS, { progress: (count) => done.push(count) });
    expect(scores).toEqual({
      rules: [{ id: 'length', about: 'Counts letters.' }, { id: 'b', about: 'Counts b.' }],
      scores: [[[3, 4], [0, 2]], [[3], null]],
      faults: [],
    });
    expect(done).toEqual([1, 2]);
  });
});

describe('precomputed scores', () => {
  const set = setOf([scoredQuestion([-1, -2], [[0, 1]]), scoredQuestion([-3], [null])], 'numbers.json');

  it('are a source', () => {
    expect(precomputedScores(set, QUESTIONS)).toEqual({ rules: [{ id: 'rule 1', about: 'rule 1 of numbers.json' }], scores: [[[0, 1]], [null]], faults: [] });
  });

  it.each([
    ['another number of questions', QUESTIONS.slice(1), 'expected scores of 1 questions'],
    ['another number of choices', [QUESTIONS[0]!, QUESTIONS[0]!], 'expected 2 choices\n  got: 1'],
    ['another right choice', [{ ...QUESTIONS[0]!, correct: 1 }, QUESTIONS[1]!], 'expected the right choice at 1\n  got: 0'],
  ])('of %s are refused', (_name, questions, message) => {
    expect(() => precomputedScores(set, questions)).toThrow(message);
  });
});

describe('a source by name', () => {
  const options = { limitSeconds: 1, progress: () => undefined };

  it('is a set of the project', async () => {
    expect((await scoreBySource('webshop', QUESTIONS, options)).rules.length).toBeGreaterThanOrEqual(6);
  });

  it('is a file of scores', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'nesys-source-')), 'scores.json');
    writeFileSync(file, JSON.stringify({ labels: ['search'], n_rules: 1, q: [[0, 0, [-1, -2], { 0: [0.5, 0] }], [0, 0, [-1], {}]] }));
    expect((await scoreBySource(file, QUESTIONS, options)).scores).toEqual([[[0.5, 0]], [null]]);
    rmSync(dirname(file), { recursive: true });
  });

  it.each([
    ['minecraft', 'expected plancraft or webshop or workshop, a Python file, or a file of scores\n  got: minecraft'],
    ['toString', 'expected plancraft or webshop or workshop, a Python file, or a file of scores\n  got: toString'],
    ['plancraft', 'expected questions of plancraft\n  got: one, which is of webshop'],
    ['nowhere/rules.py', 'expected a readable Python file'],
  ])('%s is refused', async (rules, message) => {
    await expect(scoreBySource(rules, QUESTIONS, options)).rejects.toThrow(message);
  });
});

it('tells faults of one kind in one line', () => {
  const lines = faultLines([
    { rule: 'rule_a', question: 'q1', reason: 'returns str, not a number' },
    { rule: 'rule_b', question: null, reason: 'SyntaxError: invalid syntax (line 3)' },
    { rule: 'rule_a', question: 'q2', reason: 'returns str, not a number' },
    { rule: 'rule_a', question: 'q3', reason: 'takes longer than 1 s' },
  ]);
  expect(lines).toEqual([
    'rule_a: returns str, not a number; scores 0 for 2 questions, the first of them q1',
    'rule_b: SyntaxError: invalid syntax (line 3)',
    'rule_a: takes longer than 1 s; scores 0 for q3',
  ]);
});
