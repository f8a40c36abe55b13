import { Writable } from 'node:stream';
import { formatDuration, startProgress } from '../../src/training/progress.ts';

function collector(): { stream: NodeJS.WriteStream; text: () => string } {
  const chunks: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk.toString());
      done();
    },
  });
  return { stream: stream as unknown as NodeJS.WriteStream, text: () => chunks.join('') };
}

describe('startProgress without a terminal', () => {
  it('prints a line every ten seconds and one for the last step', () => {
    const { stream, text } = collector();
    let now = 0;
    const progress = startProgress({ label: 'stage 1', total: 30, stream, clock: () => now });
    for (let step = 1; step <= 30; step += 1) {
      now = step * 1000;
      progress.update(step, { loss: 1 / step, tokens: 50 });
    }
    progress.stop();
    // One step a second: lines at 1, 11, 21 and for the last step.
    expect(text().trim().split('\n')).toEqual([
      'stage 1 1/30 | loss 1.0000 | 50 tokens/s | 29s left',
      'stage 1 11/30 | loss 0.0909 | 50 tokens/s | 19s left',
      'stage 1 21/30 | loss 0.0476 | 50 tokens/s | 9s left',
      'stage 1 30/30 | loss 0.0333 | 50 tokens/s | 0s left',
    ]);
  });

  it('estimates the time left of a continued run from its own steps', () => {
    const { stream, text } = collector();
    let now = 0;
    const progress = startProgress({ label: 'x', total: 100, done: 90, stream, clock: () => now });
    now = 4000;
    progress.update(92, { loss: 2, tokens: 8 });
    // Two steps in four seconds: eight more take 16 s.
    expect(text()).toBe('x 92/100 | loss 2.0000 | 2 tokens/s | 16s left\n');
  });
});

describe('formatDuration', () => {
  it.each([
    [0.4, '0s'],
    [59.6, '1m 00s'],
    [200, '3m 20s'],
    [3720, '1h 02m'],
  ])('writes %d seconds as %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });
});
