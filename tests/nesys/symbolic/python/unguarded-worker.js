/** Runs Python without its first wall in a locked thread: tells of each attempt to reach the host how it ended. */
import { parentPort, workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
const { bootLocked } = await import('../../../../src/nesys/symbolic/python/boot.ts');
// Taken before the thread is locked.
const [port, { attempts }] = [parentPort, workerData];
// As the loader of `tsx` does it, which wraps what tells of events.
const { emit } = process;
process.emit = (...event) => emit.apply(process, event);
const AsyncFunction = (async () => undefined).constructor;
const python = await bootLocked();
python.registerJsModule('escape', { run: (code) => AsyncFunction(code)() });
let name = '';

function tell(outcome) {
  port.postMessage({ name, outcome });
}

// As in worker.ts: what breaks Python must not end the thread by itself.
function breakDown(error) {
  tell(`failed: Python broke down: ${String(error.message)}`);
  port.postMessage(null);
}

process.on('uncaughtException', breakDown);
process.on('unhandledRejection', breakDown);
for (const [attempt, code] of Object.entries(attempts)) {
  name = attempt;
  try {
    tell(`reached: ${String(await python.runPythonAsync(code))}`);
  } catch (error) {
    tell(`failed: ${String(error.message).trim().split('\n').at(-1)}`);
  }
}
port.postMessage(null);
