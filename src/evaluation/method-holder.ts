/** Keeps a method loaded as long as cells of the same one come. */
import type { LoadedMethod, Method, MethodEntry } from '../methods/method.ts';
import { lazy, type Lazy } from '../methods/once.ts';

export interface MethodHolder {
  /** Loads the method where it is not the last one; that one is given back then. */
  methodOf(entry: MethodEntry): Promise<Method>;
  /** Gives the last method back. */
  close(): Promise<void>;
}

export function createMethodHolder(): MethodHolder {
  let current: { readonly entry: MethodEntry; readonly loaded: Lazy<LoadedMethod> } | null = null;
  const close = async (): Promise<void> => {
    await current?.loaded.release();
    current = null;
  };
  return {
    methodOf: async (entry) => {
      if (current?.entry !== entry) await close();
      current ??= { entry, loaded: lazy(() => entry.load(), ({ dispose }) => dispose()) };
      return (await current.loaded.get()).method;
    },
    close,
  };
}
