import { loadExperiment } from '../../../src/config/experiment.ts';
import { describeFitting, fittingBatches } from '../../../src/training/dynarule/fitting-batches.ts';

const asked = loadExperiment('experiments/tiny.yaml', ['stage1.batchSize=12', 'stage1.optimizer.accumulate=3', 'stage2.batchSize=32']);

it.each(['native', 'cpu'] as const)('leaves an experiment on the %s backend as it is', (backend) => {
  expect(fittingBatches(asked, backend)).toBe(asked);
  expect(describeFitting('stage1', asked, asked)).toBe('');
});

it('takes large batches on wasm in equal parts of at most 8, as many questions a step as before', () => {
  const { stage1, stage2 } = fittingBatches(asked, 'wasm');
  expect([stage1.batchSize, stage1.optimizer.accumulate]).toEqual([6, 6]);
  expect([stage2.batchSize, stage2.optimizer.accumulate]).toEqual([8, 4]);
});

it('changes nothing else', () => {
  const fitting = fittingBatches(asked, 'wasm');
  const { batchSize, optimizer } = asked.stage2;
  expect({ ...fitting.stage2, batchSize, optimizer }).toEqual(asked.stage2);
  expect({ ...fitting.stage2.optimizer, accumulate: 1 }).toEqual(optimizer);
});

it('takes single questions where a batch has no other equal parts', () => {
  const prime = fittingBatches(loadExperiment('experiments/tiny.yaml', ['stage1.batchSize=11']), 'wasm').stage1;
  expect([prime.batchSize, prime.optimizer.accumulate]).toEqual([1, 11]);
});

it('says which parts', () => {
  expect(describeFitting('stage2', asked, fittingBatches(asked, 'wasm'))).toContain('batches of 32 questions are taken as 4 of 8');
});
