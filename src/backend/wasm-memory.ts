/** The wasm backend's memory: 4 GB, the most that 32-bit addresses reach. Where it is full, the module aborts for good. */
import { UserError } from '../errors.ts';

/** What an abort of the wasm module means to the user; any other error is returned as it is. */
export function explainWasmAbort(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'RuntimeError' || !error.message.startsWith('Aborted(')) return error;
  return UserError.of({
    expected: 'tensors of at most 4 GB together, which is all that the wasm backend has',
    got: 'a request for more, at which it aborted',
    fix: 'lower the batch size (training: optimizer.accumulate makes up for it; evaluation: evaluation.batchSize) or the number of rules, or use the native backend: run `make setup`',
  });
}
