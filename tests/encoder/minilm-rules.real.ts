/**
 * all-MiniLM-L6-v2 against sentence-transformers on 1,000 generated rules (tests/oracle/minilm-rules.py). It needs the
 * model (`make models`), so it is not part of `make test`:
 *
 *   scripts/test.sh --testMatch '**\/tests/encoder/minilm-rules.real.ts'
 */
import { readFileSync } from 'node:fs';
import { bringModel } from '../../pipelines/models.ts';
import { initBackend } from '../../src/backend/init.ts';
import { tf } from '../../src/backend/tf.ts';
import { createEncoder } from '../../src/encoder/create.ts';
import { generatedRules } from '../oracle/generated-rules.ts';

interface Oracle {
  readonly count: number;
  readonly columns: number;
  readonly scale: number;
  /** Float32 [384, columns], orthonormal columns, base64. */
  readonly matrix: string;
  /** Int16 [count, columns]: vector · column · scale, base64. */
  readonly products: string;
}

const WIDTH = 384;
const oracle = JSON.parse(readFileSync(new URL('../oracle/minilm-rules.json', import.meta.url), 'utf8')) as Oracle;

function bytes(base64: string): ArrayBuffer {
  return Uint8Array.from(Buffer.from(base64, 'base64')).buffer;
}

it('has a cosine of at least 0.9999 on every rule', async () => {
  await initBackend();
  const folder = await bringModel('minilm');
  tf.engine().startScope();
  const vectors = await createEncoder({ kind: 'minilm', folder }).encode(generatedRules().slice(0, oracle.count));
  tf.engine().endScope();
  const [matrix, products] = [new Float32Array(bytes(oracle.matrix)), new Int16Array(bytes(oracle.products))];
  const { columns } = oracle;
  const cosines = Array.from({ length: oracle.count }, (_, row) => {
    let square = 0;
    for (let column = 0; column < columns; column += 1) {
      let product = 0;
      for (let i = 0; i < WIDTH; i += 1) product += (vectors[row * WIDTH + i] as number) * (matrix[i * columns + column] as number);
      square += (product - (products[row * columns + column] as number) / oracle.scale) ** 2;
    }
    // Of unit vectors that differ by d the cosine is 1 − |d|² / 2, and the products estimate |d|².
    return 1 - (square * (WIDTH / columns)) / 2;
  });
  expect(cosines).toHaveLength(1000);
  expect(Math.min(...cosines)).toBeGreaterThan(0.9999);
}, 600_000);
