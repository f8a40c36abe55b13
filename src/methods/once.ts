/** The result of the first call, for all calls: models are loaded when they are needed, and once. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => (made ??= make());
}
