/** The result of the first call, for all calls: models are loaded when they are needed, and once. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => (made ??= make());
}

/** The result of the first call with each argument, for all calls with it. */
export function onceFor<K, T>(make: (key: K) => T): (key: K) => T {
  const made = new Map<K, { readonly value: T }>();
  return (key) => {
    const known = made.get(key) ?? { value: make(key) };
    made.set(key, known);
    return known.value;
  };
}

/** Something heavy that is made on first use and given back at the end. */
export interface Lazy<T> {
  get(): Promise<T>;
  /** Gives back what was made, if anything was. */
  release(): Promise<void>;
}

/** Makes on first use; `dispose` frees what the value holds. */
export function lazy<T>(make: () => Promise<T>, dispose: (made: T) => void): Lazy<T> {
  let made: Promise<T> | null = null;
  return {
    get: () => (made ??= make()),
    release: async () => {
      if (made !== null) dispose(await made);
      made = null;
    },
  };
}
