/** A process of the pool that answers nothing: it notes its id, its threads and its cells in the file that `runs` names. */
import { appendFileSync } from 'node:fs';
import type { FromWorker, ToWorker } from '../../src/evaluation/process-pool.ts';

let log = '';
const tell = (message: FromWorker) => process.send?.(message);

const ANSWERS: Readonly<Record<string, () => unknown>> = {
  fail: () => tell({ kind: 'failed', message: 'expected an answer', byUser: true }),
  defect: () => tell({ kind: 'failed', message: 'RangeError: index 3', byUser: false }),
  crash: () => process.exit(3),
  hang: () => undefined,
};

process.on('disconnect', () => process.exit());
process.on('message', (message: ToWorker) => {
  if (message.kind === 'start') {
    log = message.setting.runs;
    appendFileSync(log, `process ${process.pid}, ${message.threads} threads\n`);
    return tell({ kind: 'ready', backend: { name: 'cpu', detail: 'none' } });
  }
  appendFileSync(log, `${message.cell}\n`);
  tell({ kind: 'progress', done: 1, total: 2 });
  (ANSWERS[message.cell] ?? (() => tell({ kind: 'finished' })))();
});
