/** The game pack: hand-worked encounters, its documents and tables, and an instance from building to its checks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildInstance } from '../../../src/ruletrek/build/build-instance.ts';
import { evaluate, orderRules } from '../../../src/ruletrek/core/evaluate.ts';
import type { FactRecord, Value } from '../../../src/ruletrek/core/facts.ts';
import { packHash } from '../../../src/ruletrek/instance/draft.ts';
import { readInstance } from '../../../src/ruletrek/instance/read.ts';
import { spanOf } from '../../../src/ruletrek/packs/documents.ts';
import { GAME_PACK } from '../../../src/ruletrek/packs/game/pack.ts';
import { GAME_NUMBERS } from '../../../src/ruletrek/packs/game/parameters.ts';
import { engineOf } from '../../../src/ruletrek/scenario/state.ts';

const { set } = GAME_PACK;
const ordered = orderRules(set.rules);
type Fields = Readonly<Record<string, Value>>;

function rows(kind: string, ...list: readonly Fields[]): FactRecord[] {
  return list.map((fields, i) => ({ subject: `${kind}-${i + 1}`, kind, fields }));
}

const dice = (kind: string, ...results: readonly number[]): FactRecord[] => rows(kind, ...results.map((result) => ({ result })));

/** Values of solver A from given values and rows of a wizard's encounter. */
function valuesOf(given: Fields, further: readonly FactRecord[] = [], hero: Fields = {}): (name: string) => Value | undefined {
  const fields = { hero: 'Gisla', encounter: 'ford-7', class: 'wizard', ...hero };
  const { values } = evaluate(set, ordered, [{ subject: 'hero-1', kind: 'hero', fields }, { subject: 'given', kind: 'given', fields: given }, ...further]);
  return (name) => values.get(name);
}

describe('the hero', () => {
  it('levels by full numbers of credits, and proficiency by every fourth level', () => {
    // 15 credits at 4 each: level 1 + 3; 16: level 5, where proficiency becomes 3.
    const at = (credits: number): readonly unknown[] => ['level', 'proficiency_bonus'].map(valuesOf({}, rows('credit', { credits }, { credits: 40, state: 'retracted' })));
    expect([at(15), at(16)]).toEqual([[4, 2], [5, 3]]);
  });

  it('Strength is raised to 20 at most before drains are deducted', () => {
    const facts = [...rows('improvement', { ability: 'strength', points: 4 }, { ability: 'wisdom', points: 2 }), ...rows('drain', { points: 3, state: 'open' }, { points: 5, state: 'dispelled' })];
    const value = valuesOf({}, facts, { strength: 18 });
    expect([value('raised_strength'), value('strength_score'), value('strength_modifier')]).toEqual([20, 17, 3]);
  });

  it('hit points: the whole die at first level, half and one more after it; halved by exhaustion', () => {
    // d6: 6 + 2, then three levels of 3 + 1 + 2.
    const given = { level: 4, constitution_modifier: 2 };
    expect(valuesOf(given)('hit_points_maximum')).toBe(26);
    expect([3, 4].map((level) => valuesOf({ ...given, exhaustion_level: level })('halved_maximum'))).toEqual([undefined, 13]);
  });

  it('effects of one name count once, proficiency too', () => {
    const effects = rows('effect', { name: 'bless', bonus: 3 }, { name: 'bless', bonus: 2 }, { name: 'aura', bonus: 1 });
    const save = rows('training', { save: 'constitution' }, { save: 'constitution' });
    expect(valuesOf({ constitution_modifier: 1, proficiency_bonus: 3 }, [...effects, ...save])('constitution_save')).toBe(8);
  });
});

describe('an attack', () => {
  it('advantage and disadvantage cancel, however many there are', () => {
    const attack = rows('attack', { single_die: 9, first_die: 4, second_die: 17 });
    const die = (...effects: readonly string[]): unknown => valuesOf({}, [...attack, ...rows('circumstance', ...effects.map((effect) => ({ effect })))])('attack_die');
    expect([die(), die('advantage'), die('disadvantage'), die('advantage', 'advantage', 'disadvantage')]).toEqual([9, 17, 4, 9]);
  });

  it('only the best cover counts, and half cover is another from 5 September on', () => {
    const cover = (given: Fields, ...degrees: readonly string[]): unknown => valuesOf(given, rows('obstacle', ...degrees.map((degree) => ({ cover: degree }))))('cover_bonus');
    expect([cover({}, 'half', 'three-quarters', 'half'), cover({}, 'half'), cover({}, 'half', 'total')]).toEqual([5, 2, undefined]);
    expect([cover({ play_date: '2026-09-04' }, 'half'), cover({ play_date: '2026-09-05' }, 'half')]).toEqual([2, 3]);
  });

  it('a critical hit doubles the dice that are thrown, by their numbers', () => {
    const weapon = rows('weapon', { dice: 2, form: 'melee', magic: 1 });
    const roll = (die: number): unknown => valuesOf({ attack_die: die, hit_margin: 1 }, [...weapon, ...dice('damage_die', 1, 2, 3, 4, 8).reverse()])('weapon_roll');
    expect([roll(19), roll(20)]).toEqual([3, 10]);
  });

  it('reductions come before resistance, and vulnerability last', () => {
    // 25 − 5 = 20, halved 10, doubled 20, and 3 for a rider.
    const facts = [...rows('weapon', { damage_type: 'fire' }), ...rows('reduction', { points: 5 }), ...rows('rider', { amount: 3 }), ...rows('foe_trait', { trait: 'resistance', damage_type: 'fire' }, { trait: 'vulnerability', damage_type: 'fire' })];
    const value = valuesOf({ damage_dealt: 25 }, facts);
    expect(['reduced_damage', 'resisted_damage', 'vulnerable_damage', 'damage_taken'].map(value)).toEqual([20, 10, 20, 23]);
  });
});

describe('harm and recovery', () => {
  it('the items attuned first count, three of them', () => {
    const items = rows('magic_item', ...['04', '02', '03', '05'].map((day, i) => ({ attuned: `1492-02-${day}T10:00:00Z`, bonus: 2 ** i })));
    expect(valuesOf({}, items)('attuned_bonus')).toBe(1 + 2 + 4);
  });

  it('armor lets the Dexterity modifier through by its weight', () => {
    const armor = (weight: string): unknown => valuesOf({ dexterity_modifier: 3 }, rows('armor', { weight, base: 13, shield: true }))('armor_class');
    expect(['light', 'medium', 'heavy'].map(armor)).toEqual([18, 17, 15]);
  });

  it('wards do not add up and are lost first; what goes beyond the maximum kills', () => {
    const wards = rows('ward', { points: 5 }, { points: 8 }, { points: 30, state: 'dispelled' });
    const value = valuesOf({ harm_taken: 40, hit_points_maximum: 12 }, wards, { hit_points: 20 });
    expect(['temporary_points', 'points_lost', 'points_now', 'overflow', 'death_excess'].map(value)).toEqual([8, 32, undefined, 12, 0]);
  });

  it('a fall has one die for 10 feet, for 6 by the ruling, and 20 at most', () => {
    const fall = (feet: number, given: Fields = {}): unknown => valuesOf(given, rows('fall', { feet }))('fall_dice');
    expect([fall(59), fall(59, { play_date: '2026-09-19' }), fall(290)]).toEqual([5, 9, 20]);
  });

  it('a long rest begins anew after an hour of interruption, not after less', () => {
    const facts = [...rows('rest', { began: '1492-05-02T21:00:00Z' }), ...rows('interruption', { began: '1492-05-02T23:00:00Z', minutes: 75 }, { began: '1492-05-03T02:00:00Z', minutes: 59 })];
    expect(valuesOf({}, facts)('rest_end')).toBe('1492-05-03T08:15:00Z');
    expect(valuesOf({}, facts.filter(({ kind }) => kind === 'rest'))('rest_end')).toBe('1492-05-03T05:00:00Z');
  });

  it('hit dice come back up to half of the level, a third by the ruling', () => {
    const regained = (given: Fields): unknown => valuesOf({ level: 9, rest_end: '1492-05-03T08:15:00Z', ...given }, [], { spent_dice: 8 })('dice_regained');
    expect([regained({}), regained({ play_date: '2026-10-03' })]).toEqual([4, 3]);
  });
});

describe('spells', () => {
  it('each source asks for a save of its own, against half of its damage or 10', () => {
    // Save 4: 9 + 4 = 13 against 16 fails; 7 + 4 = 11 against 10 holds, against 12 of the ruling it fails; 20 + 4 holds.
    const sources = rows('source', { save_die: 9, damage: 33, at: '1492-05-02T12:20:40Z' }, { save_die: 7, damage: 12, at: '1492-05-02T12:05:40Z' }, { save_die: 20, damage: 40, at: '1492-05-02T12:01:00Z' });
    const held = (given: Fields): readonly unknown[] => ['concentration_failures', 'held_minutes'].map(valuesOf({ constitution_save: 4, cast_finished: '1492-05-02T12:00:00Z', ...given }, sources));
    expect([held({}), held({ play_date: '2026-09-26' })]).toEqual([[1, 20], [2, 5]]);
  });

  it('a slot above the spell gives more dice, rituals take none', () => {
    const facts = [...rows('spell', { slot_level: 3, level: 1, base_dice: 2, extra_dice: 1 }), ...rows('casting', { slot_level: 3, ritual: false }, { slot_level: 3, ritual: true }, { slot_level: 2, ritual: false })];
    const value = valuesOf({ level: 6 }, facts);
    expect([value('spell_dice'), value('slot_total'), value('slots_left')]).toEqual([4, 3, 2]);
  });

  it('cover helps those behind it; who saves takes half', () => {
    const saves = rows('foe_save', { die: 8, bonus: 2, covered: false }, { die: 8, bonus: 2, covered: true }, { die: 15, bonus: 0, covered: false });
    const value = valuesOf({ spell_dc: 12, cover_bonus: 2, spell_roll: 15 }, saves);
    expect([value('failed_saves'), value('area_damage')]).toEqual([1, 15 + 7 + 7]);
  });
});

describe('checks, hazards and the road', () => {
  it('training doubles or halves the bonus once', () => {
    const bonus = (training: string): unknown => valuesOf({ strength_modifier: 2, proficiency_bonus: 3 }, rows('skill', { skill: 'athletics', training }))('athletics_bonus');
    expect(['proficient', 'expert', 'half'].map(bonus)).toEqual([5, 8, 3]);
  });

  it('traps by severity and tier, halved by a save that reaches the difficulty', () => {
    const facts = (die: number): FactRecord[] => [...rows('trap', { severity: 'dangerous', save_die: die }), ...dice('trap_die', 10, 9, 8, 6, 5)];
    const damage = (die: number): unknown => valuesOf({ level: 10, dexterity_save: 3 }, facts(die))('trap_damage');
    expect([damage(11), damage(12)]).toEqual([33, 16]);
  });

  it('half of the water asks for a save, less brings exhaustion, twice that for the exhausted', () => {
    const drinks = rows('drink', { needed: 8, pints: 8, save_die: 1 }, { needed: 16, pints: 8, save_die: 11 }, { needed: 16, pints: 8, save_die: 10 }, { needed: 8, pints: 3, save_die: 20 });
    expect([0, 1].map((exhaustion) => valuesOf({ constitution_save: 4 }, drinks, { exhaustion })('thirst_levels'))).toEqual([2, 4]);
  });

  it('a march beyond eight hours asks for a save each hour, one harder each time', () => {
    // 16 miles, 6 of them difficult, at 2 miles an hour: 22 × 30 = 660 minutes, 3 hours beyond 8; saves 12, 12, 12 against 11, 12, 13.
    const facts = [...rows('journey', { pace: 'slow' }), ...rows('leg', { miles: 10, difficult: false }, { miles: 6, difficult: true }), ...dice('march_die', 9, 9, 9, 1)];
    const value = valuesOf({ constitution_save: 3 }, facts);
    expect(['travel_minutes', 'march_hours', 'march_failures'].map(value)).toEqual([660, 3, 1]);
  });

  it('weight takes speed, exhaustion halves it, standing up costs half of it', () => {
    const facts = [...rows('path', { feet: 3, difficult: true, mode: 'climb' }), ...rows('turn', { prone: true, dash: true })];
    const value = valuesOf({ carried_weight: 81, strength_score: 16, exhaustion_level: 2 }, facts, { speed: 35 });
    expect(['weight_penalty', 'walking_speed', 'movement_cost', 'movement_left'].map(value)).toEqual([10, 12, 15, 9]);
  });
});

describe('downtime and rulings', () => {
  it('gear fetches half until the repeal; shares drop the fraction', () => {
    const facts = [...rows('good', { sort: 'gear', price: 901 }, { sort: 'gem', price: 500 }), ...rows('coin', { coin: 'silver', count: 7 }), ...rows('member', {}, {}, {}, { state: 'gone' })];
    const share = (given: Fields): readonly unknown[] => ['loot_value', 'share'].map(valuesOf(given, facts));
    expect([share({}), share({ play_date: '2026-10-24' })]).toEqual([[1020, 340], [1471, 490]]);
  });

  it('crafting takes days of all crafters, and a comfortable life costs half meanwhile', () => {
    const facts = [...rows('project', { price: 10_001, crafters: 2 }), ...rows('lodging', { lifestyle: 'comfortable' })];
    expect(['craft_days', 'craft_cost', 'lifestyle_cost', 'expenses'].map(valuesOf({}, facts))).toEqual([11, 5000, 1100, 6100]);
    expect(valuesOf({ play_date: '2026-11-07' }, facts)('craft_days')).toBe(8);
  });

  it('the club’s day begins at 06:00 six hours behind UTC; closed days postpone to a Saturday', () => {
    // 2026-09-13T11:59Z is 05:59 at the club: still Saturday 12 September. Closed until Sunday 13: from Monday 14 on, the Saturday is 19.
    const facts = rows('session', { begun: '2026-09-13T11:59:00Z' });
    const closure = rows('closure', { first: '2026-09-12', last: '2026-09-13' });
    expect(['session_date', 'play_date'].map(valuesOf({}, facts))).toEqual(['2026-09-12', '2026-09-12']);
    expect(['postponed_date', 'play_date'].map(valuesOf({}, [...facts, ...closure]))).toEqual(['2026-09-14', '2026-09-19']);
  });
});

describe('documents', () => {
  it('have every rule once, with the hash of rules.json', async () => {
    const documents = await GAME_PACK.documents();
    for (const source of GAME_PACK.sources) expect({ id: source.id, sha256: spanOf(documents, source).sha256 }).toEqual({ id: source.id, sha256: source.sha256 });
    expect(GAME_PACK.sources.map(({ id }) => id).sort()).toEqual(set.rules.map(({ id }) => id).sort());
    const names = set.rules.flatMap(({ emits }) => Object.keys(emits));
    expect(new Set(names).size).toBe(names.length);
  });

  it('state every number: in a table, or in a ruling', async () => {
    const documents = await GAME_PACK.documents();
    const text = (path: string): string => documents.find((one) => one.path === path)!.lines.join(' ');
    const tables = documents.filter(({ path }) => path.startsWith('tables/')).map(({ path }) => text(path)).join(' ');
    for (const [name, { label, versions }] of Object.entries(GAME_NUMBERS)) {
      if (label !== undefined) expect(text('tables/numbers-2026.csv')).toContain(label);
      else if (versions['2026']![''] !== undefined) expect({ name, there: text('club/rulings-2026.md').includes(versions['2026']!['']!) }).toEqual({ name, there: true });
      else for (const [key, value] of Object.entries(versions['2026']!)) expect({ name, there: tables.includes(key.split('/')[0]!) && tables.includes(value) }).toEqual({ name, there: true });
    }
  });
});

describe('an instance', () => {
  const root = mkdtempSync(join(tmpdir(), 'ruletrek-game-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('passes all checks from its files, with the graph that was ordered', async () => {
    const documents = await GAME_PACK.documents();
    const context = { pack: GAME_PACK, engine: engineOf(set), documents, sha256: packHash(GAME_PACK, documents) };
    const { draft } = await buildInstance(context, root, { id: 'game-001', target: { nodes: 6, depth: 2 }, seed: 'test', taken: new Set() });
    expect([draft.graph.nodes.length, draft.graph.depth]).toEqual([6, 2]);
    const { task, stages } = await readInstance(root);
    expect(task.domain).toBe('game-rules');
    expect(stages).toHaveLength(6);
  });
});
