/** Writes a page of scored RuleTrek runs: figures, the paper's tables with ours, and every trial to browse. */
import { join, resolve } from 'node:path';
import { UserError } from '../src/errors.ts';
import { writeTextAtomically } from '../src/files/atomic-write.ts';
import { writeFigures } from '../src/report/figures/files.ts';
import { inlineSvg } from '../src/report/figures/render.ts';
import { readRuletrekRuns } from '../src/report/ruletrek/results.ts';
import { ruletrekFigures, ruletrekPage } from '../src/report/ruletrek/section.ts';

export interface RuletrekReportOptions {
  /** Run folders that were scored. */
  readonly folders: readonly string[];
  /** Folder of the page and its figures; the first run's by default. */
  readonly output?: string | undefined;
  readonly print?: (line: string) => void;
}

/**
 * Writes ruletrek.html, and the figures beside it.
 * @throws UserError where a folder was not scored
 */
export async function run({ folders, output = folders[0], print = console.log }: RuletrekReportOptions): Promise<void> {
  const runs = readRuletrekRuns(folders);
  const lacking = folders.filter((folder) => !runs.some((one) => one.folder === folder));
  if (lacking.length > 0 || output === undefined) {
    throw UserError.of({ expected: 'scored runs', got: `no ruletrek.json in ${lacking.join(', ')}`, fix: `score them first: dynarule ruletrek score ${lacking.join(' ')}` });
  }
  const figures = ruletrekFigures(runs);
  const drawings = new Map<string, string>();
  for (const figure of figures) drawings.set(figure.name, await inlineSvg(figure));
  await writeFigures(join(output, 'figures'), figures);
  const page = join(output, 'ruletrek.html');
  writeTextAtomically(page, ruletrekPage(runs, drawings));
  print(`${resolve(page)}: ${runs.length === 1 ? '1 run' : `${runs.length} runs`}, ${figures.length} figures`);
}
