/** The rule documents of a workspace as passages that can be ranked, each with the place where it stands. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from '../../instance/layout.ts';
import { documentLines } from '../chat/documents.ts';

export interface Passage {
  /** Path below the workspace. */
  readonly path: string;
  readonly locator: string;
  readonly text: string;
}

/** Lines of the longest passage. */
const MOST_LINES = 24;

/** Reads the files below `rules/` now, before an agent can change them; a workspace without rules gives none. */
export function readRuleFiles(workspace: string): ReadonlyMap<string, Buffer> {
  const folder = join(workspace, 'rules');
  const paths = existsSync(folder) ? filesBelow(folder) : [];
  return new Map(paths.map((path) => [`rules/${path}`, readFileSync(join(folder, path))]));
}

export async function passagesOf(files: ReadonlyMap<string, Buffer>): Promise<Passage[]> {
  const found: Passage[] = [];
  for (const [path, bytes] of files) found.push(...splitPassages(path, await documentLines(path, bytes)));
  return found.filter(({ text }) => /\p{L}/u.test(text));
}

/** Splits at empty lines, but never behind a heading, and after MOST_LINES. */
export function splitPassages(path: string, lines: readonly string[]): Passage[] {
  const groups: string[][] = [];
  let open = false;
  for (const line of lines) {
    const [, text = ''] = line.split('\t', 2);
    const group = groups.at(-1);
    if (text.trim() === '') open &&= onlyHeadings(group ?? []);
    else if (open && group !== undefined && group.length < MOST_LINES) group.push(line);
    else {
      groups.push([line]);
      open = true;
    }
  }
  return groups.map((group) => passage(path, group));
}

function onlyHeadings(lines: readonly string[]): boolean {
  return lines.every((line) => /^\S+\t#/.test(line));
}

function passage(path: string, lines: readonly string[]): Passage {
  const places = lines.map((line) => line.split('\t', 1)[0] as string);
  const [first, last] = [places[0] as string, places.at(-1) as string];
  return { path, locator: first === last ? first : `${first}-${last}`, text: lines.map((line) => line.slice(line.indexOf('\t') + 1)).join('\n') };
}
