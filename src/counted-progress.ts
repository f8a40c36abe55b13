/** Progress of work that is counted in pieces: a bar on a terminal, plain lines elsewhere. */
import { Presets, SingleBar } from 'cli-progress';

export interface CountedProgress {
  /** `what` was done last, such as a rule. */
  update(done: number, total: number, what: string): void;
  stop(): void;
}

/** Where there is no bar, a line is printed at most this often, and at the end. */
const LINE_INTERVAL_MS = 5_000;

/** @param label what is done: "scoring" */
export function startCountedProgress(label: string, stream: NodeJS.WriteStream = process.stderr): CountedProgress {
  return stream.isTTY ? startBar(label, stream) : startLines(label, stream);
}

function startBar(label: string, stream: NodeJS.WriteStream): CountedProgress {
  // Nothing about the terminal is changed, so that Ctrl-C may end the process at once.
  const plain = { hideCursor: false, linewrap: true, gracefulExit: false };
  const bar = new SingleBar({ stream, format: `${label} {bar} {value}/{total} | {what} | {eta_formatted} left`, ...plain }, Presets.shades_classic);
  bar.start(1, 0, { what: 'starting' });
  return {
    update: (done, total, what) => {
      bar.setTotal(total);
      bar.update(done, { what });
    },
    stop: () => bar.stop(),
  };
}

function startLines(label: string, stream: NodeJS.WriteStream): CountedProgress {
  const started = performance.now();
  let printed = started;
  return {
    update: (done, total, what) => {
      const now = performance.now();
      if (done < total && now - printed < LINE_INTERVAL_MS) return;
      printed = now;
      stream.write(`${label} ${done}/${total} | ${what} | ${paceText(done, total, (now - started) / 1000)}\n`);
    },
    stop: () => undefined,
  };
}

function paceText(done: number, total: number, seconds: number): string {
  const rate = done / Math.max(seconds, 1e-3);
  return `${rate.toPrecision(3)}/s | ${Math.ceil((total - done) / rate)} s left`;
}
