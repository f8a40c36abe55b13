/**
 * all-MiniLM-L6-v2 itself against `transformers`. It needs the model (`make models`),
 * so it is not part of `make test`:
 *
 *   scripts/test.sh --testMatch '**\/tests/encoder/minilm.real.ts'
 *
 * MINILM_FOLDER names another folder than models/minilm.
 */
import { initBackend } from '../../src/backend/init.ts';
import { tf } from '../../src/backend/tf.ts';
import { createEncoder } from '../../src/encoder/create.ts';
import { readOracleVectors, rowCosines } from './oracle-vectors.ts';

const folder = process.env['MINILM_FOLDER'] ?? 'models/minilm';
const oracle = readOracleVectors('minilm.json');

it('agrees with transformers on every text', async () => {
  await initBackend();
  tf.engine().startScope();
  const encoder = createEncoder({ kind: 'minilm', folder });
  const vectors = await encoder.encode(oracle.texts);
  tf.engine().endScope();
  expect(encoder.dimensions).toBe(384);
  expect(Math.min(...rowCosines(vectors, oracle.vectors, 384))).toBeGreaterThan(0.9999);
});
