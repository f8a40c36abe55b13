/** Progress of scoring: a bar on a terminal, plain lines elsewhere. */
import { Presets, SingleBar } from 'cli-progress';

export interface ScoreProgress {
  /** `what` was done last: a rule, or what is counted. */
  update(done: number, total: number, what: string): void;
  stop(): void;
}

/** Where there is no bar, a line is printed at most this often, and at the end. */
const LINE_INTERVAL_MS = 5_000;

export function startScoreProgress(stream: NodeJS.WriteStream = process.stderr): ScoreProgress {
  return stream.isTTY ? startBar(stream) : startLines(stream);
}

function startBar(stream: NodeJS.WriteStream): ScoreProgress {
  // Nothing about the terminal is changed, so that Ctrl-C may end the process at once.
  const plain = { hideCursor: false, linewrap: true, gracefulExit: false };
  const bar = new SingleBar({ stream, format: 'scoring {bar} {value}/{total} | {what} | {eta_formatted} left', ...plain }, Presets.shades_classic);
  bar.start(1, 0, { what: 'starting' });
  return {
    update: (done, total, what) => {
      bar.setTotal(total);
      bar.update(done, { what });
    },
    stop: () => bar.stop(),
  };
}

function startLines(stream: NodeJS.WriteStream): ScoreProgress {
  let printed = performance.now();
  return {
    update: (done, total, what) => {
      if (done < total && performance.now() - printed < LINE_INTERVAL_MS) return;
      printed = performance.now();
      stream.write(`scoring ${done}/${total} | ${what}\n`);
    },
    stop: () => undefined,
  };
}
