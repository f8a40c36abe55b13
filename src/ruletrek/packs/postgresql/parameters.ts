/** The numbers of the PostgreSQL pack: defaults of the server as facts (upstream.json has their places), limits by tier of the project's own. */
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readFormat } from '../../formats/read.ts';
import { parameterShape, parameterText } from '../parameters.ts';

const Numbers = z.record(
  z.string(),
  z.strictObject({
    unit: z.enum(['money', 'rate', 'count', 'text']),
    ...parameterShape,
    /** Its name in the tables; without one, the documents state it. */
    label: z.string().optional(),
  }),
);

export const POSTGRESQL_NUMBERS = readFormat(fileURLToPath(new URL('parameters.json', import.meta.url)), Numbers);
export const POSTGRESQL_VERSION = '2026';
export const STALE_POSTGRESQL_VERSION = '2024';

/** A number of the version in force, for choosing ranges only. */
export function numberOf(name: string, key = ''): number {
  return Number(parameterText(POSTGRESQL_NUMBERS, POSTGRESQL_VERSION, name, key));
}
