/** Numbers and lists of the policy pack; those with a source are facts of it, at the line named. */
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readFormat } from '../../formats/read.ts';
import { Sha256 } from '../../formats/vocabulary.ts';
import { parameterShape, parameterText } from '../parameters.ts';

const Numbers = z.strictObject({
  sources: z.record(z.string(), z.strictObject({ project: z.string(), commit: z.string(), path: z.string(), sha256: Sha256, licence: z.string() })),
  parameters: z.record(
    z.string(),
    z.strictObject({
      unit: z.enum(['money', 'rate', 'count', 'text']),
      /** What stands on the line upstream; empty for a number of the pack's own organisation. */
      ...parameterShape,
      source: z.string().optional(),
      line: z.int().positive().optional(),
    }),
  ),
});

export const POLICY_NUMBERS = readFormat(fileURLToPath(new URL('parameters.json', import.meta.url)), Numbers);
export const POLICY_VERSION = '2026';
export const STALE_POLICY_VERSION = '2025';

/** A number of the current version as text, for drawing ranges. */
export function settingText(name: string, key = ''): string {
  return parameterText(POLICY_NUMBERS.parameters, POLICY_VERSION, name, key);
}

/** The items of a list such as "MIT, ISC". */
export function itemsOf(setting: string): string[] {
  return setting.split(', ');
}
