/** Starts Python (Pyodide) in a thread without a host; what is given to it then is all that it sees. */
import { readFileSync } from 'node:fs';
import { loadPyodide, type PyodideInterface } from 'pyodide';
import { limitMemory, lockDown } from './lock-down.ts';

/** Far more than rules need; a thread that asks for more gets a MemoryError. */
const MEMORY_BYTES = 512 * 1024 ** 2;

/** Loads Pyodide with no JavaScript in its reach, and locks the thread. */
export async function bootLocked(): Promise<PyodideInterface> {
  limitMemory(MEMORY_BYTES);
  const nothing = (): null => null;
  const python = await loadPyodide({ jsglobals: Object.create(null) as object, stdin: nothing, stdout: nothing, stderr: nothing });
  lockDown();
  return python;
}

/** The functions of sandbox.py that the worker calls; all take and give text. */
export interface Sandbox {
  load(source: string): string;
  setQuestions(questions: string): void;
  score(rule: string, question: number): string;
}

/** Python with the sandbox for rules in it. */
export async function bootSandbox(): Promise<Sandbox> {
  const source = readFileSync(new URL('./sandbox.py', import.meta.url), 'utf8');
  const python = await bootLocked();
  python.runPython(source);
  const named = (name: string): unknown => python.globals.get(name);
  return {
    load: named('load') as Sandbox['load'],
    setQuestions: named('set_questions') as Sandbox['setQuestions'],
    score: named('score') as Sandbox['score'],
  };
}
