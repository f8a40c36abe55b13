/** Solver B: book/travel.md and club/hazards.yaml. */
import { exact, from, isTrue, later, over, type Entries, type Entry, type Sheet } from '../../sheet.ts';
import { beside, dice, own, thrown, total } from './lookups.ts';

function weight(sheet: Sheet): Entry {
  const items = sheet.rows('item');
  if (items.length === 0) return undefined;
  return items.map((row) => Number(row['quantity']) * Number(row['weight'])).reduce((a, b) => a + b, Math.floor(total(sheet.rows('coin'), 'count') / 50));
}

function penalty(load: number, score: number): Entry {
  if (load > score * 10) return 20;
  return load > score * 5 ? 10 : undefined;
}

function speed(sheet: Sheet): Entry {
  const [base, exhaustion] = [own(sheet, 'speed'), sheet.number('exhaustion_level') ?? 0];
  if (base === undefined || exhaustion > 4) return undefined;
  const slowed = base - (sheet.number('weight_penalty') ?? 0);
  return over(exhaustion > 1 ? Math.floor(slowed / 2) : slowed, 0);
}

function cost(sheet: Sheet): Entry {
  const path = sheet.rows('path');
  const prone = isTrue(sheet.rows('turn').find((row) => row['prone'] !== undefined)?.['prone']);
  const walking = prone ? sheet.number('walking_speed') : 0;
  if (path.length === 0 || walking === undefined) return undefined;
  const feet = path.map((row) => Number(row['feet']) * [true, isTrue(row['difficult']), ['climb', 'swim', 'crawl'].includes(row['mode'] ?? '')].filter(Boolean).length);
  return feet.reduce((a, b) => a + b, Math.floor(walking / 2));
}

function left(sheet: Sheet): Entry {
  const [walking, dash] = [sheet.number('walking_speed'), sheet.rows('turn').find((row) => row['dash'] !== undefined)?.['dash']];
  return walking === undefined || dash === undefined ? undefined : over(isTrue(dash) ? walking * 2 : walking, sheet.number('movement_cost'));
}

function travel(sheet: Sheet): Entry {
  const [legs, pace] = [sheet.rows('leg'), beside(sheet, 'paces', sheet.rows('journey').find((row) => row['pace'] !== undefined)?.['pace'])];
  if (legs.length === 0 || pace === undefined) return undefined;
  const miles = legs.map((row) => (isTrue(row['difficult']) ? 2 : 1) * Number(row['miles'])).reduce((a, b) => a + b, 0);
  return exact(miles, 60, sheet.number('weight_penalty') === undefined ? pace : pace - 1);
}

function marchHours(sheet: Sheet): Entry {
  const [minutes, usual] = [sheet.number('travel_minutes'), sheet.number('amended_march') ?? sheet.limit("hours of a day's march")];
  return minutes === undefined ? undefined : over(Math.ceil(minutes / 60), usual);
}

function marchFailures(sheet: Sheet): Entry {
  const [hours, save, thrownDice] = [sheet.number('march_hours'), sheet.number('constitution_save'), dice(sheet, 'march_die')];
  if (hours === undefined || save === undefined || thrownDice.length < hours) return undefined;
  let failed = 0;
  for (let hour = 1; hour <= hours; hour += 1) if (thrownDice[hour - 1]! + save < 10 + hour) failed += 1;
  return over(failed, 0);
}

function trapDice(sheet: Sheet): Entry {
  const [level, severity] = [sheet.number('level'), sheet.rows('trap').find((row) => row['severity'] !== undefined)?.['severity']];
  if (level === undefined || severity === undefined) return undefined;
  const rows = sheet.table('tables/trap-dice.csv').filter((row) => Number(row['from level']) <= level);
  return Number(rows[rows.length - 1]?.[severity]);
}

function trapDamage(sheet: Sheet): Entry {
  const [dealt, save, bound, die] = [thrown(sheet, 'trap_die', sheet.number('trap_dice')), sheet.number('dexterity_save'), sheet.number('trap_class'), sheet.field('trap', 'save_die')];
  if (typeof dealt !== 'number' || save === undefined || bound === undefined || die === undefined) return undefined;
  return die + save < bound ? dealt : over(Math.floor(dealt / 2), 0);
}

function drowning(sheet: Sheet): Entry {
  const [breath, rounds] = [sheet.number('breath_seconds'), sheet.number('suffocation_rounds')];
  return breath === undefined || rounds === undefined ? undefined : later(sheet.rows('water')[0]?.['submerged'], (breath + 6 * rounds) / 60);
}

function fasting(sheet: Sheet): Entry {
  const [halves, modifier] = [own(sheet, 'fasted_half_days'), sheet.number('constitution_modifier')];
  return halves === undefined || modifier === undefined ? undefined : over(Math.floor(halves / 2), Math.max(modifier + 3, 1));
}

function thirst(sheet: Sheet): Entry {
  const [save, before] = [sheet.number('constitution_save'), own(sheet, 'exhaustion')];
  if (save === undefined || before === undefined) return undefined;
  const short = sheet.rows('drink').filter((row) => Number(row['pints']) < Number(row['needed']));
  const saved = short.filter((row) => Number(row['pints']) >= Number(row['needed']) / 2 && Number(row['save_die']) + save >= sheet.limit('difficulty of thirst'));
  return over((short.length - saved.length) * (before > 0 ? 2 : 1), 0);
}

export const ROAD_ENTRIES: Entries = {
  carried_weight: weight,
  weight_penalty: from(['carried_weight', 'strength_score'], penalty),
  weight_excess: (sheet) => over(sheet.number('carried_weight'), sheet.number('carrying_capacity')),
  walking_speed: speed,
  movement_cost: cost,
  movement_left: left,
  travel_minutes: travel,
  march_hours: marchHours,
  march_failures: marchFailures,
  arrival: (sheet) => later(sheet.text('rest_end') ?? sheet.rows('journey').find((row) => row['departed'] !== undefined)?.['departed'], sheet.number('travel_minutes')),
  trap_dice: trapDice,
  trap_damage: trapDamage,
  breath_seconds: from(['constitution_modifier'], (modifier) => Math.max(60 + 60 * modifier, 30)),
  suffocation_rounds: from(['constitution_modifier'], (modifier) => (modifier < 1 ? 1 : modifier)),
  drowning_at: drowning,
  fasting_levels: fasting,
  thirst_levels: thirst,
};
