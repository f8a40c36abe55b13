/** The numbers of the procurement pack. They are the project's own, as is the regulation that states them; what comes from OCDS is in upstream.json. */
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readFormat } from '../../formats/read.ts';
import { parameterShape, parameterText } from '../parameters.ts';

const Numbers = z.strictObject({
  parameters: z.record(
    z.string(),
    z.strictObject({
      unit: z.enum(['money', 'rate', 'count']),
      ...parameterShape,
      /** Its name in the table of amounts; without one, the documents state the number. */
      label: z.string().optional(),
    }),
  ),
  /** Days on which the office is closed, besides Saturdays and Sundays. */
  holidays: z.array(z.iso.date()),
});

export const PROCUREMENT_NUMBERS = readFormat(fileURLToPath(new URL('parameters.json', import.meta.url)), Numbers);
export const PROCUREMENT_VERSION = '2026';
export const STALE_PROCUREMENT_VERSION = '2024';

/** A number of the version in force, for choosing ranges only. */
export function numberOf(name: string, key = ''): number {
  return Number(parameterText(PROCUREMENT_NUMBERS.parameters, PROCUREMENT_VERSION, name, key));
}
