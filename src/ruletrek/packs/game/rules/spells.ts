/** Spells: difficulty, slots, dice, who is caught, how long they last, what breaks concentration. */
import { addMinutes, secondsOf } from '../../../core/dates.ts';
import type { Facts } from '../../../core/facts.ts';
import type { Binder, RecordView, RuleContext, RuleModule } from '../../../core/rule.ts';
import { positive } from '../../conclude.ts';
import { given } from '../../draw.ts';
import { aimText, clamp, diceRows, filled, knowing, knownCount, many, minutesAfter, one, settled, some, storyTime, wantedCount } from '../draw.ts';
import { numberOf } from '../parameters.ts';
import { conclude, firstCount, firstDice, keyed } from './conclude.ts';

function spell(c: RuleContext): RecordView {
  return c.record('spell');
}

const difficulty = conclude('spell-difficulty', 'spell_dc', {
  reads: { proficiency_bonus: 'dependency', casting_modifier: 'dependency' },
  value: (c) => 8 + c.count('proficiency_bonus') + c.count('casting_modifier') + spell(c).integer('focus'),
  bind: settled(['proficiency_bonus', 'casting_modifier'], (b) => [...some(b, 'proficiency_bonus', 'casting_modifier'), ...one(b, 'spell', { focus: clamp(wantedCount(b, 'spell_dc') - 8 - knownCount(b, 'proficiency_bonus') - knownCount(b, 'casting_modifier'), 0, 2) })]),
});

const spellAttack = conclude('spell-attack', 'spell_attack', {
  reads: { proficiency_bonus: 'dependency', casting_modifier: 'dependency' },
  value: (c) => c.count('proficiency_bonus') + c.count('casting_modifier') + spell(c).integer('focus'),
  bind: (b) => [...some(b, 'proficiency_bonus', 'casting_modifier'), ...one(b, 'spell', { focus: b.random.integer(1, 2) })],
});

const slotTotal = conclude('slot-total', 'slot_total', {
  reads: { level: 'dependency' },
  value: (c) => keyed(c, 'SLOTS', `${c.count('level')}/${spell(c).integer('slot_level')}`),
  bind: (b) => {
    const level = knownCount(b, 'level');
    const slots = [1, 2, 3].filter((slot) => numberOf('SLOTS', `${level}/${slot}`) !== undefined);
    return [...some(knowing(b, { level }), 'level'), ...one(b, 'spell', { slot_level: b.random.pick(slots) })];
  },
});

/** Rituals take no slot. */
const slotsLeft = conclude('slots-left', 'slots_left', {
  reads: { slot_total: 'dependency' },
  value: (c) => {
    const level = spell(c).integer('slot_level');
    return positive(c.count('slot_total') - c.records('casting').filter((row) => row.integer('slot_level') === level && !row.flag('ritual')).length);
  },
  bind: settled(['slot_total'], (b) => {
    const level = Number(b.facts.find(({ kind, fields }) => kind === 'spell' && fields['slot_level'] !== undefined)?.fields['slot_level'] ?? b.random.integer(1, 3));
    const spent = Math.max(1, knownCount(b, 'slot_total') - wantedCount(b, 'slots_left'));
    const own = Array.from({ length: spent }, () => ({ slot_level: level, ritual: false }));
    return [...some(b, 'slot_total'), ...one(b, 'spell', { slot_level: level }), ...many(b, 'casting', [...own, { slot_level: level, ritual: true }, { slot_level: level + 1, ritual: false }])];
  }),
});

const dice = conclude('spell-dice', 'spell_dice', {
  value: (c) => {
    const above = spell(c).integer('slot_level') - spell(c).integer('level');
    return above < 0 ? undefined : positive(spell(c).integer('base_dice') + above * spell(c).integer('extra_dice'));
  },
  bind: (b) => {
    const slot = Number(b.facts.find(({ kind, fields }) => kind === 'spell' && fields['slot_level'] !== undefined)?.fields['slot_level'] ?? b.random.integer(2, 4));
    const level = b.random.integer(1, Math.max(1, slot - 1));
    const extra = b.random.integer(1, 2);
    return one(b, 'spell', { slot_level: slot, level, extra_dice: extra, base_dice: Math.max(1, wantedCount(b, 'spell_dice') - (slot - level) * extra) });
  },
});

/** The levels from which on a cantrip has one more die. */
const CANTRIP_LEVELS = [5, 11, 17] as const;

const cantrip = conclude('cantrip-dice', 'cantrip_dice', {
  reads: { level: 'dependency' },
  value: (c) => (spell(c).integer('level') === 0 ? 1 + CANTRIP_LEVELS.filter((from) => c.count('level') >= from).length : undefined),
  bind: (b) => [...some(b, 'level'), ...one(b, 'spell', { level: 0 })],
});

const roll = conclude('spell-roll', 'spell_roll', {
  reads: { spell_dice: 'dependency', cantrip_dice: 'override' },
  value: (c) => firstDice(c, 'spell_die', firstCount(c, 'cantrip_dice', 'spell_dice') ?? 0),
  bind: (b) => {
    const name = b.derived.has('cantrip_dice') ? 'cantrip_dice' : 'spell_dice';
    const count = knownCount(b, name);
    return [...some(knowing(b, { [name]: count }), name), ...diceRows(b, 'spell_die', count, 6, b.want['spell_roll'] as number | undefined)];
  },
});

/** Cover helps those behind it who would fail without. */
function fails(c: RuleContext, row: RecordView): boolean {
  const short = c.count('spell_dc') - row.integer('die') - row.integer('bonus');
  return short > 0 && (!row.flag('covered') || short > c.count('cover_bonus'));
}

const failed = conclude('failed-saves', 'failed_saves', {
  reads: { spell_dc: 'dependency', cover_bonus: 'aggregation' },
  value: (c) => positive(c.records('foe_save').filter((row) => fails(c, row)).length),
  bind: settled(['spell_dc', 'cover_bonus'], (b) => {
    const [bound, cover] = [knownCount(b, 'spell_dc'), knownCount(b, 'cover_bonus')];
    const row = (total: number, covered: boolean): { readonly state: string; readonly die: number; readonly bonus: number; readonly covered: boolean } => {
      const die = clamp(total - b.random.integer(0, 3), 1, 20);
      return { state: 'caught', die, bonus: total - die, covered };
    };
    const failing = Array.from({ length: clamp(wantedCount(b, 'failed_saves'), 1, 3) }, () => row(bound - b.random.integer(1, Math.min(2, cover)), false));
    return [...some(b, 'spell_dc', 'cover_bonus'), ...filled(b, 'foe_save', b.random.shuffle([...failing, row(bound + b.random.integer(0, 2), false), row(bound - b.random.integer(1, cover), true)]))];
  }),
});

const area = conclude('area-damage', 'area_damage', {
  reads: { spell_roll: 'dependency', failed_saves: 'dependency' },
  value: (c) => {
    const [all, full] = [c.records('foe_save').length, c.count('spell_roll')];
    return all < c.count('failed_saves') ? undefined : c.count('failed_saves') * full + (all - c.count('failed_saves')) * Math.floor(full / 2);
  },
  bind: settled(['failed_saves'], (b) => [...some(b, 'spell_roll', 'failed_saves'), ...many(b, 'foe_save', Array.from({ length: knownCount(b, 'failed_saves') + 2 }, () => ({ state: 'caught' })))]),
});

const finished = conclude('cast-finished', 'cast_finished', {
  type: 'time',
  value: (c) => addMinutes(spell(c).text('started'), BigInt(spell(c).integer('minutes') + (spell(c).flag('ritual') ? 10 : 0))),
  bind: (b) => {
    const minutes = b.random.integer(1, 15);
    const ritual = b.random.chance(0.5);
    return one(b, 'spell', { started: minutesAfter(aimText(b, 'cast_finished', () => storyTime(b, 8, 18)), -minutes - (ritual ? 10 : 0)), minutes, ritual });
  },
});

/** A blow breaks concentration where the save is below half of its damage, or below the lowest difficulty. */
function breaks(c: RuleContext, row: RecordView): boolean {
  const total = row.integer('save_die') + c.count('constitution_save');
  return total < (c.optionalCount('amended_concentration') ?? c.limit('CONCENTRATION')) || total < Math.floor(row.integer('damage') / 2);
}

/** Blows: one that breaks concentration by its damage, one that breaks it under the amended bound only, some that do not. */
function sources(b: Binder): Facts {
  const [save, start] = [knownCount(b, 'constitution_save'), aimText(b, 'cast_finished', () => storyTime(b, 9, 19))];
  const row = (total: number, damage: number): { readonly save_die: number; readonly damage: number } => ({ save_die: clamp(total - save, 1, 20), damage });
  const plain = [row(13, 32), row(11, b.random.integer(5, 19)), row(17, b.random.integer(9, 33)), ...(b.random.chance(0.5) ? [row(15, 36)] : [])];
  return many(b, 'source', b.random.shuffle(plain).map((fields, i) => ({ ...fields, at: minutesAfter(start, 7 * i + b.random.integer(2, 8)).replace(':00Z', ':24Z') })));
}

const concentration = conclude('concentration-failures', 'concentration_failures', {
  reads: { constitution_save: 'dependency', amended_concentration: 'temporal' },
  value: (c) => positive(c.records('source').filter((row) => breaks(c, row)).length),
  bind: settled(['constitution_save'], (b) => [...some(b, 'constitution_save'), ...sources(b)]),
});

const held = conclude('minutes-held', 'held_minutes', {
  reads: { constitution_save: 'dependency', cast_finished: 'temporal', amended_concentration: 'temporal' },
  value: (c) => {
    const first = c.records('source').filter((row) => breaks(c, row)).map((row) => row.text('at')).sort()[0];
    return first === undefined ? undefined : positive(Number((secondsOf(first) - secondsOf(c.text('cast_finished'))) / 60n));
  },
  bind: (b) => {
    const start = aimText(b, 'cast_finished', () => storyTime(b, 9, 19));
    const known = knowing(b, { cast_finished: start, constitution_save: knownCount(b, 'constitution_save') });
    return [...some(known, 'constitution_save'), ...given(b, { cast_finished: start }), ...sources(known)];
  },
});

const lasting = conclude('lasting-minutes', 'lasting_minutes', {
  reads: { held_minutes: 'override' },
  value: (c) => Math.min(spell(c).integer('duration'), c.optionalCount('held_minutes') ?? Infinity),
  bind: (b) => one(b, 'spell', { duration: b.derived.has('held_minutes') ? b.random.pick([60, 90, 120]) : wantedCount(b, 'lasting_minutes') }),
});

const end = conclude('spell-end', 'spell_end', {
  type: 'time',
  reads: { cast_finished: 'dependency', lasting_minutes: 'dependency' },
  value: (c) => addMinutes(c.text('cast_finished'), BigInt(c.count('lasting_minutes'))),
  bind: (b) => [...given(b, { cast_finished: aimText(b, 'cast_finished', () => storyTime(b, 8, 18)) }), ...some(b, 'lasting_minutes')],
});

const components = conclude('component-cost', 'component_cost', {
  value: (c) => positive(c.records('component').reduce((sum, row) => sum + row.integer('cost') * (row.flag('consumed') ? row.integer('castings') : 1), 0)),
  bind: (b) => many(b, 'component', [{ cost: b.random.integer(300, 2500), consumed: true, castings: b.random.integer(2, 3) }, { cost: b.random.integer(900, 4000), consumed: false, castings: b.random.integer(2, 3) }]),
});

export const SPELL_RULES: readonly RuleModule[] = [
  difficulty, spellAttack, slotTotal, slotsLeft, dice, cantrip, roll, failed, area, finished, concentration, held, lasting, end, components,
];
