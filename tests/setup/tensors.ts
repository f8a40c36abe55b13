/**
 * Tensors that outlive a test. Weights that are built once for all tests of a
 * file are handed to `keepForFile`; the leak check allows these and no others.
 *
 *     let weights: Weights;
 *     beforeAll(async () => {
 *       await initBackend();
 *       weights = keepForFile(await loadWeights(folder));
 *     });
 */

/** What is needed of a tensor here; kept structural so that this file loads no tensor library. */
interface Disposable {
  readonly dataId: object;
  readonly isDisposed: boolean;
  dispose(): void;
}

/** Where TensorFlow.js puts its engine: reading it there, test files without tensors need not load the library. */
interface Engine {
  memory(): { numTensors: number };
}

const kept = new Set<Disposable>();

function isTensor(value: object): value is Disposable {
  return 'dataId' in value && 'dispose' in value;
}

function collect(value: unknown, seen: Set<object>): void {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || seen.has(value)) return;
  seen.add(value);
  if (isTensor(value)) kept.add(value);
  else for (const part of value instanceof Map ? value.values() : Object.values(value)) collect(part, seen);
}

/** Lets every tensor inside `value` (arrays, plain objects, maps) live until the test file ends. Returns `value`. */
export function keepForFile<T>(value: T): T {
  collect(value, new Set());
  return value;
}

/** Number of kept tensors that are still alive. */
export function keptCount(): number {
  let alive = 0;
  for (const tensor of kept) if (!tensor.isDisposed) alive += 1;
  return alive;
}

/** Number of live tensors that nobody keeps. */
export function strayTensors(): number {
  const engine = (globalThis as { _tfengine?: Engine })._tfengine;
  return engine === undefined ? 0 : engine.memory().numTensors - keptCount();
}

/** Disposes of all kept tensors; the set-up calls it when the file ends. */
export function disposeKept(): void {
  for (const tensor of kept) if (!tensor.isDisposed) tensor.dispose();
  kept.clear();
}
