/**
 * Every operation and gradient of operations.ts gives on native and on wasm what
 * the cpu backend, plain JavaScript, gives. Where native is not built (set-up then
 * says why), wasm alone is compared.
 */
import { initBackend, nativeObstacle } from '../../src/backend/init.ts';
import { tf } from '../../src/backend/tf.ts';
import { backward, forward } from './operations.ts';

interface Result {
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly values: number[];
}

const cases = new Map([
  ...Object.entries(forward),
  ...Object.entries(backward).map(([name, run]) => [`gradient of ${name}`, run] as const),
]);

function compute(name: string): Result[] {
  const tensors = tf.tidy(() => [cases.get(name)!()].flat());
  const results = tensors.map((tensor) => ({ shape: tensor.shape, dtype: tensor.dtype, values: Array.from(tensor.dataSync()) }));
  tf.dispose(tensors);
  return results;
}

const backends = (await nativeObstacle()) === null ? ['native', 'wasm'] : ['wasm'];
await initBackend('cpu');
const oracle = new Map([...cases.keys()].map((name) => [name, compute(name)]));

describe.each(backends)('%s agrees with cpu', (backend) => {
  beforeAll(() => initBackend(backend));

  it.each([...cases.keys()])('%s', (name) => {
    const expected = oracle.get(name)!;
    const actual = compute(name);
    expect(actual.map(({ shape, dtype }) => ({ shape, dtype }))).toEqual(expected.map(({ shape, dtype }) => ({ shape, dtype })));
    actual.forEach(({ values }, i) => expect(values).toBeAllclose(expected[i]!.values, { rtol: 1e-4, atol: 1e-5 }));
  });
});
