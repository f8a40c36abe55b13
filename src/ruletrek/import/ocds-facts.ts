/** Holds what the procurement pack takes from OCDS against the standard's own files: hashes, and where each fact stands. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readFormat } from '../formats/read.ts';
import { OCDS_FOLDER } from './ocds.ts';
import { compareUpstream, upstreamShape } from './upstream-facts.ts';

const Upstream = z.strictObject({
  source: z.strictObject({ project: z.string(), commit: z.string(), licence: z.string() }),
  ...upstreamShape,
});

export const OCDS_FACTS = readFormat(fileURLToPath(new URL('../packs/procurement/upstream.json', import.meta.url)), Upstream);

/** Differences in words; null where the folder is not there. */
export function compareOcdsFacts(folder = OCDS_FOLDER): string[] | null {
  return existsSync(folder) ? compareUpstream(folder, OCDS_FACTS, OCDS_FACTS.source.commit) : null;
}
