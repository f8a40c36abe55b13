/** Holds what the PostgreSQL pack takes from the documentation of PostgreSQL and pgBackRest against these files: hashes, and where each fact stands. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { sha256 } from '../core/canonical.ts';
import { readFormat } from '../formats/read.ts';
import { Sha256 } from '../formats/vocabulary.ts';

export const POSTGRESQL_FOLDER = '../shared/ruletrek';

const Upstream = z.strictObject({
  sources: z.array(z.strictObject({ folder: z.string(), project: z.string(), version: z.string(), licence: z.string() })),
  files: z.record(z.string(), Sha256),
  facts: z.array(z.strictObject({ rule: z.string(), path: z.string(), line: z.int().positive(), word: z.string() })),
});

export const POSTGRESQL_UPSTREAM = readFormat(fileURLToPath(new URL('../packs/postgresql/upstream.json', import.meta.url)), Upstream);

/** Differences in words; null where a source is not there. */
export function comparePostgresqlFacts(folder = POSTGRESQL_FOLDER): string[] | null {
  const { sources, files, facts } = POSTGRESQL_UPSTREAM;
  if (sources.some((source) => !existsSync(join(folder, source.folder)))) return null;
  const changed = Object.entries(files).filter(([path, hash]) => sha256(readFileSync(join(folder, path))) !== hash).map(([path]) => `${path}: another version`);
  const moved = facts.filter(({ path, line, word }) => readFileSync(join(folder, path), 'utf8').split('\n')[line - 1]?.includes(word) !== true);
  return [...changed, ...moved.map(({ rule, path, line, word }) => `${rule}: no "${word}" at ${path}:${line}`)];
}
