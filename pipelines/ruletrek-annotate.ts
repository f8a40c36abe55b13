/** Writes what two annotators need: a guide, a card for each drawn instance, and a sheet for each of them. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../src/errors.ts';
import { writeFolderAtomically } from '../src/files/atomic-write.ts';
import { randomStream } from '../src/random.ts';
import { cardOf, guideText } from '../src/ruletrek/annotate/card.ts';
import { emptySheet } from '../src/ruletrek/annotate/sheet.ts';
import { instanceFolder, readInstance, readManifest, type Instance } from '../src/ruletrek/instance/read.ts';

export interface RuletrekAnnotateOptions {
  readonly bench: string;
  readonly output: string;
  /** Instances, drawn from all. */
  readonly count: number;
  readonly seed: string;
  readonly print?: (line: string) => void;
}

/**
 * Writes guide.md, cards/<instance>.md, sheet-1.csv and sheet-2.csv, whose instances stand in different orders.
 * @throws UserError where `output` is there already: a filled sheet is never written over
 */
export async function run({ bench, output, count, seed, print = console.log }: RuletrekAnnotateOptions): Promise<void> {
  if (existsSync(output)) throw UserError.of({ expected: 'a new folder', got: 'one that is there', where: { file: output }, fix: 'name another one: sheets that were filled are not written over' });
  const all = readManifest(bench).instances.map(({ id }) => id);
  const random = randomStream(`annotate/${seed}`);
  const chosen = random.shuffle(all).slice(0, count);
  const instances: Instance[] = [];
  for (const id of chosen) instances.push(await readInstance(instanceFolder(bench, id)));
  writeFolderAtomically(output, (folder) => {
    const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);
    mkdirSync(join(folder, 'cards'));
    write('guide.md', guideText(chosen.length));
    for (const instance of instances) write(`cards/${instance.task.id}.md`, cardOf(instance));
    for (const sheet of [1, 2]) write(`sheet-${sheet}.csv`, emptySheet(random.shuffle(chosen)));
  });
  print(`${output}: guide.md, ${chosen.length} cards, sheet-1.csv and sheet-2.csv; once both are filled: dynarule ruletrek kappa ${join(output, 'sheet-1.csv')} ${join(output, 'sheet-2.csv')}`);
}
