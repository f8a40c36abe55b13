/**
 * Chooses and starts the tensor backend: `native` (TensorFlow, built by
 * `make setup`), `wasm` (everywhere, slower) or `cpu` (the oracle of the tests).
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import util from 'node:util';
import { UserError } from '../errors.ts';
import { quickenNative } from './native-kernels.ts';
import { tf } from './tf.ts';
import { completeWasm } from './wasm-kernels.ts';

export const BACKEND_NAMES = ['native', 'wasm', 'cpu'] as const;
export type BackendName = (typeof BACKEND_NAMES)[number];

export interface BackendInfo {
  readonly name: BackendName;
  /** Library and version behind the name. */
  readonly detail: string;
  /** Why the default fell back from native; absent where it did not. */
  readonly note?: string;
}

const ENGINE_NAMES: Readonly<Record<BackendName, string>> = { native: 'tensorflow', wasm: 'wasm', cpu: 'cpu' };
const SETUP_HINT = 'run `make setup`, or choose --backend wasm';

let announced = false;

/**
 * Starts a backend and makes it the current one. Without `choice` the
 * environment variable DYNARULE_BACKEND decides; without that, native where it
 * loads and wasm elsewhere.
 *
 * @param threads of the native backend, where TF_NUM_INTRAOP_THREADS does not say; as many as cores where undefined.
 *   It holds for the process: later calls change nothing.
 * @throws UserError on an unknown name, or where native was asked for and does not load.
 */
export async function initBackend(choice?: string, threads?: number): Promise<BackendInfo> {
  if (threads !== undefined) process.env['TF_NUM_INTRAOP_THREADS'] ??= String(threads);
  const wanted = choice ?? process.env['DYNARULE_BACKEND'];
  if (wanted !== undefined && wanted !== '') return start(parseBackendName(wanted));
  const obstacle = await nativeObstacle();
  if (obstacle === null) return start('native');
  return { ...(await start('wasm')), note: `native is not usable: ${obstacle}` };
}

/** Says on standard error which backend computes; only the first call of a process prints. */
export function announceBackend(info: BackendInfo): void {
  if (announced) return;
  announced = true;
  const note = info.note === undefined ? '' : ` (${info.note})`;
  process.stderr.write(`backend: ${info.name}, ${info.detail}${note}\n`);
}

/** @throws UserError when `name` is none of native, wasm, cpu. */
export function parseBackendName(name: string): BackendName {
  const found = BACKEND_NAMES.find((known) => known === name);
  if (found !== undefined) return found;
  throw UserError.of({
    expected: `a backend name: ${BACKEND_NAMES.join(', ')}`,
    got: name,
    where: { key: '--backend or DYNARULE_BACKEND' },
    fix: 'leave it out to take native where it is built and wasm elsewhere',
  });
}

async function start(name: BackendName): Promise<BackendInfo> {
  if (name === 'native') await requireNative();
  if (name === 'wasm') await loadWasm();
  await activate(ENGINE_NAMES[name]);
  if (name === 'native') quickenNative();
  return { name, detail: describe(name) };
}

async function loadWasm(): Promise<void> {
  await import('@tensorflow/tfjs-backend-wasm');
  completeWasm();
}

async function activate(engineName: string): Promise<void> {
  tf.env().set('PROD', true); // silences the advice that tfjs prints on first use of its cpu backend
  const started = await tf.setBackend(engineName);
  if (!started) throw new Error(`TensorFlow.js did not start its backend '${engineName}'`);
}

async function requireNative(): Promise<void> {
  const obstacle = await nativeObstacle();
  if (obstacle === null) return;
  throw UserError.of({ expected: 'a usable native backend', got: obstacle, fix: SETUP_HINT });
}

/** Loads the native binding; null when that works, else what is in the way. */
export async function nativeObstacle(): Promise<string | null> {
  const binding = bindingPath();
  if (!existsSync(binding)) return `${binding} is missing; run \`make setup\``;
  quietTensorFlow();
  supplyRemovedUtil();
  try {
    await import('@tensorflow/tfjs-node-gpu');
    return null;
  } catch (error) {
    return `${binding} does not load (${firstLine(error)}); run \`make setup\``;
  }
}

function bindingPath(): string {
  const manifest = createRequire(import.meta.url).resolve('@tensorflow/tfjs-node-gpu/package.json');
  return join(dirname(manifest), 'lib', 'napi-v8', 'tfjs_binding.node');
}

function quietTensorFlow(): void {
  process.env['TF_CPP_MIN_LOG_LEVEL'] ??= '3';
}

/** tfjs-node 4.22 calls util.isNullOrUndefined, which Node 23 removed, and util.isArray, at which Node 22 began to warn. */
function supplyRemovedUtil(): void {
  Object.assign(util, { isArray: Array.isArray });
  if ('isNullOrUndefined' in util) return;
  Object.assign(util, { isNullOrUndefined: (value: unknown): boolean => value === null || value === undefined });
}

function describe(name: BackendName): string {
  const version = `TensorFlow.js ${tf.version.tfjs}`;
  return name === 'native' ? `TensorFlow library through ${version}` : version;
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n', 1)[0] ?? message;
}
