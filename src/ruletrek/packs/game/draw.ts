/** Drawing facts of a hero in an encounter so that a rule binds. */
import type { Facts, FactRecord, Value } from '../../core/facts.ts';
import type { Binder } from '../../core/rule.ts';
import type { Random } from '../../../random.ts';
import { dateOfDay, dayNumber, timeOfSeconds, secondsOf } from '../../core/dates.ts';
import { given } from '../draw.ts';
import { drawsFrom, type Ranges } from '../ranges.ts';
import { recordsOwnedBy } from '../records.ts';
import { CLASSES, GAME_FACTS } from './facts.ts';

const HEROES = ['Alwen', 'Brundt', 'Corisande', 'Dorrik', 'Elowen', 'Fennimor', 'Gisla', 'Hadrek', 'Ilvara', 'Jorun', 'Kestrin', 'Lumo'] as const;
const PLACES = ['bridge', 'crypt', 'ford', 'gatehouse', 'glade', 'granary', 'lighthouse', 'mine', 'quarry', 'shrine', 'tower', 'wharf'] as const;

export function heroName(random: Random): string {
  return random.pick(HEROES);
}

export function encounterName(random: Random): string {
  return `${random.pick(PLACES)}-${random.integer(2, 39)}`;
}

/** What every scenario has: the hero with a class, and the encounter. */
export function baseFacts(random: Random): Facts {
  return [heroOf({ hero: heroName(random), encounter: encounterName(random), class: random.pick(CLASSES) })];
}

export function heroOf(fields: Readonly<Record<string, Value>>): FactRecord {
  return { subject: 'hero-1', kind: 'hero', fields };
}

export const { rootField, one, many } = recordsOwnedBy('hero', ['hero', 'encounter'], GAME_FACTS);

/** Plausible values of derived whole numbers. */
const RANGES: Ranges = {
  level: [5, 12], proficiency_bonus: [3, 5], raised_strength: [14, 19], strength_drain: [1, 3], strength_score: [12, 18], strength_modifier: [2, 4], dexterity_modifier: [2, 4],
  constitution_modifier: [2, 4], casting_modifier: [3, 5], weapon_modifier: [2, 5], attack_bonus: [6, 10], spell_attack: [6, 10], advantages: [1, 3], disadvantages: [1, 3], attack_die: [11, 19],
  effect_bonus: [2, 6], attack_total: [20, 29], target_class: [13, 18], object_class: [13, 19], hit_margin: [1, 5], critical_dice: [4, 8], weapon_roll: [8, 24],
  damage_dealt: [14, 30], reduced_damage: [11, 26], resisted_damage: [5, 15], vulnerable_damage: [18, 50], damage_taken: [10, 24], foe_left: [5, 60], 
  cover_bonus: [2, 5], attuned_bonus: [2, 5], armor_class: [14, 18], hit_harm: [14, 36], fall_dice: [3, 9], fall_damage: [11, 40], trap_damage: [12, 40], harm_taken: [25, 70],
  temporary_points: [5, 12], points_lost: [15, 45], points_now: [6, 30], overflow: [20, 60], hit_points_maximum: [45, 90], halved_maximum: [20, 40], death_excess: [1, 20],
  constitution_save: [4, 8], dexterity_save: [4, 9], concentration_failures: [1, 3], held_minutes: [3, 40], lasting_minutes: [5, 50], death_failures: [1, 4],
  blow_failures: [1, 3], failures_in_all: [2, 6], healing: [9, 26], points_healed: [9, 26], short_rest_points: [12, 40], points_after: [20, 70], dice_left: [2, 5], dice_regained: [2, 6],
  dice_after_rest: [4, 10], exhaustion_level: [2, 4], exhaustion_after_rest: [1, 3], spell_dc: [13, 18], slot_total: [3, 4], slots_left: [1, 3], spell_dice: [5, 9],
  cantrip_dice: [2, 3], spell_roll: [18, 40], failed_saves: [1, 3], area_damage: [60, 180], component_cost: [1100, 9000], athletics_bonus: [5, 12], stealth_bonus: [5, 12], hindered_die: [3, 12],
  check_total: [15, 26], grapple_margin: [2, 12], unnoticed: [1, 4], passive_perception: [16, 24], spotted_margin: [1, 9], trap_class: [11, 15], group_successes: [2, 4], trap_dice: [4, 10],
  breath_seconds: [180, 300], suffocation_rounds: [2, 4], fasting_levels: [1, 2], thirst_levels: [1, 2], carrying_capacity: [150, 270], carried_weight: [95, 260], weight_penalty: [10, 20],
  weight_excess: [12, 90], walking_speed: [20, 35], movement_cost: [8, 14], movement_left: [5, 45], travel_minutes: [545, 690], march_hours: [2, 4],
  march_failures: [1, 2], coin_value: [3000, 90_000], loot_value: [20_000, 190_000], share: [9000, 60_000], craft_days: [11, 90], craft_cost: [4000, 40_000],
  lifestyle_cost: [1500, 20_000], training_cost: [2000, 20_000], expenses: [9000, 70_000], purse_left: [1100, 70_000],
};

export const { wantedCount, knownCount, some, oneOf } = drawsFrom(RANGES);

/** The same draw in a scenario that has further values. */
export function knowing(b: Binder, values: Readonly<Record<string, Value>>): Binder {
  return { ...b, values: new Map([...b.values, ...Object.entries(values)]) };
}

/** A drawing of facts for which values that the scenario lacks are drawn once, before all else. */
export function settled(names: readonly string[], bind: (b: Binder) => Facts): (b: Binder) => Facts {
  return (b) => bind(knowing(b, Object.fromEntries(names.map((name) => [name, knownCount(b, name)]))));
}

/** A value that the scenario has, else one that was given so far, else a drawn one. */
export function aim(b: Binder, name: string): number {
  return (b.want[name] as number | undefined) ?? knownCount(b, name);
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** Dice that show a total where they can, else any. */
export function rolls({ random }: Binder, count: number, sides: number, total?: number): number[] {
  if (total === undefined || total < count || total > count * sides) return Array.from({ length: count }, () => random.integer(1, sides));
  const dice = Array.from({ length: count }, () => 1);
  for (let left = total - count; left > 0;) {
    const at = random.integer(0, count - 1);
    if (dice[at]! === sides) continue;
    dice[at]! += 1;
    left -= 1;
  }
  return dice;
}

/** Rows of dice: those that count, and two more that were rolled. */
export function diceRows(b: Binder, kind: string, count: number, sides: number, total?: number): Facts {
  return many(b, kind, [...rolls(b, count, sides, total), ...rolls(b, 2, sides)].map((result) => ({ result })));
}

/** Rows of a kind; where it has rows already, what these lack. */
export function filled(b: Binder, kind: string, list: readonly Readonly<Record<string, Value>>[]): Facts {
  const there = b.facts.filter((record) => record.kind === kind);
  return there.length === 0 ? many(b, kind, list) : there.flatMap((record, i) => (list[i] === undefined ? [] : [{ ...record, fields: { ...list[i], ...record.fields } }]));
}

/** A whole number cut into positive parts. */
export function cut({ random }: Binder, total: number, parts: number): number[] {
  const sizes: number[] = [];
  let rest = total;
  for (let left = parts; left > 1; left -= 1) {
    const size = random.integer(1, Math.max(1, Math.floor(rest / left)));
    sizes.push(size);
    rest -= size;
  }
  return [...sizes, rest];
}

/** Days on which sessions are held. */
const FIRST_SESSION = '2026-08-08';

export function sessionDay({ random }: Binder, first = FIRST_SESSION, days = 120): string {
  return dateOfDay(dayNumber(first) + random.integer(0, days));
}

/** A day of play on which all rulings hold. */
export function latePlay(b: Binder): Facts {
  return given(b, { play_date: sessionDay(b, '2026-11-14', 25) });
}

/** A time of the story: its calendar is written like the common one. */
export function storyTime({ random }: Binder, firstHour: number, lastHour: number): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return `1492-0${random.integer(3, 9)}-${two(random.integer(2, 27))}T${two(random.integer(firstHour, lastHour))}:${two(random.integer(1, 58))}:00Z`;
}

export function minutesAfter(time: string, minutes: number): string {
  return timeOfSeconds(secondsOf(time) + BigInt(minutes * 60));
}

/** A value of text that the scenario has, else one that was given so far, else a drawn one. */
export function aimText(b: Binder, name: string, draw: () => string): string {
  return ((b.values.get(name) ?? b.want[name]) as string | undefined) ?? draw();
}
