/** Exits with 0 when the named backend starts and multiplies two small matrices correctly. */
import { initBackend } from '../src/backend/init.ts';
import { tf } from '../src/backend/tf.ts';

const info = await initBackend(process.argv[2]);
// [1 2; 3 4] · [5; 6] = [17; 39]
const product = tf.matMul([[1, 2], [3, 4]], [[5], [6]]).dataSync();
if (product[0] !== 17 || product[1] !== 39) {
  throw new Error(`the ${info.name} backend multiplies wrongly: [${product.join(', ')}], expected [17, 39]`);
}
console.log(`${info.name} works`);
