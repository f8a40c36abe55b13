import { limiter } from '../../src/endpoint/limiter.ts';

/** A task that ends when it is told, and what has been started so far. */
function tasks() {
  const started: string[] = [];
  const ends = new Map<string, { readonly done: (text: string) => void; readonly fail: (error: Error) => void }>();
  const task = (name: string) => () => {
    started.push(name);
    return new Promise<string>((done, fail) => ends.set(name, { done, fail }));
  };
  return { started, task, end: (name: string) => ends.get(name)?.done(`${name}!`), fail: (name: string) => ends.get(name)?.fail(new Error(name)) };
}

const settle = (): Promise<void> => new Promise((done) => setImmediate(done));

describe('limiter', () => {
  it('starts the next one when one ends, in their order', async () => {
    const { started, task, end } = tasks();
    const limit = limiter(2);
    const results = ['a', 'b', 'c', 'd'].map((name) => limit(task(name)));
    expect(started).toEqual(['a', 'b']);
    end('b');
    await settle();
    expect(started).toEqual(['a', 'b', 'c']);
    for (const name of ['a', 'c']) end(name);
    await settle();
    end('d');
    expect(await Promise.all(results)).toEqual(['a!', 'b!', 'c!', 'd!']);
  });

  it('refuses those that wait behind a failure, lets the others end, and goes on', async () => {
    const { started, task, end, fail } = tasks();
    const limit = limiter(2);
    const results = ['a', 'b', 'c', 'd'].map((name) => limit(task(name)));
    fail('a');
    await settle();
    end('b');
    const outcomes = await Promise.allSettled(results);
    expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as Error).message))).toEqual(['a', 'b!', 'a', 'a']);
    const later = [limit(task('e')), limit(task('f')), limit(task('g'))];
    expect(started).toEqual(['a', 'b', 'e', 'f']);
    for (const name of ['e', 'f']) end(name);
    await settle();
    end('g');
    expect(await Promise.all(later)).toEqual(['e!', 'f!', 'g!']);
  });
});
