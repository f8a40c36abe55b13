/** `rules.json` of a pack: where each rule stands in the documents and what it says in short. */
import { z } from 'zod';
import type { RuleSource } from '../core/rule.ts';
import { readFormat } from '../formats/read.ts';
import { Sha256 } from '../formats/vocabulary.ts';

const RuleSources = z.array(
  z.strictObject({
    id: z.string(), path: z.string(), anchor: z.string(), sha256: Sha256, scope: z.string(), version: z.string(), condition: z.string(), consequence: z.string(),
  }),
);

/** @throws UserError for a file that does not fit */
export function readSources(path: string): RuleSource[] {
  return readFormat(path, RuleSources);
}
