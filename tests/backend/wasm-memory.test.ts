import { explainWasmAbort } from '../../src/backend/wasm-memory.ts';
import { UserError } from '../../src/errors.ts';

/** As WebAssembly throws it. */
function runtimeError(message: string): Error {
  return Object.assign(new Error(message), { name: 'RuntimeError' });
}

it('says what an abort of the wasm module means', () => {
  const error = explainWasmAbort(runtimeError('Aborted(). Build with -sASSERTIONS for more info.'));
  expect(error).toBeInstanceOf(UserError);
  expect((error as Error).message).toContain('lower the batch size');
});

it.each([runtimeError('unreachable'), new Error('Aborted()'), 'Aborted('])('leaves %p as it is', (error) => {
  expect(explainWasmAbort(error)).toBe(error);
});
