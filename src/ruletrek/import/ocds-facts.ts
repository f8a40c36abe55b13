/** Holds what the procurement pack takes from OCDS against the standard's own files: hashes, and where each fact stands. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { sha256 } from '../core/canonical.ts';
import { readFormat } from '../formats/read.ts';
import { Sha256 } from '../formats/vocabulary.ts';
import { OCDS_FOLDER } from './ocds.ts';

const Upstream = z.strictObject({
  source: z.strictObject({ project: z.string(), commit: z.string(), licence: z.string() }),
  files: z.record(z.string(), Sha256),
  facts: z.array(z.strictObject({ rule: z.string(), path: z.string(), line: z.int().positive(), word: z.string() })),
});

export const OCDS_FACTS = readFormat(fileURLToPath(new URL('../packs/procurement/upstream.json', import.meta.url)), Upstream);

/** Differences in words; null where the folder is not there. */
export function compareOcdsFacts(folder = OCDS_FOLDER): string[] | null {
  if (!existsSync(folder)) return null;
  const { files, facts, source } = OCDS_FACTS;
  const changed = Object.entries(files).filter(([path, hash]) => sha256(readFileSync(join(folder, path))) !== hash).map(([path]) => `${path}: another version than ${source.commit}`);
  const moved = facts.filter(({ path, line, word }) => readFileSync(join(folder, path), 'utf8').split('\n')[line - 1]?.includes(word) !== true);
  return [...changed, ...moved.map(({ rule, path, line, word }) => `${rule}: no "${word}" at ${path}:${line}`)];
}
