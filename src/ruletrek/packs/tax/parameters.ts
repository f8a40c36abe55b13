/** The numbers of the tax pack, with their place in Tax-Calculator's policy_current_law.json. */
import { z } from 'zod';
import { Sha256 } from '../../formats/vocabulary.ts';
import { readFormat } from '../../formats/read.ts';
import { fileURLToPath } from 'node:url';
import { parameterShape, parameterText as textOf } from '../parameters.ts';

const Numbers = z.strictObject({
  source: z.strictObject({ project: z.string(), commit: z.string(), path: z.string(), sha256: Sha256, licence: z.string() }),
  parameters: z.record(
    z.string(),
    z.strictObject({
      unit: z.enum(['money', 'rate']),
      ...parameterShape,
      /** Line of the number's name upstream. */
      line: z.int().positive(),
    }),
  ),
});

export const TAX_NUMBERS = readFormat(fileURLToPath(new URL('parameters.json', import.meta.url)), Numbers);
export const TAX_VERSION = '2025';
export const STALE_TAX_VERSION = '2024';

/** A number of the current version as text. */
export function parameterText(name: string, key: string): string {
  return textOf(TAX_NUMBERS.parameters, TAX_VERSION, name, key);
}
