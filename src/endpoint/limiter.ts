/** Runs at most so many tasks at a time; the others wait for their turn, first come, first served. */

export type Limiter = <T>(task: () => Promise<T>) => Promise<T>;

interface Waiting {
  readonly start: () => void;
  readonly refuse: (reason: unknown) => void;
}

/**
 * A limiter for `most` tasks at a time. When a task fails, those that wait behind it fail with it:
 * what has made one request fail for good would make them fail too, one after the other.
 */
export function limiter(most: number): Limiter {
  const waiting: Waiting[] = [];
  let running = 0;
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next.start(); // it takes over the place that is left
  };
  return async (task) => {
    if (running < most) running += 1;
    else await new Promise<void>((start, refuse) => waiting.push({ start, refuse }));
    try {
      return await task();
    } catch (error) {
      for (const { refuse } of waiting.splice(0)) refuse(error);
      throw error;
    } finally {
      leave();
    }
  };
}
