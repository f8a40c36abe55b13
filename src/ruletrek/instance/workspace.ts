/** Reads an instance's workspace and rule tables the way its pack lays them out. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../errors.ts';
import type { LayoutFile, Pack } from '../packs/pack.ts';
import { formatOf } from '../render/formats.ts';
import type { ReadTables } from '../render/table.ts';
import { readRecords } from '../scenario/files.ts';
import { filesBelow, LAYOUT } from './layout.ts';

export interface WorkspaceRecords {
  readonly layout: readonly LayoutFile[];
  readonly records: ReadTables;
}

/**
 * Rows of all files by kind.
 * @throws UserError where the files lie as in no layout of the pack
 */
export async function readWorkspace(pack: Pack, folder: string): Promise<WorkspaceRecords> {
  const workspace = join(folder, LAYOUT.workspace);
  const files = new Map(filesBelow(workspace).map((path) => [path, new Uint8Array(readFileSync(join(workspace, path)))]));
  const layout = pack.layouts.find((one) => one.some(({ path }) => files.has(path)));
  if (layout === undefined) {
    const fix = 'build the benchmark again: dynarule ruletrek build';
    throw UserError.of({ expected: `files in one of the ${pack.layouts.length} layouts of the pack ${pack.name}`, got: [...files.keys()].join(', '), where: { file: workspace }, fix });
  }
  return { layout, records: await readRecords(files, layout) };
}

/** The tables below `rules/tables/`, for the second solver. */
export async function readRuleTables(folder: string): Promise<Record<string, ReadTables>> {
  const rules = join(folder, LAYOUT.rules);
  const paths = existsSync(join(rules, 'tables')) ? filesBelow(join(rules, 'tables')).map((path) => `tables/${path}`) : [];
  const tables = await Promise.all(paths.map(async (path): Promise<[string, ReadTables]> => [path, await formatOf(path).read(readFileSync(join(rules, path)))]));
  return Object.fromEntries(tables);
}
