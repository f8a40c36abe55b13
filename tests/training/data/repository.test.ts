import { UserError } from '../../../src/errors.ts';
import type { QuestionTable } from '../../../src/ruleworld/dataset/questions.ts';
import type { RuleRepository } from '../../../src/ruleworld/dataset/rules.ts';
import { randomStream } from '../../../src/random.ts';
import { filedRepository } from '../../../src/training/data/repository.ts';
import { ANY_QUESTION } from '../../dynarule/tiny-model.ts';

/** Two single-rule questions in rows 3 and 8, and none else. */
const table = {
  folder: 'data/train',
  subtasks: ['single-rule'],
  rowsOf: (subtask: string) => (subtask === 'single-rule' ? [3, 8] : []),
  question: (row: number) => ({ ...ANY_QUESTION, id: `row ${row}` }),
} as unknown as QuestionTable;
const repository = filedRepository({ length: 5 } as RuleRepository, table, () => Promise.resolve(new Float32Array(10)));

it('draws from the questions of a sub-task', () => {
  const random = randomStream('filed');
  const drawn = Array.from({ length: 30 }, () => repository.drawQuestion({ single: 1, parallel: 0, hop: 0 }, random)!.id);
  expect([...new Set(drawn)].toSorted()).toEqual(['row 3', 'row 8']);
});

it('says which family has no questions, and where', () => {
  const draw = (): unknown => repository.drawQuestion({ single: 0, parallel: 0, hop: 1 }, randomStream('filed'));
  expect(draw).toThrow(UserError);
  expect(draw).toThrow(/data\/train: expected questions of the family hop/);
});
