/** A Python with PyTorch, for the peers: DYNARULE_PYTHON, or a virtual environment made once in the cache. */
import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../src/errors.ts';

const PACKAGES = ['torch==2.13.0', 'numpy'];
const FIX = `set DYNARULE_PYTHON to a Python that has ${PACKAGES.join(' and ')}`;

/**
 * Path of the interpreter.
 *
 * @param print receives a line where something has to be installed
 * @throws UserError where PyTorch cannot be had
 */
export function findPython(print: (line: string) => void): string {
  const chosen = process.env['DYNARULE_PYTHON'];
  if (chosen !== undefined && chosen !== '') return requireTorch(chosen);
  const venv = join(cacheFolder(), 'bench-python');
  const python = join(venv, 'bin', 'python');
  if (importsTorch(python)) return python;
  print(`installing ${PACKAGES.join(' and ')} into ${venv}, once`);
  call('python3', ['-m', 'venv', venv]);
  call(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PACKAGES]);
  return requireTorch(python);
}

/** The same with further modules; null, after a line for the reader, where it lacks one. Throws as `findPython` does. */
export function pythonWith(modules: readonly string[], print: (line: string) => void): string | null {
  const python = findPython(print);
  const missing = modules.filter((name) => !imports(python, name));
  if (missing.length === 0) return python;
  print(`no peer: ${python} lacks ${missing.join(', ')}; ours is measured alone`);
  return null;
}

function requireTorch(python: string): string {
  if (importsTorch(python)) return python;
  throw UserError.of({ expected: 'a Python with PyTorch and numpy, for the other side of the comparison', got: python, fix: FIX });
}

function importsTorch(python: string): boolean {
  return imports(python, 'numpy, torch');
}

function imports(python: string, modules: string): boolean {
  return spawnSync(python, ['-c', `import ${modules}`], { stdio: 'ignore' }).status === 0;
}

function call(command: string, words: readonly string[]): void {
  const { status, stderr, error } = spawnSync(command, words, { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
  if (status === 0) return;
  const reason = error?.message ?? stderr.trim().split('\n').at(-1) ?? '';
  throw UserError.of({
    expected: 'PyTorch, for the other side of the comparison',
    got: `\`${command} ${words.join(' ')}\` failed: ${reason}`,
    fix: `${FIX}, or mend the above (Debian, Ubuntu: apt-get install python3 python3-venv)`,
  });
}

function cacheFolder(): string {
  const base = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  return process.env['DYNARULE_CACHE'] ?? join(base, 'dynarule');
}
