import { errorTable } from '../../src/evaluation/error-table.ts';
import type { QuestionScore } from '../../src/evaluation/records.ts';

it('errorTable tells misreading from missing rules', () => {
  const record = (outcome: QuestionScore['outcome'], recallAt1: number) =>
    ({ method: 'dynarule', ruleCount: 1000, representation: 'NL', repository: 'original', outcome, recallAt1 }) as QuestionScore;
  const table = errorTable(
    [
      record('correct', 0.5),
      record('correct', 1),
      record('retrieved-but-wrong', 1),
      record('retrieved-but-wrong', 0.5),
      record('retrieved-but-wrong', 0),
      record('not-retrieved', 0.5),
      record('not-retrieved', 0),
      record('not-retrieved', 0),
    ],
    'original',
  );
  expect(table.rows).toEqual([['1,000', 'DynaRule', 'NL', '8', '.2500', '.1250', '.2500', '.3750']]);
});
