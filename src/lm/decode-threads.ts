/** How many threads of TensorFlow decode one text at a time best. */
import { initBackend, type BackendInfo } from '../backend/init.ts';
import type { LmConfig } from './config.ts';
import { lmConfig } from './load.ts';

/** Numbers of a matrix from which on the product of one row gains more by a second core than handing it over costs (docs/bench.md). */
const SHARED_FROM = 2 ** 22;

/**
 * One for small models: a token is a thousand small products, and handing each to another core takes longer than it.
 * Undefined for larger ones: as many as there are cores.
 */
export function decodeThreads({ hiddenSize, feedForwardSize }: LmConfig): number | undefined {
  return hiddenSize * feedForwardSize < SHARED_FROM ? 1 : undefined;
}

/**
 * Starts the tensor backend for a process that answers one text at a time.
 *
 * @param path of the model; its headers alone are read
 * @param choice as for `initBackend`
 * @throws UserError where there is no model, and as `initBackend` does
 */
export function startDecoding(path: string, choice?: string): Promise<BackendInfo> {
  return initBackend(choice, decodeThreads(lmConfig(path)));
}
