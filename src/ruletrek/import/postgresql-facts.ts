/** Holds what the PostgreSQL pack takes from the documentation of PostgreSQL and pgBackRest against these files: hashes, and where each fact stands. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readFormat } from '../formats/read.ts';
import { compareUpstream, upstreamShape } from './upstream-facts.ts';

export const POSTGRESQL_FOLDER = '../shared/ruletrek';

const Upstream = z.strictObject({
  sources: z.array(z.strictObject({ folder: z.string(), project: z.string(), version: z.string(), licence: z.string() })),
  ...upstreamShape,
});

export const POSTGRESQL_UPSTREAM = readFormat(fileURLToPath(new URL('../packs/postgresql/upstream.json', import.meta.url)), Upstream);

/** Differences in words; null where a source is not there. */
export function comparePostgresqlFacts(folder = POSTGRESQL_FOLDER): string[] | null {
  const absent = POSTGRESQL_UPSTREAM.sources.some((source) => !existsSync(join(folder, source.folder)));
  return absent ? null : compareUpstream(folder, POSTGRESQL_UPSTREAM);
}
