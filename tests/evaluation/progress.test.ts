import { PassThrough } from 'node:stream';
import type { CellPlace } from '../../src/evaluation/cell.ts';
import { startEvaluationProgress } from '../../src/evaluation/progress.ts';

it('adds up cells that are answered side by side, with a line for each finished one', () => {
  const stream = new PassThrough();
  const progress = startEvaluationProgress(8, stream as unknown as NodeJS.WriteStream);
  const place = (seed: number): CellPlace => ({ method: 'dynarule', representation: 'NL', ruleCount: 100, repository: 'original', seed });
  progress.update(place(1), 2, 4);
  progress.update(place(2), 3, 4);
  progress.update(place(1), 4, 4);
  progress.update(place(2), 4, 4);
  progress.stop();
  expect(String(stream.read())).toBe(
    '7/8 questions | dynarule, NL, 100 rules, original, seed 1\n8/8 questions | dynarule, NL, 100 rules, original, seed 2\n',
  );
});
