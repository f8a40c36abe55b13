/** Holds what a pack takes from upstream files against these files, by its `upstream.json`: hashes, and where each fact stands. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readFormat } from '../formats/read.ts';
import { compareUpstream, upstreamShape } from './upstream-facts.ts';

export const UPSTREAM_FOLDER = '../shared/ruletrek';

const Upstream = z.strictObject({
  /** Folders with the project, version and licence of each. */
  sources: z.array(z.strictObject({ folder: z.string(), project: z.string(), version: z.string(), licence: z.string() })),
  /** What a licence asks to print beside the work. */
  attribution: z.string().optional(),
  ...upstreamShape,
});
export type PackFacts = z.infer<typeof Upstream>;

function read(pack: string): PackFacts {
  return readFormat(fileURLToPath(new URL(`../packs/${pack}/upstream.json`, import.meta.url)), Upstream);
}

export const POSTGRESQL_FACTS_UPSTREAM = read('postgresql');
export const GAME_FACTS_UPSTREAM = read('game');

/** Differences in words; null where a source is not there. */
export function comparePackFacts(facts: PackFacts, folder = UPSTREAM_FOLDER): string[] | null {
  const absent = facts.sources.some((source) => !existsSync(join(folder, source.folder)));
  return absent ? null : compareUpstream(folder, facts);
}
