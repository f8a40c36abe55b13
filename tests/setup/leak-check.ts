/**
 * No test may leave tensors behind: before and after each one, the number of
 * live tensors equals the number handed to `keepForFile` (tests/setup/tensors.ts).
 */
import { disposeKept, strayTensors } from './tensors.ts';

let tolerated = 0;

/** Fails on new stray tensors once; later tests are judged from the new level. */
function check(moment: string): void {
  const stray = strayTensors();
  const added = stray - tolerated;
  tolerated = stray;
  if (added === 0) return;
  throw new Error(
    added > 0
      ? `${added} tensors leaked ${moment}; dispose of them, use tf.tidy, or hand long-lived ones to keepForFile`
      : `${-added} tensors too many were disposed of ${moment}; they belong to an earlier test or to keepForFile`,
  );
}

beforeEach(() => check('before this test (module level or a beforeAll hook)'));
afterEach(() => check('in this test'));
afterAll(disposeKept);
