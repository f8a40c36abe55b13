/** Writes figures as files: a drawing (SVG), an image (PNG) and the data (CSV) of each. */
import { stringify } from 'csv-stringify/sync';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFolderAtomically } from '../../files/atomic-write.ts';
import type { Figure, FigureRow } from './figure.ts';
import { pngOf, standaloneSvg } from './render.ts';

/** Replaces a folder by these figures; what an older run left in it is gone. */
export async function writeFigures(folder: string, figures: readonly Figure[]): Promise<void> {
  const drawings = await drawAll(figures);
  writeFolderAtomically(folder, (temporary) => {
    for (const { figure, svg } of drawings) {
      const path = join(temporary, figure.name);
      writeFileSync(`${path}.svg`, svg);
      writeFileSync(`${path}.png`, pngOf(svg));
      writeFileSync(`${path}.csv`, csvOf(figure.rows));
    }
  });
}

async function drawAll(figures: readonly Figure[]): Promise<{ readonly figure: Figure; readonly svg: string }[]> {
  const drawings = [];
  for (const figure of figures) drawings.push({ figure, svg: await standaloneSvg(figure) });
  return drawings;
}

/** Comma-separated values under a heading of all keys; an empty field where a row has no value. */
export function csvOf(rows: readonly FigureRow[]): string {
  return stringify([...rows], { header: true, columns: columnsOf(rows) });
}

/** Keys of all rows, in the order in which they first come. */
export function columnsOf(rows: readonly FigureRow[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}
