/** Records and files that look as if they mattered: other heroes, other encounters, spent effects, rolls taken back. */
import type { Random } from '../../../random.ts';
import type { Facts, FactRecord, Value } from '../../core/facts.ts';
import { copiesOutOfScope, openNumbers } from '../out-of-scope.ts';
import type { Ranges } from '../ranges.ts';
import { encounterName, heroName } from './draw.ts';
import { GAME_FACTS } from './facts.ts';

/** Kinds that have a state, and the one in which they count for nothing. */
const OUT: Readonly<Record<string, string>> = {
  credit: 'retracted', closure: 'retracted', drain: 'dispelled', circumstance: 'dispelled', effect: 'dispelled', obstacle: 'gone', reduction: 'dispelled', rider: 'retracted', magic_item: 'lost', incoming: 'retracted',
  ward: 'dispelled', heal: 'retracted', foe_save: 'gone', watcher: 'gone', item: 'lost', leg: 'retracted', good: 'lost', member: 'gone',
};

/** Copies of records with other numbers, moved out of scope. */
export function distract(random: Random, facts: Facts): FactRecord[] {
  const own = facts.find(({ kind }) => kind === 'hero')?.fields;
  return copiesOutOfScope(random, facts, 'hero', (record, subject) => outOfScope(random, record, subject, own));
}

function outOfScope(random: Random, record: FactRecord, subject: string, own: FactRecord['fields'] | undefined): FactRecord {
  const fields = Object.fromEntries(Object.entries(record.fields).map(([name, value]) => [name, altered(random, value)]));
  const out = OUT[record.kind];
  const owned = fields['hero'] !== undefined || fields['encounter'] !== undefined;
  if (out !== undefined && (!owned || random.chance(0.5))) return { ...record, subject, fields: { ...fields, state: out } };
  const byHero = fields['hero'] !== undefined && (fields['encounter'] === undefined || random.chance(0.5));
  const name = byHero ? other(() => heroName(random), own?.['hero']) : other(() => encounterName(random), own?.['encounter']);
  return { ...record, subject, fields: { ...fields, [byHero ? 'hero' : 'encounter']: name } };
}

function other(draw: () => string, own: Value | undefined): string {
  const name = draw();
  return name === own ? other(draw, own) : name;
}

function altered(random: Random, value: Value): Value {
  return typeof value === 'number' ? Math.floor((value * random.integer(60, 140)) / 100) : value;
}

/** Plausible numbers for the fields that a row leaves open. */
const OPEN: Ranges = {
  strength: [8, 16], dexterity: [8, 16], constitution: [8, 16], intelligence: [8, 16], wisdom: [8, 16], charisma: [8, 16], speed: [25, 35], hit_points: [14, 70], purse: [150, 9000],
  distance: [20, 70], magic: [1, 2], contest_total: [6, 21], dice: [1, 3], focus: [1, 2], duration: [10, 60], save_die: [2, 19], second_die: [2, 19],
};

export function fill(random: Random, facts: Facts): FactRecord[] {
  return openNumbers(random, facts, GAME_FACTS, OPEN);
}

export function bystanders(random: Random): { path: string; text: string }[] {
  const evenings = Array.from({ length: random.integer(3, 6) }, (_, i) => `2026-0${i + 3}-1${random.integer(0, 9)},${random.integer(3, 7)},${random.pick(['long table', 'back room', 'library'])}`);
  const notes = ['# Notes of the club', '', `- Locker ${random.integer(11, 48)} has the spare dice.`, '- New maps are drawn on the large sheets.', '- The kitchen closes at ten.'];
  return [
    { path: 'misc/evenings.csv', text: `${['day,players,room', ...evenings].join('\n')}\n` },
    { path: 'misc/club-notes.md', text: `${notes.join('\n')}\n` },
  ];
}
