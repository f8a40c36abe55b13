import { appendFileSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMetrics } from '../../src/training/metrics-log.ts';

function lines(folder: string): Record<string, number>[] {
  const text = readFileSync(join(folder, 'metrics.jsonl'), 'utf8');
  return text.trim().split('\n').map((line) => JSON.parse(line) as Record<string, number>);
}

describe('openMetrics', () => {
  it('writes each step through at once, as JSON and as an event file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'metrics-'));
    const metrics = openMetrics(folder, 0);
    metrics.write(1, { loss: 2.5, rate: 0.1 });
    expect(lines(folder)).toEqual([{ step: 1, time: expect.any(Number) as number, loss: 2.5, rate: 0.1 }]);
    expect(readdirSync(folder).filter((name) => name.startsWith('events.out.tfevents.'))).toHaveLength(1);
    metrics.close();
  });

  it('drops what was written after the checkpoint, and a torn last line', () => {
    const folder = mkdtempSync(join(tmpdir(), 'metrics-'));
    const first = openMetrics(folder, 0);
    for (const step of [1, 2, 3]) first.write(step, { loss: step });
    first.close();
    appendFileSync(join(folder, 'metrics.jsonl'), '{"step": 4, "lo');

    const second = openMetrics(folder, 2);
    second.write(3, { loss: 30 });
    second.close();
    expect(lines(folder).map(({ step, loss }) => [step, loss])).toEqual([[1, 1], [2, 2], [3, 30]]);
  });
});
