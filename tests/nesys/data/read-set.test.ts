import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readAuthorsTexts } from '../../../src/nesys/data/authors-file.ts';
import { odditiesOf } from '../../../src/nesys/data/evaluation-set.ts';
import { readEvaluationSet } from '../../../src/nesys/data/read-set.ts';

const folder = mkdtempSync(join(tmpdir(), 'nesys-data-'));

function written(content: unknown, name = 'set.json'): string {
  const path = join(folder, name);
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
  return path;
}

const NUMERIC = {
  env: 'webshop',
  model: 'llama',
  n_rules: 3,
  labels: ['click_item', 'search'],
  q: [
    [1, 0, [-1.5, -2], { 0: [1, -1], 2: [0.5, 0.25] }],
    [0, 0, [-3], {}],
    [0, 1, [-3, -3], { 1: [1, 1] }],
  ],
};

describe('numeric files', () => {
  it.each(['plain.json', 'packed.json.gz', 'packed-without-its-name'])('are read from %s', (name) => {
    const path = name === 'packed-without-its-name' ? join(folder, name) : written(NUMERIC, name);
    if (name === 'packed-without-its-name') writeFileSync(path, gzipSync(JSON.stringify(NUMERIC)));
    const set = readEvaluationSet(path);
    expect(set).toMatchObject({ file: path, environment: 'webshop', model: 'llama', ruleCount: 3, choices: null });
    expect(set.questions[0]).toEqual({ id: 'q[0]', label: 'search', correct: 0, logProbs: [-1.5, -2], scores: [[1, -1], null, [0.5, 0.25]] });
  });

  it('name their rules, or do not', () => {
    const rules = ['pays', 'gains', 'moves'].map((id) => ({ id, about: `it ${id}` }));
    expect(readEvaluationSet(written({ ...NUMERIC, rules })).ruleIds).toEqual(['pays', 'gains', 'moves']);
    expect(readEvaluationSet(written(NUMERIC)).ruleIds).toBeNull();
  });

  it('count what is odd', () => {
    // The third question's choices have equal log-probs and equal scores.
    expect(odditiesOf(readEvaluationSet(written(NUMERIC)))).toEqual({ questions: 3, oneChoice: 1, duplicateChoices: null, indistinguishable: 1 });
  });

  const withQuestion = (...question: unknown[]): object => ({ ...NUMERIC, q: [NUMERIC.q[0], question] });
  it.each([
    [withQuestion(1, 2, [-1, -2], {}), 'q[1][1]: expected the index of one of 2 choices, from 0\n  got: 2'],
    [withQuestion(1, -1, [-1, -2], {}), 'q[1][1]: expected the index of one of 2 choices, from 0\n  got: -1'],
    [withQuestion(1, 0.5, [-1, -2], {}), 'q[1][1]: expected a whole number\n  got: 0.5'],
    [withQuestion(2, 0, [-1, -2], {}), 'q[1][0]: expected the index of one of 2 labels, from 0\n  got: 2'],
    [withQuestion(1, 0, [-1, null], {}), 'q[1][2][1]: expected a finite number\n  got: null'],
    [withQuestion(1, 0, [], {}), 'q[1][2]: expected at least one choice\n  got: none'],
    [withQuestion(1, 0, [-1, -2], { 1: [0.5] }), 'q[1][3].1: expected 2 scores, one for each choice\n  got: 1'],
    [withQuestion(1, 0, [-1, -2], { 3: [1, 1] }), 'q[1][3]: expected indices of 3 rules (n_rules), from 0\n  got: "3"'],
    [withQuestion(1, 0, [-1, -2], { rule: [1, 1] }), 'q[1][3]: expected indices of 3 rules (n_rules), from 0\n  got: "rule"'],
    [withQuestion(1, 0, [-1, -2]), 'q[1]: expected [label, right choice, [log-probs], {rule: [scores]}]\n  got: [1,0,[-1,-2]]'],
    [{ ...NUMERIC, n_rules: undefined }, 'n_rules: expected number\n  got: nothing'],
    [{ ...NUMERIC, rules: [{ id: 'pays' }] }, 'rules: expected the names of 3 rules (n_rules)\n  got: 1'],
    [{ ...NUMERIC, labels: undefined }, 'labels: expected array\n  got: nothing'],
    [{ ...NUMERIC, q: [] }, 'q: '],
  ])('are refused with file, question and key: %#', (content, message) => {
    const path = written(content);
    expect(() => readEvaluationSet(path)).toThrow(path);
    expect(() => readEvaluationSet(path)).toThrow(message);
  });

  it.each([['NaN'], ['-Infinity'], ['Infinity']])('are refused where Python wrote %s', (word) => {
    const path = written(JSON.stringify(NUMERIC).replace('-1.5', word));
    expect(() => readEvaluationSet(path)).toThrow(`${path} q[0][2][0]: expected a finite number\n  got: "${word}"`);
  });
});

const USER = 'Current state (page text):\nInstruction:\na lamp\n\nAction taken: none\n[button] Search [button_]\n\nAction taken:\nsearch[lamp]\n\nQuestion: What is next?';
const AUTHORS = {
  summary: { accuracy: 0.5 },
  questions: [
    { choices: ['a', 'b', 'a'], choice_logprobs: [-1, -2, -1], correct_idx: 1, label: 'search', topic: '', input_state: '', input_action: '', input_user: USER },
    { choices: ['a'], choice_logprobs: [-1], correct_idx: 0, label: 'click_item', input_state: 'page', input_action: 'click[a]' },
  ],
};

describe("the authors' logs", () => {
  it('give log-probs and right choices, and no scores', () => {
    const set = readEvaluationSet(written(AUTHORS));
    expect(set).toMatchObject({ environment: 'webshop', model: null, ruleCount: 0 });
    expect(set.questions[0]).toEqual({ id: 'questions[0]', label: 'search', correct: 1, logProbs: [-1, -2, -1], scores: [] });
    expect(odditiesOf(set)).toEqual({ questions: 2, oneChoice: 1, duplicateChoices: 1, indistinguishable: 1 });
  });

  it('give states and actions, from the prompt where their own fields are empty', () => {
    const [first, second] = readAuthorsTexts(AUTHORS, 'log.json');
    expect(first).toMatchObject({ environment: 'webshop', state: 'Instruction:\na lamp\n\nAction taken: none\n[button] Search [button_]', action: 'search[lamp]' });
    expect(second).toMatchObject({ state: 'page', action: 'click[a]', choices: ['a'], correct: 0 });
  });

  it("have ScienceWorld's columns as topics", () => {
    const science = { questions: [{ ...AUTHORS.questions[1], label: 'pour', topic: 'Chemistry' }] };
    expect(readEvaluationSet(written(science))).toMatchObject({ environment: 'scienceworld', questions: [{ label: 'Chemistry' }] });
  });

  const withSecond = (change: object): object => ({ questions: [AUTHORS.questions[0], { ...AUTHORS.questions[1], ...change }] });
  it.each([
    [withSecond({ choice_logprobs: undefined }), 'questions[1].choice_logprobs: expected array\n  got: nothing'],
    [withSecond({ choice_logprobs: [-1, -2] }), 'questions[1].choice_logprobs: expected 1 log-probs, one for each choice\n  got: 2'],
    [withSecond({ choice_logprobs: ['-1'] }), 'questions[1].choice_logprobs[0]: expected a finite number\n  got: "-1"'],
    [withSecond({ correct_idx: 1 }), 'questions[1].correct_idx: expected the index of one of 1 choices, from 0\n  got: 1'],
    [withSecond({ correct_idx: null }), 'questions[1].correct_idx: expected a whole number\n  got: null'],
    [withSecond({ choices: undefined }), 'questions[1].choices: expected array'],
    [withSecond({ label: '' }), 'questions[1].label: expected a label, or a topic\n  got: neither'],
    [{ questions: [] }, 'questions: '],
  ])('are refused with question and key: %#', (content, message) => {
    expect(() => readEvaluationSet(written(content))).toThrow(message);
  });

  it('are refused as texts where no state is to be found', () => {
    const [first] = AUTHORS.questions;
    expect(() => readAuthorsTexts({ questions: [{ ...first, input_user: 'What is next?' }] }, 'log.json')).toThrow('log.json questions[0].input_state');
    expect(() => readAuthorsTexts({ questions: [{ ...first, label: 'swim' }] }, 'log.json')).toThrow('log.json questions[0].label');
  });
});

const LINE = { id: 'one', environment: 'plancraft', label: 'move_get', state: 's', action: 'a', choices: ['x', 'y'], correct: 1, logProbs: [-1, -2], scores: [[0, 1], null] };
const lines = (...records: object[]): string => `${records.map((record) => JSON.stringify(record)).join('\n')}\n`;

describe("the project's own lines", () => {
  it('are read, one or many', () => {
    const set = readEvaluationSet(written(lines(LINE, { ...LINE, id: 'two' }), 'set.jsonl'));
    expect(set).toMatchObject({ environment: 'plancraft', ruleCount: 2, choices: [['x', 'y'], ['x', 'y']] });
    expect(set.questions.map(({ id }) => id)).toEqual(['one', 'two']);
    expect(set.questions[0]).toEqual({ id: 'one', label: 'move_get', correct: 1, logProbs: [-1, -2], scores: [[0, 1], null] });
    expect(readEvaluationSet(written(lines(LINE))).questions).toHaveLength(1);
  });

  it.each([
    [{ ...LINE, logProbs: undefined }, 'line 2.logProbs: expected log-probs, one for each choice\n  got: nothing'],
    [{ ...LINE, logProbs: [-1] }, 'line 2.logProbs: expected 2 log-probs, one for each choice\n  got: 1'],
    [{ ...LINE, correct: 2 }, 'line 2.correct: expected the index of one of 2 choices, from 0\n  got: 2'],
    [{ ...LINE, scores: [[0, 1]] }, 'line 2.scores: expected scores of 2 rules, as in the first question\n  got: 1'],
    [{ ...LINE, scores: [[0, 1], [1]] }, 'line 2.scores[1]: expected 2 scores, one for each choice\n  got: 1'],
    [{ ...LINE, label: undefined }, 'line 2.label: expected string\n  got: nothing'],
  ])('are refused with line and key: %#', (second, message) => {
    expect(() => readEvaluationSet(written(lines(LINE, second)))).toThrow(message);
  });

  it('with the log-probs of several models need a choice between them', () => {
    const { logProbs: _, ...texts } = LINE;
    const path = written([{ ...texts, lp: { llama: [-1, -2], qwen: [-4, -3] } }]);
    expect(() => readEvaluationSet(path)).toThrow('[0].lp: expected one model\'s log-probs, of llama or qwen');
    expect(() => readEvaluationSet(path, 'phi')).toThrow('got: phi');
    expect(readEvaluationSet(path, 'qwen')).toMatchObject({ model: 'qwen', questions: [{ logProbs: [-4, -3] }] });
    expect(readEvaluationSet(written([{ ...texts, lp: { llama: [-1, -2] } }])).model).toBe('llama');
    expect(() => readEvaluationSet(written([texts]))).toThrow('[0].logProbs: expected log-probs, one for each choice\n  got: nothing');
  });
});

describe('other files', () => {
  it.each([
    ['', 'an empty file'],
    ['{"q": [', 'SyntaxError'],
    ['[]', 'at least one question'],
    ['{"rows": []}', 'an object with rows'],
    ['7', 'got: 7'],
    ['not json', 'expected JSON'],
  ])('are refused: %j', (text, message) => {
    expect(() => readEvaluationSet(written(text))).toThrow(message);
  });

  it('that are missing or damaged are named', () => {
    expect(() => readEvaluationSet(join(folder, 'absent.json'))).toThrow('absent.json: expected a readable evaluation file');
    const path = join(folder, 'cut.json.gz');
    writeFileSync(path, gzipSync(JSON.stringify(NUMERIC)).subarray(0, 60));
    expect(() => readEvaluationSet(path)).toThrow('cut.json.gz: expected a readable evaluation file');
  });
});
