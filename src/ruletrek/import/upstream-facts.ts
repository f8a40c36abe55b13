/** What a pack takes from upstream files, as data: their hashes, and the line on which each fact stands. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { sha256 } from '../core/canonical.ts';
import { Sha256 } from '../formats/vocabulary.ts';

/** The fields of a pack's `upstream.json` that this module compares; paths are below one folder. */
export const upstreamShape = {
  files: z.record(z.string(), Sha256),
  facts: z.array(z.strictObject({ rule: z.string(), path: z.string(), line: z.int().positive(), word: z.string() })),
};

type UpstreamFacts = z.infer<z.ZodObject<typeof upstreamShape>>;

/** Differences in words. The files must be there. @param version of the files that the facts were taken from, for messages */
export function compareUpstream(folder: string, { files, facts }: UpstreamFacts, version?: string): string[] {
  const text = (path: string): string => readFileSync(join(folder, path), 'utf8');
  const than = version === undefined ? '' : ` than ${version}`;
  const changed = Object.entries(files).filter(([path, hash]) => sha256(text(path)) !== hash).map(([path]) => `${path}: another version${than}`);
  const moved = facts.filter(({ path, line, word }) => text(path).split('\n')[line - 1]?.includes(word) !== true);
  return [...changed, ...moved.map(({ rule, path, line, word }) => `${rule}: no "${word}" at ${path}:${line}`)];
}
