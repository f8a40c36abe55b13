/** Tables of the pack as documents: numbers in force and superseded, and numbers by cover, substance, trap, pace, lifestyle, coin, level. */
import type { Column, DataTable } from '../../render/table.ts';
import type { RuleDocument } from '../documents.ts';
import { csvDocument, limitTable } from '../tables.ts';
import { CLASSES } from './facts.ts';
import { GAME_NUMBERS, GAME_VERSION, keysOf, STALE_GAME_VERSION } from './parameters.ts';

/** Tables of two columns: number → its path and its columns. */
const LISTS: Readonly<Record<string, readonly [string, string, string]>> = {
  COVER: ['cover', 'cover', 'bonus'], OBJECT_CLASS: ['substances', 'substance', 'armor class'], TRAP_CLASS: ['trap-difficulties', 'severity', 'difficulty'],
  PACE: ['paces', 'pace', 'miles an hour'], LIFESTYLE: ['lifestyles', 'lifestyle', 'copper a day'], COIN: ['coins', 'coin', 'copper'],
};

function text(name: string): Column {
  return { name, type: 'text' };
}

function value(name: string, version: string, key: string): string {
  const { versions } = GAME_NUMBERS[name]!;
  return (versions[version] ?? versions[GAME_VERSION]!)[key] ?? '';
}

function list(name: string, version: string): DataTable {
  const [path, key, column] = LISTS[name]!;
  return { name: path, columns: [text(key), text(column)], rows: keysOf(name).map((one) => [one, value(name, version, one)]) };
}

/** A number with two keys, "row/column". */
function grid(name: string, corner: string, columns: readonly string[]): DataTable {
  const rows = [...new Set(keysOf(name).map((key) => key.split('/')[0]!))];
  return { name: corner, columns: [text(corner), ...columns.map(text)], rows: rows.map((row) => [row, ...columns.map((column) => value(name, GAME_VERSION, `${row}/${column}`))]) };
}

/** tables/…: numbers-2026.csv, numbers-2025.csv, trap-difficulties-2025.csv, lifestyles-2025.csv, one list for each of six numbers, trap-dice.csv, spell-slots.csv. */
export function tableDocuments(): Promise<RuleDocument[]> {
  const numbers = [GAME_VERSION, STALE_GAME_VERSION].map((version) => csvDocument(`tables/numbers-${version}.csv`, limitTable(GAME_NUMBERS, { version, fallback: GAME_VERSION, keys: CLASSES })));
  const lists = Object.entries(LISTS).map(([name, [path]]) => csvDocument(`tables/${path}.csv`, list(name, GAME_VERSION)));
  const stale = ['TRAP_CLASS', 'LIFESTYLE'].map((name) => csvDocument(`tables/${LISTS[name]![0]}-${STALE_GAME_VERSION}.csv`, list(name, STALE_GAME_VERSION)));
  const grids = [
    csvDocument('tables/trap-dice.csv', grid('TRAP_DICE', 'from level', ['setback', 'dangerous', 'deadly'])),
    csvDocument('tables/spell-slots.csv', grid('SLOTS', 'level', ['1', '2', '3', '4', '5', '6', '7', '8', '9'])),
  ];
  return Promise.all([...numbers, ...lists, ...stale, ...grids]);
}
