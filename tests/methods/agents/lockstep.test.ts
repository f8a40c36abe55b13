import { createLockstep } from '../../../src/methods/agents/lockstep.ts';

/** Doubles numbers, and keeps which came together. */
function doubling() {
  const batches: (readonly number[])[] = [];
  const serve = async (numbers: readonly number[]): Promise<number[]> => {
    batches.push(numbers);
    return numbers.map((number) => 2 * number);
  };
  return { batches, serve };
}

it('makes the calls of all runs together, each with its own result', async () => {
  const { batches, serve } = doubling();
  const lockstep = createLockstep(3);
  const double = lockstep.lane(serve);
  const run = async (first: number): Promise<number> => double(await double(first));
  expect(await Promise.all([1, 2, 3].map(run))).toEqual([4, 8, 12]);
  expect(batches).toEqual([[1, 2, 3], [2, 4, 6]]);
});

it('waits for a run that calls another lane, and serves the lanes apart', async () => {
  const [numbers, others] = [doubling(), doubling()];
  const lockstep = createLockstep(3);
  const [double, doubleOther] = [lockstep.lane(numbers.serve), lockstep.lane(others.serve)];
  const results = [double(1), doubleOther(5)];
  expect(numbers.batches).toEqual([]);
  results.push(double(2));
  expect(await Promise.all(results)).toEqual([2, 10, 4]);
  expect([numbers.batches, others.batches]).toEqual([[[1, 2]], [[5]]]);
});

it('waits no longer for a run that has ended', async () => {
  const { batches, serve } = doubling();
  const lockstep = createLockstep(2);
  const double = lockstep.lane(serve);
  const waiting = double(1);
  expect(batches).toEqual([]);
  lockstep.leave();
  expect(await waiting).toBe(2);
});

it('hands an error to every run whose call it was, and goes on', async () => {
  const lockstep = createLockstep(2);
  const fail = lockstep.lane(async (texts: readonly string[]): Promise<string[]> => {
    if (texts.includes('bad')) throw new Error('cannot serve');
    return [...texts];
  });
  const results = await Promise.allSettled([fail('bad'), fail('good')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await Promise.all([fail('good'), fail('fine')])).toEqual(['good', 'fine']);
});

it('refuses another number of results than there were calls', async () => {
  const call = createLockstep(1).lane(async () => [1, 2]);
  await expect(call(0)).rejects.toThrow('2 results for 1 calls');
});
