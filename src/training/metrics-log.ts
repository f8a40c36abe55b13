/** The metrics of a run: JSON lines for programs, event files for TensorBoard. */
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { writeTextAtomically } from '../files/atomic-write.ts';
import { openEventFile } from './tensorboard.ts';

export interface MetricsLog {
  /** Appends `{step, time, …values}`; `time` in seconds since 1970. Written through at once. */
  write(step: number, values: Readonly<Record<string, number>>): void;
  close(): void;
}

const FILE = 'metrics.jsonl';

/**
 * Opens the metrics of a run folder. Lines of steps after `doneSteps` are dropped:
 * they were written after the checkpoint that the run continues from.
 */
export function openMetrics(folder: string, doneSteps: number): MetricsLog {
  const path = join(folder, FILE);
  if (existsSync(path)) writeTextAtomically(path, linesUpTo(readFileSync(path, 'utf8'), doneSteps));
  const file = openSync(path, 'a');
  const events = openEventFile(folder, doneSteps + 1, now());
  return {
    write: (step, values) => {
      const time = now();
      writeSync(file, `${JSON.stringify({ step, time, ...values })}\n`);
      events.scalars(step, time, values);
    },
    close: () => {
      closeSync(file);
      events.close();
    },
  };
}

/** A kill can tear the last line; only lines that end in a newline count. */
function linesUpTo(text: string, doneSteps: number): string {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const lines = whole.split('\n').filter((line) => line !== '');
  const kept = lines.filter((line) => (JSON.parse(line) as { step: number }).step <= doneSteps);
  return kept.map((line) => `${line}\n`).join('');
}

function now(): number {
  return Date.now() / 1000;
}
