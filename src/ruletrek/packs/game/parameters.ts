/** The numbers of the game pack: those of the rules as facts (upstream.json has their places), those of the club its own. */
import { fileURLToPath } from 'node:url';
import { readLabelledNumbers } from '../tables.ts';

export const GAME_NUMBERS = readLabelledNumbers(fileURLToPath(new URL('parameters.json', import.meta.url)));
export const GAME_VERSION = '2026';
export const STALE_GAME_VERSION = '2025';

/** A number of the version in force, for choosing ranges only; undefined for an unknown key. */
export function numberOf(name: string, key = ''): number | undefined {
  const text = GAME_NUMBERS[name]?.versions[GAME_VERSION]?.[key];
  return text === undefined ? undefined : Number(text);
}

/** The keys of a number in force. */
export function keysOf(name: string): string[] {
  return Object.keys(GAME_NUMBERS[name]?.versions[GAME_VERSION] ?? {});
}
