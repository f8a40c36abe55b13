/** Solver B: book/attack.md and book/harm.docx. */
import { added, firstOf, from, highest, isTrue, over, type Entries, type Entry, type Sheet } from '../../sheet.ts';
import type { Row } from '../../second-solver.ts';
import { all, beside, own, thrown, total } from './lookups.ts';

/** A word of the first record of a kind that has it. */
function word(sheet: Sheet, kind: string, name: string): string | undefined {
  return sheet.rows(kind).find((row) => row[name] !== undefined)?.[name];
}

function weaponModifier(sheet: Sheet): Entry {
  const [form, strong, nimble] = [word(sheet, 'weapon', 'form'), sheet.number('strength_modifier'), sheet.number('dexterity_modifier')];
  if (form !== 'finesse') return form === 'melee' ? strong : form === 'ranged' ? nimble : undefined;
  return strong === undefined || nimble === undefined ? undefined : highest([strong, nimble]);
}

function attackBonus(sheet: Sheet): Entry {
  const trained = isTrue(word(sheet, 'weapon', 'proficient'));
  const [modifier, bonus, magic] = [sheet.number('weapon_modifier'), trained ? sheet.number('proficiency_bonus') : 0, sheet.field('weapon', 'magic')];
  return modifier === undefined || bonus === undefined || magic === undefined ? undefined : over(modifier + bonus + magic, 0);
}

function circumstances(sheet: Sheet, effect: string): number {
  return sheet.rows('circumstance').filter((row) => row['effect'] === effect).length;
}

function disadvantages(sheet: Sheet): Entry {
  const [distance, range] = [sheet.field('attack', 'distance'), sheet.field('attack', 'normal_range')];
  const marks = [distance !== undefined && range !== undefined && distance > range, (sheet.number('exhaustion_level') ?? 0) > 2, sheet.number('weight_penalty') === 20];
  return over(circumstances(sheet, 'disadvantage') + marks.filter(Boolean).length, 0);
}

function attackDie(sheet: Sheet): Entry {
  const [single, first, second] = ['single_die', 'first_die', 'second_die'].map((name) => sheet.field('attack', name));
  const sides = [sheet.number('advantages') !== undefined, sheet.number('disadvantages') !== undefined];
  if (sides[0] === sides[1]) return single;
  if (first === undefined || second === undefined) return undefined;
  return sides[0] === true ? Math.max(first, second) : Math.min(first, second);
}

function attackTotal(sheet: Sheet): Entry {
  const names: Readonly<Record<string, string>> = { weapon: 'attack_bonus', spell: 'spell_attack' };
  const known = all(sheet, 'attack_die', names[word(sheet, 'attack', 'manner') ?? ''] ?? '');
  return known === undefined ? undefined : known[0]! + known[1]! + (sheet.number('effect_bonus') ?? 0);
}

function cover(sheet: Sheet): Entry {
  const degrees = sheet.rows('obstacle').map((row) => row['cover']);
  if (degrees.includes('total')) return undefined;
  return highest(degrees.map((degree) => (degree === 'half' ? sheet.number('amended_cover') : undefined) ?? beside(sheet, 'cover', degree) ?? 0));
}

function targetClass(sheet: Sheet): Entry {
  const base = sheet.number('object_class') ?? sheet.field('foe', 'armor_class');
  return base === undefined ? undefined : base + (sheet.number('cover_bonus') ?? 0);
}

function criticalDice(sheet: Sheet): Entry {
  const [die, dice] = [sheet.number('attack_die'), sheet.field('weapon', 'dice')];
  const bound = sheet.field('weapon', 'critical_from') ?? sheet.limit('critical hit from');
  return die === undefined || dice === undefined || die < bound ? undefined : dice * 2;
}

function weaponRoll(sheet: Sheet): Entry {
  const doubled = sheet.number('critical_dice');
  if (doubled === undefined && sheet.number('hit_margin') === undefined) return undefined;
  return thrown(sheet, 'damage_die', doubled ?? sheet.field('weapon', 'dice'));
}

function dealt(sheet: Sheet): Entry {
  const manner = word(sheet, 'attack', 'manner');
  if (manner === 'spell') return sheet.number('hit_margin') === undefined ? undefined : sheet.number('spell_roll');
  const [known, magic] = [all(sheet, 'weapon_roll', 'weapon_modifier'), sheet.field('weapon', 'magic')];
  return manner !== 'weapon' || known === undefined || magic === undefined ? undefined : over(known[0]! + known[1]! + magic, 0);
}

function foeHas(sheet: Sheet, trait: string): boolean {
  const type = word(sheet, 'weapon', 'damage_type');
  return type !== undefined && sheet.rows('foe_trait').some((row) => row['trait'] === trait && row['damage_type'] === type);
}

function suffered(sheet: Sheet, ...names: readonly string[]): number | undefined {
  return firstOf(...names)(sheet) as number | undefined;
}

function resisted(sheet: Sheet): Entry {
  const damage = suffered(sheet, 'reduced_damage', 'damage_dealt');
  return damage === undefined || !foeHas(sheet, 'resistance') ? undefined : over(Math.floor(damage / 2), 0);
}

function doubled(sheet: Sheet): Entry {
  const damage = suffered(sheet, 'resisted_damage', 'reduced_damage', 'damage_dealt');
  return damage === undefined || !foeHas(sheet, 'vulnerability') ? undefined : damage + damage;
}

function taken(sheet: Sheet): Entry {
  const [damage, riders] = [suffered(sheet, 'vulnerable_damage', 'resisted_damage', 'reduced_damage', 'damage_dealt'), sheet.rows('rider')];
  return damage === undefined || riders.length === 0 ? undefined : damage + total(riders, 'amount');
}

function attuned(sheet: Sheet): Entry {
  const items = [...sheet.rows('magic_item')].sort((a, b) => Date.parse(a['attuned'] ?? '') - Date.parse(b['attuned'] ?? ''));
  return over(total(items.slice(0, sheet.limit('items in attunement')), 'bonus'), 0);
}

function armorClass(sheet: Sheet): Entry {
  const armor: Row = sheet.rows('armor')[0] ?? {};
  const nimble = sheet.number('dexterity_modifier');
  const part = armor['weight'] === 'heavy' ? 0 : nimble === undefined || armor['weight'] === 'light' ? nimble : Math.min(nimble, 2);
  if (armor['base'] === undefined || part === undefined) return undefined;
  return Number(armor['base']) + part + (isTrue(armor['shield']) ? 2 : 0) + (sheet.number('attuned_bonus') ?? 0);
}

function hitHarm(sheet: Sheet): Entry {
  const [bound, resists] = [sheet.number('armor_class'), sheet.rows('hero_trait').map((row) => row['damage_type'])];
  if (bound === undefined) return undefined;
  const hits = sheet.rows('incoming').filter((row) => Number(row['total']) >= bound);
  return over(hits.reduce((sum, row) => sum + Math.floor(Number(row['damage']) / (resists.includes(row['damage_type']) ? 2 : 1)), 0), 0);
}

function fallDice(sheet: Sheet): Entry {
  const feet = sheet.field('fall', 'feet');
  const each = sheet.number('amended_fall') ?? sheet.limit('feet for a die of falling');
  return feet === undefined ? undefined : over(Math.min(Math.floor(feet / each), sheet.limit('most dice of falling')), 0);
}

function deathExcess(sheet: Sheet): Entry {
  const [beyond, most] = [sheet.number('overflow'), sheet.number('halved_maximum') ?? sheet.number('hit_points_maximum')];
  return beyond === undefined || most === undefined || beyond < most ? undefined : beyond - most;
}

function deathFailures(sheet: Sheet): Entry {
  const dice = sheet.rows('death_roll').map((row) => Number(row['die']));
  return over(dice.filter((die) => die < 10).length + dice.filter((die) => die === 1).length, 0);
}

export const FIGHT_ENTRIES: Entries = {
  weapon_modifier: weaponModifier,
  attack_bonus: attackBonus,
  advantages: (sheet) => over(circumstances(sheet, 'advantage'), 0),
  disadvantages,
  attack_die: attackDie,
  attack_total: attackTotal,
  cover_bonus: cover,
  object_class: (sheet) => beside(sheet, 'substances', word(sheet, 'object', 'substance')),
  target_class: targetClass,
  hit_margin: from(['attack_total', 'target_class'], (reached, needed) => (reached < needed ? undefined : reached - needed)),
  critical_dice: criticalDice,
  weapon_roll: weaponRoll,
  damage_dealt: dealt,
  reduced_damage: (sheet) => (sheet.rows('reduction').length === 0 ? undefined : over(sheet.number('damage_dealt'), total(sheet.rows('reduction'), 'points'))),
  resisted_damage: resisted,
  vulnerable_damage: doubled,
  damage_taken: taken,
  foe_left: (sheet) => over(sheet.field('foe', 'hit_points'), sheet.number('damage_taken')),
  attuned_bonus: attuned,
  armor_class: armorClass,
  hit_harm: hitHarm,
  fall_dice: fallDice,
  fall_damage: (sheet) => thrown(sheet, 'fall_die', sheet.number('fall_dice')),
  harm_taken: added(2, 'hit_harm', 'fall_damage', 'trap_damage'),
  temporary_points: (sheet) => highest(sheet.rows('ward').map((row) => Number(row['points']))),
  points_lost: (sheet) => over(suffered(sheet, 'harm_taken', 'hit_harm', 'fall_damage', 'trap_damage'), sheet.number('temporary_points')),
  points_now: (sheet) => over(own(sheet, 'hit_points'), sheet.number('points_lost')),
  overflow: (sheet) => over(sheet.number('points_lost'), own(sheet, 'hit_points')),
  death_excess: deathExcess,
  death_failures: deathFailures,
  blow_failures: (sheet) => over(sheet.rows('blow').length + sheet.rows('blow').filter((row) => isTrue(row['critical'])).length, 0),
  failures_in_all: (sheet) => (sheet.number('overflow') === undefined ? undefined : added(2, 'death_failures', 'blow_failures')(sheet)),
};
