/**
 * Parts of a long analysis, kept as soon as they are made, so that the same command goes on where it was stopped. A part's
 * address is a hash of all that decides it; others than those that are asked for do no harm.
 */
import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { fingerprint } from '../files/fingerprint.ts';
import { linesOf } from '../files/lines.ts';
import { parseJson } from '../files/parse-json.ts';

export interface KeptParts<T> {
  /** The part as it was kept, or made now. @param decidedBy everything that its value depends on */
  of(decidedBy: unknown, make: () => Promise<T>): Promise<T>;
}

/** @param file JSON lines; a line that a kill cut off is made again */
export function openKeptParts<T>(file: string, schema: z.ZodType<T>): KeptParts<T> {
  const kept = readParts(file, schema);
  return {
    of: async (decidedBy, make) => {
      const key = fingerprint(decidedBy);
      const known = kept.get(key);
      if (known !== undefined) return known;
      const value = await make();
      mkdirSync(dirname(file), { recursive: true });
      // What a kill cut off ends here.
      appendFileSync(file, `\n${JSON.stringify({ key, value })}\n`);
      kept.set(key, value);
      return value;
    },
  };
}

function readParts<T>(file: string, schema: z.ZodType<T>): Map<string, T> {
  const line = z.strictObject({ key: z.string(), value: schema });
  const kept = new Map<string, T>();
  if (!existsSync(file)) return kept;
  for (const text of linesOf(file)) {
    const parsed = line.safeParse(parseJson(text));
    if (parsed.success) kept.set(parsed.data.key, parsed.data.value);
  }
  return kept;
}
