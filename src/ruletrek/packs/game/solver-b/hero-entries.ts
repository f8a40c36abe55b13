/** Solver B: book/abilities.md and book/checks.md. */
import { highest, over, type Entries, type Entry, type Sheet } from '../../sheet.ts';
import { all, beside, half, own, total } from './lookups.ts';

function level(sheet: Sheet): Entry {
  const credits = sheet.rows('credit');
  return credits.length === 0 ? undefined : Math.floor(total(credits, 'credits') / sheet.limit('credits for a level')) + 1;
}

/** Levels 1–4: 2, 5–8: 3, … */
function proficiency(sheet: Sheet): Entry {
  const hero = sheet.number('level');
  return hero === undefined ? undefined : Math.ceil(hero / 4) + 1;
}

function raised(sheet: Sheet): Entry {
  const [base, rows] = [own(sheet, 'strength'), sheet.rows('improvement').filter((row) => row['ability'] === 'strength')];
  return base === undefined || rows.length === 0 ? undefined : Math.min(base + total(rows, 'points'), 20);
}

function strength(sheet: Sheet): Entry {
  const base = sheet.number('raised_strength') ?? own(sheet, 'strength');
  return base === undefined ? undefined : Math.max(base - (sheet.number('strength_drain') ?? 0), 1);
}

function constitutionSave(sheet: Sheet): Entry {
  const [modifier, trained] = [sheet.number('constitution_modifier'), sheet.rows('training').some((row) => row['save'] === 'constitution')];
  const bonus = trained ? sheet.number('proficiency_bonus') : 0;
  return modifier === undefined || bonus === undefined ? undefined : modifier + bonus + (sheet.number('effect_bonus') ?? 0);
}

function effects(sheet: Sheet): Entry {
  const rows = sheet.rows('effect');
  const names = [...new Set(rows.map((row) => row['name']))];
  const best = names.map((name) => highest(rows.filter((row) => row['name'] === name).map((row) => Number(row['bonus']))) ?? 0);
  return over(best.reduce((a, b) => a + b, 0), 0);
}

function capacity(sheet: Sheet): Entry {
  const score = sheet.number('strength_score');
  const pounds = score === undefined ? undefined : 15 * score;
  const size = sheet.root['size'];
  if (pounds === undefined || size === undefined) return undefined;
  return size === 'large' ? 2 * pounds : size === 'tiny' ? Math.floor(pounds / 2) : pounds;
}

function maximum(sheet: Sheet): Entry {
  const known = all(sheet, 'level', 'constitution_modifier');
  const sides = sheet.limit('sides of the hit die');
  return known === undefined ? undefined : sides + known[1]! + (known[0]! - 1) * (sides / 2 + 1 + known[1]!);
}

/** What training in a skill adds; undefined where the proficiency bonus is needed and missing. */
function trainingIn(sheet: Sheet, skill: string): number | undefined {
  const kind = sheet.rows('skill').find((row) => row['skill'] === skill)?.['training'];
  const bonus = sheet.number('proficiency_bonus');
  if (kind === undefined) return 0;
  if (bonus === undefined) return undefined;
  return kind === 'expert' ? bonus + bonus : kind === 'half' ? Math.floor(bonus / 2) : bonus;
}

function skill(name: string, modifier: string): (sheet: Sheet) => Entry {
  return (sheet) => {
    const [base, trained] = [sheet.number(modifier), trainingIn(sheet, name)];
    return base === undefined || trained === undefined ? undefined : over(base + trained, 0);
  };
}

function hindered(sheet: Sheet): Entry {
  const [first, second] = [sheet.field('check', 'die'), sheet.field('check', 'second_die')];
  return first === undefined || second === undefined || (sheet.number('exhaustion_level') ?? 0) < 1 ? undefined : Math.min(first, second);
}

function checkTotal(sheet: Sheet): Entry {
  const bonus = sheet.number(`${checked(sheet)}_bonus`);
  const die = sheet.number('hindered_die') ?? sheet.field('check', 'die');
  return bonus === undefined || die === undefined ? undefined : bonus + die + (sheet.number('effect_bonus') ?? 0);
}

function checked(sheet: Sheet): string | undefined {
  return sheet.rows('check').find((row) => row['skill'] !== undefined)?.['skill'];
}

function unnoticed(sheet: Sheet): Entry {
  const reached = sheet.number('check_total');
  if (reached === undefined || checked(sheet) !== 'stealth') return undefined;
  return over(sheet.rows('watcher').filter((row) => Number(row['perception']) < reached).length, 0);
}

function passive(sheet: Sheet): Entry {
  const [modifier, trained, light] = [half(own(sheet, 'wisdom')), trainingIn(sheet, 'perception'), sheet.rows('site')[0]?.['light']];
  if (modifier === undefined || trained === undefined || light === undefined) return undefined;
  return 10 + modifier + trained - (light === 'dim' ? 5 : 0);
}

function group(sheet: Sheet): Entry {
  const bound = sheet.number('trap_class');
  return bound === undefined ? undefined : over(sheet.rows('companion').filter((row) => Number(row['die']) + Number(row['bonus']) >= bound).length, 0);
}

export const HERO_ENTRIES: Entries = {
  level,
  proficiency_bonus: proficiency,
  raised_strength: raised,
  strength_drain: (sheet) => over(total(sheet.rows('drain'), 'points'), 0),
  strength_score: strength,
  strength_modifier: (sheet) => half(sheet.number('strength_score')),
  dexterity_modifier: (sheet) => half(own(sheet, 'dexterity')),
  constitution_modifier: (sheet) => half(own(sheet, 'constitution')),
  casting_modifier: (sheet) => {
    const row = sheet.table('tables/numbers-2026.csv').find((one) => one['limit'] === 'ability for spells');
    return half(own(sheet, row?.[sheet.root['class'] ?? ''] ?? ''));
  },
  constitution_save: constitutionSave,
  dexterity_save: (sheet) => {
    const modifier = sheet.number('dexterity_modifier');
    return modifier === undefined ? undefined : modifier + (sheet.number('effect_bonus') ?? 0) + (sheet.number('cover_bonus') ?? 0);
  },
  effect_bonus: effects,
  carrying_capacity: capacity,
  hit_points_maximum: maximum,
  halved_maximum: (sheet) => {
    const most = sheet.number('hit_points_maximum');
    return most !== undefined && (sheet.number('exhaustion_level') ?? 0) > 3 ? Math.floor(most / 2) : undefined;
  },
  athletics_bonus: skill('athletics', 'strength_modifier'),
  stealth_bonus: skill('stealth', 'dexterity_modifier'),
  hindered_die: hindered,
  check_total: checkTotal,
  grapple_margin: (sheet) => (checked(sheet) === 'athletics' ? over(sheet.number('check_total'), sheet.field('foe', 'contest_total')) : undefined),
  unnoticed,
  passive_perception: passive,
  trap_class: (sheet) => beside(sheet, 'trap-difficulties', sheet.rows('trap').find((row) => row['severity'] !== undefined)?.['severity']),
  spotted_margin: (sheet) => over(sheet.number('passive_perception'), sheet.number('trap_class')),
  group_successes: group,
};
