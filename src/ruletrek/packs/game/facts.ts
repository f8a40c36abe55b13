/** Records of an encounter: columns, and which records belong to the hero and the encounter under review. */
import type { Facts, FactRecord, FactTypes } from '../../core/facts.ts';

export const CLASSES = ['bard', 'cleric', 'druid', 'sorcerer', 'wizard'] as const;

export const GAME_FACTS: FactTypes = {
  hero: {
    hero: 'text', encounter: 'text', class: 'enum', size: 'enum', strength: 'integer', dexterity: 'integer', constitution: 'integer', intelligence: 'integer', wisdom: 'integer',
    charisma: 'integer', speed: 'integer', hit_points: 'integer', spent_dice: 'integer', exhaustion: 'integer', fasted_half_days: 'integer', purse: 'integer',
  },
  session: { encounter: 'text', begun: 'time' },
  closure: { state: 'enum', first: 'date', last: 'date' },
  credit: { hero: 'text', state: 'enum', credits: 'integer' },
  improvement: { hero: 'text', ability: 'enum', points: 'integer' },
  drain: { hero: 'text', state: 'enum', points: 'integer' },
  training: { hero: 'text', save: 'enum' },
  skill: { hero: 'text', skill: 'enum', training: 'enum' },
  weapon: { hero: 'text', encounter: 'text', form: 'enum', damage_type: 'enum', dice: 'integer', magic: 'integer', proficient: 'boolean', critical_from: 'integer' },
  attack: { hero: 'text', encounter: 'text', manner: 'enum', single_die: 'integer', first_die: 'integer', second_die: 'integer', distance: 'integer', normal_range: 'integer' },
  circumstance: { encounter: 'text', state: 'enum', effect: 'enum' },
  effect: { encounter: 'text', state: 'enum', name: 'enum', bonus: 'integer' },
  obstacle: { encounter: 'text', state: 'enum', cover: 'enum' },
  foe: { encounter: 'text', armor_class: 'integer', hit_points: 'integer', contest_total: 'integer' },
  object: { encounter: 'text', substance: 'enum' },
  damage_die: { encounter: 'text', result: 'integer' },
  reduction: { encounter: 'text', state: 'enum', points: 'integer' },
  foe_trait: { encounter: 'text', trait: 'enum', damage_type: 'enum' },
  rider: { encounter: 'text', state: 'enum', amount: 'integer' },
  armor: { hero: 'text', weight: 'enum', base: 'integer', shield: 'boolean' },
  magic_item: { hero: 'text', state: 'enum', name: 'enum', attuned: 'time', bonus: 'integer' },
  incoming: { encounter: 'text', state: 'enum', total: 'integer', damage: 'integer', damage_type: 'enum' },
  hero_trait: { hero: 'text', damage_type: 'enum' },
  ward: { encounter: 'text', state: 'enum', points: 'integer' },
  fall: { encounter: 'text', feet: 'integer' },
  fall_die: { encounter: 'text', result: 'integer' },
  death_roll: { encounter: 'text', die: 'integer' },
  blow: { encounter: 'text', critical: 'boolean' },
  heal: { encounter: 'text', state: 'enum', rolled: 'integer', spell: 'boolean' },
  rest: { hero: 'text', encounter: 'text', began: 'time' },
  rest_die: { hero: 'text', encounter: 'text', result: 'integer' },
  interruption: { encounter: 'text', began: 'time', minutes: 'integer' },
  spell: { encounter: 'text', level: 'integer', slot_level: 'integer', base_dice: 'integer', extra_dice: 'integer', focus: 'integer', started: 'time', minutes: 'integer', ritual: 'boolean', duration: 'integer' },
  casting: { hero: 'text', slot_level: 'integer', ritual: 'boolean' },
  spell_die: { encounter: 'text', result: 'integer' },
  foe_save: { encounter: 'text', state: 'enum', die: 'integer', bonus: 'integer', covered: 'boolean' },
  source: { encounter: 'text', at: 'time', damage: 'integer', save_die: 'integer' },
  component: { encounter: 'text', cost: 'integer', consumed: 'boolean', castings: 'integer' },
  check: { hero: 'text', encounter: 'text', skill: 'enum', die: 'integer', second_die: 'integer' },
  watcher: { encounter: 'text', state: 'enum', perception: 'integer' },
  site: { encounter: 'text', light: 'enum' },
  companion: { encounter: 'text', die: 'integer', bonus: 'integer' },
  trap: { encounter: 'text', severity: 'enum', save_die: 'integer' },
  trap_die: { encounter: 'text', result: 'integer' },
  water: { encounter: 'text', submerged: 'time' },
  drink: { hero: 'text', needed: 'integer', pints: 'integer', save_die: 'integer' },
  item: { hero: 'text', state: 'enum', quantity: 'integer', weight: 'integer' },
  coin: { hero: 'text', coin: 'enum', count: 'integer' },
  path: { encounter: 'text', feet: 'integer', difficult: 'boolean', mode: 'enum' },
  turn: { hero: 'text', encounter: 'text', prone: 'boolean', dash: 'boolean' },

  journey: { encounter: 'text', pace: 'enum', departed: 'time' },
  leg: { encounter: 'text', state: 'enum', miles: 'integer', difficult: 'boolean' },
  march_die: { hero: 'text', encounter: 'text', result: 'integer' },
  good: { encounter: 'text', state: 'enum', sort: 'enum', price: 'integer' },
  member: { encounter: 'text', state: 'enum', name: 'enum' },
  project: { hero: 'text', price: 'integer', crafters: 'integer' },
  lodging: { hero: 'text', lifestyle: 'enum' },
  lesson: { hero: 'text', days_done: 'integer' },
};

/** The day of the question. */
export const AS_OF = '2026-12-19';
/** Effects that ended, rolls that were taken back, items that were lost, foes and companions that are gone. */
export const NOT_IN_FORCE: readonly string[] = ['dispelled', 'retracted', 'lost', 'gone'];

/** Records of the hero and the encounter under review that are in force. */
export function inScope(facts: Facts): Facts {
  const own = facts.find(({ kind }) => kind === 'hero')?.fields;
  const belongs = ({ fields }: FactRecord, name: string): boolean => fields[name] === undefined || fields[name] === own?.[name];
  return facts.filter((record) => belongs(record, 'hero') && belongs(record, 'encounter') && !NOT_IN_FORCE.includes(String(record.fields['state'])));
}
