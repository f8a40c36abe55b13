/** Solver B: every entry of the encounter, in the form of answer.json. */
import type { SolverInput, SolverOutput } from '../../pack.ts';
import { solveSheet, type SheetForm } from '../../sheet.ts';
import { CLUB_ENTRIES } from './club-entries.ts';
import { FIGHT_ENTRIES } from './fight-entries.ts';
import { HERO_ENTRIES } from './hero-entries.ts';
import { ROAD_ENTRIES } from './road-entries.ts';
import { SPELL_ENTRIES } from './spell-entries.ts';

const ENTRIES = { ...HERO_ENTRIES, ...FIGHT_ENTRIES, ...SPELL_ENTRIES, ...ROAD_ENTRIES, ...CLUB_ENTRIES };

const FORM: SheetForm = {
  root: 'hero', owners: ['hero', 'encounter'], key: 'class', gone: ['dispelled', 'retracted', 'lost', 'gone'], limits: 'tables/numbers-2026.csv',
  texts: ['session_date', 'postponed_date', 'play_date', 'craft_finished', 'rest_restart', 'rest_end', 'cast_finished', 'spell_end', 'drowning_at', 'arrival'],
  prices: [],
  flags: ['half_price_repealed'],
};

/** All entries that apply. */
export function solveEncounter(input: SolverInput): SolverOutput {
  return solveSheet(input, ENTRIES, FORM);
}
