/** Progress of a loop: a bar with loss, tokens/s and time left on a terminal, plain lines elsewhere. */
import { Presets, SingleBar } from 'cli-progress';

export interface ProgressOptions {
  /** What the loop does: "stage 1". */
  readonly label: string;
  /** Steps of the whole run. */
  readonly total: number;
  /** Steps done before, when a run continues. */
  readonly done?: number;
  /** Standard error by default, so that output can be piped. */
  readonly stream?: NodeJS.WriteStream;
  /** Milliseconds; for tests. */
  readonly clock?: () => number;
}

export interface StepReport {
  readonly loss: number;
  /** Tokens of this step. */
  readonly tokens: number;
}

export interface Progress {
  /** `step` counts from 1. */
  update(step: number, report: StepReport): void;
  /** Ends the bar; the last state stays on the screen. */
  stop(): void;
}

/** Where there is no bar, a line is printed at most this often, and for the last step. */
const LINE_INTERVAL_MS = 10_000;

export function startProgress(options: ProgressOptions): Progress {
  const stream = options.stream ?? process.stderr;
  return stream.isTTY ? startBar(options, stream) : startLines(options, stream);
}

function startBar(options: ProgressOptions, stream: NodeJS.WriteStream): Progress {
  const meter = createMeter(options);
  const bar = new SingleBar(
    { stream, format: '{label} {bar} {value}/{total} | loss {loss} | {speed} tokens/s | {left} left', hideCursor: true },
    Presets.shades_classic,
  );
  bar.start(options.total, options.done ?? 0, { label: options.label, loss: '–', speed: '–', left: '–' });
  return {
    update: (step, report) => bar.update(step, { ...meter(step, report) }),
    stop: () => bar.stop(),
  };
}

function startLines(options: ProgressOptions, stream: NodeJS.WriteStream): Progress {
  const meter = createMeter(options);
  const clock = options.clock ?? Date.now;
  let printed = -Infinity;
  return {
    update: (step, report) => {
      const { loss, speed, left } = meter(step, report);
      const due = clock() - printed >= LINE_INTERVAL_MS || step === options.total;
      if (!due) return;
      printed = clock();
      stream.write(`${options.label} ${step}/${options.total} | loss ${loss} | ${speed} tokens/s | ${left} left\n`);
    },
    stop: () => undefined,
  };
}

interface Reading {
  readonly loss: string;
  readonly speed: string;
  readonly left: string;
}

/** Speeds are means since the start of this process: steps differ in length. */
function createMeter(options: ProgressOptions): (step: number, report: StepReport) => Reading {
  const clock = options.clock ?? Date.now;
  const started = clock();
  const done = options.done ?? 0;
  let tokens = 0;
  return (step, report) => {
    tokens += report.tokens;
    const seconds = Math.max((clock() - started) / 1000, 1e-3);
    return {
      loss: report.loss.toFixed(4),
      speed: Math.round(tokens / seconds).toString(),
      left: formatDuration((seconds / (step - done)) * (options.total - step)),
    };
  };
}

/** "1h 02m", "3m 20s" or "12s". */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const two = (value: number): string => value.toString().padStart(2, '0');
  if (hours > 0) return `${hours}h ${two(minutes)}m`;
  return minutes > 0 ? `${minutes}m ${two(rest)}s` : `${rest}s`;
}
