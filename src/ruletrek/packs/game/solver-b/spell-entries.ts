/** Solver B: book/spells.docx and club/recovery.yaml. */
import { from, isTrue, later, over, type Entries, type Entry, type Sheet } from '../../sheet.ts';
import type { Row } from '../../second-solver.ts';
import { all, dice, own, thrown, total } from './lookups.ts';

function spell(sheet: Sheet): Row {
  return sheet.rows('spell')[0] ?? {};
}

function withFocus(sheet: Sheet, base: number): Entry {
  const [known, focus] = [all(sheet, 'proficiency_bonus', 'casting_modifier'), spell(sheet)['focus']];
  return known === undefined || focus === undefined ? undefined : base + known[0]! + known[1]! + Number(focus);
}

function slotTotal(sheet: Sheet): Entry {
  const row = sheet.table('tables/spell-slots.csv').find((one) => one['level'] === String(sheet.number('level')));
  const cell = row?.[spell(sheet)['slot_level'] ?? ''];
  return cell === undefined || cell === '' ? undefined : Number(cell);
}

function slotsLeft(sheet: Sheet): Entry {
  const used = sheet.rows('casting').filter((row) => row['slot_level'] === spell(sheet)['slot_level'] && !isTrue(row['ritual']));
  return spell(sheet)['slot_level'] === undefined ? undefined : over(sheet.number('slot_total'), used.length);
}

function spellDice(sheet: Sheet): Entry {
  const [slot, level, base, extra] = ['slot_level', 'level', 'base_dice', 'extra_dice'].map((name) => Number(spell(sheet)[name] ?? NaN)) as [number, number, number, number];
  return slot >= level && base + extra > 0 ? base + extra * (slot - level) : undefined;
}

function cantripDice(sheet: Sheet): Entry {
  const level = sheet.number('level');
  if (level === undefined || spell(sheet)['level'] !== '0') return undefined;
  return level >= 17 ? 4 : level >= 11 ? 3 : level >= 5 ? 2 : 1;
}

function failedSaves(sheet: Sheet): Entry {
  const [bound, cover] = [sheet.number('spell_dc'), sheet.number('cover_bonus')];
  if (bound === undefined) return undefined;
  const reached = sheet.rows('foe_save').map((row) => Number(row['die']) + Number(row['bonus']) + (isTrue(row['covered']) ? cover ?? NaN : 0));
  return over(reached.filter((sum) => sum < bound).length, 0);
}

function areaDamage(sheet: Sheet): Entry {
  const [known, caught] = [all(sheet, 'spell_roll', 'failed_saves'), sheet.rows('foe_save').length];
  if (known === undefined || caught < known[1]!) return undefined;
  const [roll, failed] = known as [number, number];
  return roll * failed + Math.floor(roll / 2) * (caught - failed);
}

/** Sources of damage at which concentration fails. */
function failing(sheet: Sheet): Row[] {
  const [save, bound] = [sheet.number('constitution_save'), sheet.number('amended_concentration') ?? sheet.limit('lowest difficulty of concentration')];
  if (save === undefined) return [];
  return sheet.rows('source').filter((row) => Number(row['save_die']) + save < Math.max(bound, Math.floor(Number(row['damage']) / 2)));
}

function heldMinutes(sheet: Sheet): Entry {
  const [start, times] = [sheet.text('cast_finished'), failing(sheet).map((row) => Date.parse(row['at'] ?? ''))];
  return start === undefined || times.length === 0 ? undefined : over(Math.floor((Math.min(...times) - Date.parse(start)) / 60_000), 0);
}

function lasting(sheet: Sheet): Entry {
  const [duration, held] = [spell(sheet)['duration'], sheet.number('held_minutes')];
  return duration === undefined ? undefined : Math.min(Number(duration), held ?? Number(duration));
}

function castFinished(sheet: Sheet): Entry {
  const { started, minutes, ritual } = spell(sheet) as { readonly started?: string; readonly minutes?: string; readonly ritual?: string };
  return minutes === undefined ? undefined : later(started, Number(minutes) + (isTrue(ritual) ? 10 : 0));
}

function componentCost(sheet: Sheet): Entry {
  return over(sheet.rows('component').reduce((sum, row) => sum + Number(row['cost']) * (isTrue(row['consumed']) ? Number(row['castings']) : 1), 0), 0);
}

function healing(sheet: Sheet): Entry {
  const rows = sheet.rows('heal');
  const spells = rows.filter((row) => isTrue(row['spell'])).length;
  const modifier = spells === 0 ? 0 : sheet.number('casting_modifier');
  return modifier === undefined ? undefined : over(total(rows, 'rolled') + spells * modifier, 0);
}

function pointsHealed(sheet: Sheet): Entry {
  const [heal, now, most] = [sheet.number('healing'), sheet.number('points_now'), sheet.number('halved_maximum') ?? sheet.number('hit_points_maximum')];
  return heal === undefined || now === undefined || most === undefined ? undefined : over(Math.min(heal, most - now), 0);
}

function shortRest(sheet: Sheet): Entry {
  const known = all(sheet, 'constitution_modifier', 'dice_left');
  if (known === undefined) return undefined;
  return over(dice(sheet, 'rest_die').slice(0, known[1]).map((die) => Math.max(die + known[0]!, 0)).reduce((a, b) => a + b, 0), 0);
}

function pointsAfter(sheet: Sheet): Entry {
  const [now, magic, rest] = ['points_now', 'points_healed', 'short_rest_points'].map((name) => sheet.number(name));
  return now === undefined || (magic === undefined && rest === undefined) ? undefined : now + (magic ?? 0) + (rest ?? 0);
}

function regained(sheet: Sheet): Entry {
  const [level, spent] = [sheet.number('level'), own(sheet, 'spent_dice')];
  if (level === undefined || spent === undefined || sheet.text('rest_end') === undefined) return undefined;
  const part = sheet.number('amended_rest') ?? sheet.limit('part of the hit dice that a long rest brings back');
  return over(Math.min(Math.max(Math.floor(level / part), 1), spent), 0);
}

function restart(sheet: Sheet): Entry {
  const ends = sheet.rows('interruption').filter((row) => Number(row['minutes']) >= 60).map((row) => later(row['began'], Number(row['minutes']))!);
  return ends.length === 0 ? undefined : ends.reduce((a, b) => (Date.parse(a) > Date.parse(b) ? a : b));
}

function exhaustion(sheet: Sheet): Entry {
  const [before, causes] = [own(sheet, 'exhaustion'), ['march_failures', 'fasting_levels', 'thirst_levels'].map((name) => sheet.number(name)).filter((count) => count !== undefined)];
  return before === undefined || causes.length === 0 ? undefined : Math.min(causes.reduce((a, b) => a + b, before), 6);
}

export const SPELL_ENTRIES: Entries = {
  spell_dc: (sheet) => withFocus(sheet, 8),
  spell_attack: (sheet) => withFocus(sheet, 0),
  slot_total: slotTotal,
  slots_left: slotsLeft,
  spell_dice: spellDice,
  cantrip_dice: cantripDice,
  spell_roll: (sheet) => thrown(sheet, 'spell_die', sheet.number('cantrip_dice') ?? sheet.number('spell_dice')),
  failed_saves: failedSaves,
  area_damage: areaDamage,
  cast_finished: castFinished,
  concentration_failures: (sheet) => over(failing(sheet).length, 0),
  held_minutes: heldMinutes,
  lasting_minutes: lasting,
  spell_end: (sheet) => later(sheet.text('cast_finished'), sheet.number('lasting_minutes')),
  component_cost: componentCost,
  healing,
  points_healed: pointsHealed,
  dice_left: (sheet) => over(sheet.number('level'), own(sheet, 'spent_dice')),
  short_rest_points: shortRest,
  points_after: pointsAfter,
  dice_regained: regained,
  dice_after_rest: from(['dice_left', 'dice_regained'], (left, back) => left + back),
  rest_restart: restart,
  rest_end: (sheet) => later(sheet.text('rest_restart') ?? sheet.rows('rest')[0]?.['began'], 60 * sheet.limit('hours of a long rest')),
  exhaustion_level: exhaustion,
  exhaustion_after_rest: (sheet) => (sheet.text('rest_end') === undefined ? undefined : over(sheet.number('exhaustion_level'), 1)),
};
