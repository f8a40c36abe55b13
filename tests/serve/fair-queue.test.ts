import { setTimeout as sleep } from 'node:timers/promises';
import { createFairQueue, type FairQueue } from '../../src/serve/fair-queue.ts';

const never = new AbortController().signal;

/** A task that ends when it is told to, and notes when it began. */
function held(began: string[], name: string): { task: () => Promise<string>; finish: () => void } {
  let finish = (): void => undefined;
  const ended = new Promise<void>((resolve) => (finish = resolve));
  const task = async (): Promise<string> => {
    began.push(name);
    await ended;
    return name;
  };
  return { task, finish };
}

/** Occupies the queue; tasks that are asked for afterwards wait. */
function occupied(queue: FairQueue): { began: string[]; release: () => void; first: Promise<string>; ask: (client: string, name: string, signal?: AbortSignal) => Promise<string> } {
  const began: string[] = [];
  const { task, finish } = held(began, 'first');
  const first = queue.run('z', never, task);
  const ask = (client: string, name: string, signal = never): Promise<string> =>
    queue.run(client, signal, async () => {
      began.push(name);
      return name;
    });
  return { began, release: finish, first, ask };
}

it('lets clients take turns, however many tasks one of them brings', async () => {
  const queue = createFairQueue(10, 'tasks');
  const { began, release, first, ask } = occupied(queue);
  const all = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1'), ask('c', 'c1'), ask('b', 'b2')];
  expect(queue.waiting).toBe(6);
  release();
  expect(await Promise.all([first, ...all])).toEqual(['first', 'a1', 'a2', 'a3', 'b1', 'c1', 'b2']);
  expect(began).toEqual(['first', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect(queue.waiting).toBe(0);
});

it('runs one at a time, and goes on after one that fails', async () => {
  const queue = createFairQueue(10, 'tasks');
  let [running, most] = [0, 0];
  const task = async (): Promise<void> => {
    most = Math.max(most, (running += 1));
    await sleep(1);
    running -= 1;
    if (most > 0) throw new Error('failed');
  };
  const results = await Promise.allSettled([1, 2, 3].map(() => queue.run('a', never, task)));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(most).toBe(1);
  expect(await queue.run('a', never, async () => 'next')).toBe('next');
});

it('refuses what it has no room for', async () => {
  const queue = createFairQueue(1, 'tasks');
  const { release, first, ask } = occupied(queue);
  const waiting = ask('a', 'a1');
  await expect(ask('b', 'b1')).rejects.toMatchObject({ status: 429, code: 'queue_full' });
  release();
  expect(await Promise.all([first, waiting])).toEqual(['first', 'a1']);
});

it('lets a waiting task go whose client has gone, and tells a running one', async () => {
  const queue = createFairQueue(10, 'tasks');
  const { began, release, first, ask } = occupied(queue);
  const [gone, later] = [new AbortController(), new AbortController()];
  const dropped = ask('a', 'a1', gone.signal);
  const kept = ask('a', 'a2');
  gone.abort(new Error('gone'));
  await expect(dropped).rejects.toThrow('gone');
  expect(queue.waiting).toBe(1);
  release();
  expect(await Promise.all([first, kept])).toEqual(['first', 'a2']);
  expect(began).toEqual(['first', 'a2']);
  const seen = queue.run('a', later.signal, (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))));
  later.abort(new Error('left'));
  await expect(seen).rejects.toThrow('left');
  await expect(ask('a', 'a3', gone.signal)).rejects.toThrow('gone');
});

it('closes: the running task ends by itself, the others are refused', async () => {
  const queue = createFairQueue(10, 'tasks');
  const { release, first, ask } = occupied(queue);
  const waiting = ask('a', 'a1');
  const closed = queue.close(10_000);
  await expect(waiting).rejects.toMatchObject({ status: 503 });
  await expect(ask('a', 'a2')).rejects.toMatchObject({ status: 503 });
  release();
  expect(await first).toBe('first');
  await closed;
});

it('closes: a task that does not end is aborted', async () => {
  const queue = createFairQueue(10, 'tasks');
  const stuck = queue.run('a', never, (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))));
  const seen = expect(stuck).rejects.toMatchObject({ status: 503 });
  await queue.close(5);
  await seen;
});
