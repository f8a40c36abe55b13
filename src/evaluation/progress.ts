/** Progress of an evaluation: a bar on a terminal, a line for each finished cell elsewhere. */
import { Presets, SingleBar } from 'cli-progress';
import { placeText } from './cell.ts';
import type { Progress } from './runner.ts';

export interface EvaluationProgress {
  /** Cells may be reported in any order and side by side. */
  readonly update: Progress;
  stop(): void;
}

/** @param total questions of all cells */
export function startEvaluationProgress(total: number, stream: NodeJS.WriteStream = process.stderr): EvaluationProgress {
  const bar = stream.isTTY ? openBar(total, stream) : null;
  const doneOfCell = new Map<string, number>();
  let doneOfAll = 0;
  return {
    update: (place, done, ofCell) => {
      const cell = placeText(place);
      doneOfAll += done - (doneOfCell.get(cell) ?? 0);
      doneOfCell.set(cell, done);
      bar?.update(doneOfAll, { cell });
      if (bar === null && done === ofCell) stream.write(`${doneOfAll}/${total} questions | ${cell}\n`);
    },
    stop: () => bar?.stop(),
  };
}

function openBar(total: number, stream: NodeJS.WriteStream): SingleBar {
  const format = 'evaluating {bar} {value}/{total} questions | {eta_formatted} left | {cell}';
  // Nothing about the terminal is changed, so that Ctrl-C may end the process at once.
  const plain = { hideCursor: false, linewrap: true, gracefulExit: false };
  const bar = new SingleBar({ stream, format, ...plain }, Presets.shades_classic);
  bar.start(total, 0, { cell: '' });
  return bar;
}
