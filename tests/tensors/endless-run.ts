/** Writes checkpoints to the given folder until it is killed. */
import { writeCheckpoint } from '../../src/tensors/checkpoint.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('give a folder');
for (let step = 1; ; step += 1) {
  const data = new Float32Array(200_000).fill(step);
  const arrays = new Map([['a', { shape: [data.length], data }]]);
  writeCheckpoint(folder, { step, adapters: arrays, optimizer: arrays, extra: { step } }, 2);
}
