/** Loops until it is interrupted, with `stubborn` for ever; says when it has begun and when it stops. */
import { listenForInterrupt, wasInterrupted } from '../../src/training/interrupt.ts';

const stubborn = process.argv[2] === 'stubborn';
const interrupt = listenForInterrupt('the work is kept');
process.stdout.write('begun\n');
while (!(await interrupt.check()) || stubborn);
process.stdout.write(`stopped, interrupted: ${wasInterrupted()}\n`);
interrupt.dispose();
