/** The numbers of the PostgreSQL pack: defaults of the server as facts (upstream.json has their places), limits by tier of the project's own. */
import { fileURLToPath } from 'node:url';
import { parameterText } from '../parameters.ts';
import { readLabelledNumbers } from '../tables.ts';

export const POSTGRESQL_NUMBERS = readLabelledNumbers(fileURLToPath(new URL('parameters.json', import.meta.url)));
export const POSTGRESQL_VERSION = '2026';
export const STALE_POSTGRESQL_VERSION = '2024';

/** A number of the version in force, for choosing ranges only. */
export function numberOf(name: string, key = ''): number {
  return Number(parameterText(POSTGRESQL_NUMBERS, POSTGRESQL_VERSION, name, key));
}
