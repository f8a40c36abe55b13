import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readQuestionTexts } from '../../../src/nesys/data/text-questions.ts';
import { isPublishedHere, PUBLISHED, publishedFile } from '../published-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'nesys-texts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const QUESTION = { label: 'move_get', state: 'before', action: 'move', choices: ['after', 'never'], correct: 0, lp: { llama: [-1, -2] } };

function written(content: string | Buffer): string {
  const file = join(folder, 'questions');
  writeFileSync(file, content);
  return file;
}

const read = (value: unknown): unknown => readQuestionTexts(written(JSON.stringify(value)));

describe('questions with texts', () => {
  it('are a list, compressed or not, whose labels tell the environment', () => {
    const expected = [{ id: '[0]', environment: 'plancraft', label: 'move_get', state: 'before', action: 'move', choices: ['after', 'never'], correct: 0 }];
    expect(read([QUESTION])).toEqual(expected);
    expect(readQuestionTexts(written(gzipSync(JSON.stringify([QUESTION]))))).toEqual(expected);
  });

  it('or one a line, with ids and environments of their own', () => {
    const lines = ['a', 'b'].map((id) => JSON.stringify({ ...QUESTION, id, environment: 'workshop' }));
    expect(readQuestionTexts(written(lines.join('\n')))).toMatchObject([{ id: 'a', environment: 'workshop' }, { id: 'b' }]);
    expect(readQuestionTexts(written(lines[0]!))).toMatchObject([{ id: 'a' }]);
  });

  it("or the authors' log", () => {
    const { label, state, action, choices } = QUESTION;
    expect(read({ questions: [{ label, choices, choice_logprobs: [-1, -2], correct_idx: 1, input_state: state, input_action: action }] })).toMatchObject([
      { state: 'before', action: 'move', correct: 1, environment: 'plancraft' },
    ]);
  });

  it.each([
    ['no action', [{ ...QUESTION, action: undefined }], '[0].action: expected'],
    ['a right choice that is none', [QUESTION, { ...QUESTION, correct: 2 }], '[1].correct: expected the index of one of 2 choices'],
    ['labels that tell no environment', [{ ...QUESTION, label: 'jump' }], '[0].environment: expected one of plancraft'],
    ['an id that stands twice', [{ ...QUESTION, id: 'a' }, QUESTION, { ...QUESTION, id: 'a' }], '[2].id: expected an id of its own\n  got: "a", which is that of [0] too'],
    ['an id that is the place of another', [{ ...QUESTION, id: '[1]' }, QUESTION], '[1].id: expected an id of its own\n  got: "[1]", which is that of [0] too'],
    ['numbers alone', { labels: ['x'], n_rules: 0, q: [[0, 0, [-1], {}]] }, 'got: a file of numbers alone'],
    ['no questions', [], 'expected questions with their texts'],
  ])('are refused with %s', (_name, value, message) => {
    expect(() => read(value)).toThrow(message);
  });

  it('are refused with an id that stands twice, and both lines are named', () => {
    const lines = ['a', 'b', 'a'].map((id) => JSON.stringify({ ...QUESTION, id }));
    expect(() => readQuestionTexts(written(lines.join('\n')))).toThrow('line 3.id: expected an id of its own\n  got: "a", which is that of line 1 too');
  });

  if (isPublishedHere) {
    it('are 876 on dev and 879 on test, 232 of these with one choice', () => {
      expect(readQuestionTexts(publishedFile('slim_plancraft_dev'))).toHaveLength(876);
      const test = readQuestionTexts(publishedFile('slim_plancraft_test'));
      expect([test.length, test.filter(({ choices }) => choices.length === 1).length]).toEqual([879, 232]);
    });
  } else {
    it(`are not published here: ${PUBLISHED} is absent, which the program says`, () => {
      expect(() => readQuestionTexts(publishedFile('slim_plancraft_dev'))).toThrow('expected a readable evaluation file');
    });
  }
});
