import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { listenForInterrupt, wasInterrupted } from '../../src/training/interrupt.ts';

interface Loop {
  interrupt(): void;
  /** Waits until the loop has written the text to either stream. */
  says(text: string): Promise<void>;
  readonly exitCode: Promise<number | null>;
}

/** A loop in a process of its own, which gets real signals. */
function startLoop(...words: string[]): Loop {
  const env = { ...process.env, NODE_OPTIONS: '' };
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/training/stoppable-loop.ts', ...words], { env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return {
    interrupt: () => void child.kill('SIGINT'),
    says: async (text) => {
      while (!said.includes(text)) await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')]);
    },
    exitCode: once(child, 'close').then(([code]) => code as number | null),
  };
}

describe('listenForInterrupt', () => {
  it('lets a loop stop cleanly on the first Ctrl-C', async () => {
    const loop = startLoop();
    await loop.says('begun');
    loop.interrupt();
    await loop.says('stopping after this step; the work is kept');
    await loop.says('stopped, interrupted: true');
    expect(await loop.exitCode).toBe(0);
  });

  it('ends the process on the second', async () => {
    const loop = startLoop('stubborn');
    await loop.says('begun');
    loop.interrupt();
    await loop.says('stopping after this step');
    loop.interrupt();
    expect(await loop.exitCode).toBe(130);
  });

  it('gives the signals back', () => {
    const before = process.listenerCount('SIGINT');
    const interrupt = listenForInterrupt('…');
    expect(process.listenerCount('SIGINT')).toBe(before + 1);
    interrupt.dispose();
    expect(process.listenerCount('SIGINT')).toBe(before);
    expect(interrupt.requested).toBe(false);
    expect(wasInterrupted()).toBe(false);
  });
});
