/** Progress of an evaluation: a bar on a terminal, a line for each cell elsewhere. */
import { Presets, SingleBar } from 'cli-progress';
import { placeText } from './cell.ts';
import type { Progress } from './runner.ts';

export interface EvaluationProgress {
  readonly update: Progress;
  stop(): void;
}

/** @param total questions of all cells */
export function startEvaluationProgress(total: number, stream: NodeJS.WriteStream = process.stderr): EvaluationProgress {
  const bar = stream.isTTY ? openBar(total, stream) : null;
  let doneBefore = 0;
  return {
    update: (place, done, ofCell) => {
      bar?.update(doneBefore + done, { cell: placeText(place) });
      if (done < ofCell) return;
      doneBefore += ofCell;
      if (bar === null) stream.write(`${doneBefore}/${total} questions | ${placeText(place)}\n`);
    },
    stop: () => bar?.stop(),
  };
}

function openBar(total: number, stream: NodeJS.WriteStream): SingleBar {
  const format = 'evaluating {bar} {value}/{total} questions | {eta_formatted} left | {cell}';
  const bar = new SingleBar({ stream, format, hideCursor: true }, Presets.shades_classic);
  bar.start(total, 0, { cell: '' });
  return bar;
}

