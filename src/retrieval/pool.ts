/** What is searched: some of the documents that an index or a matrix of embeddings has, by their ids. */
import { UserError } from '../errors.ts';

/**
 * @param documents of the whole repository; ids are 0 … documents − 1
 * @throws UserError for a pool without rules; RangeError for an id outside the repository
 */
export function checkPool(pool: readonly number[], documents: number): void {
  if (pool.length === 0) {
    throw UserError.of({ expected: 'at least one rule', got: 'no rules', fix: 'check which file or folder the rules are read from' });
  }
  const outside = pool.find((id) => !(id >= 0 && id < documents));
  if (outside !== undefined) throw new RangeError(`rule ${outside} is not in the repository of ${documents}`);
}
