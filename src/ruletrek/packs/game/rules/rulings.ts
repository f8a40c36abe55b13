/** The day of a session, and rulings that amend or repeal a rule from a day of play on. */
import { addMinutes, dateOfDay, dayNumber } from '../../../core/dates.ts';
import { TO_CENT } from '../../../core/money.ts';
import type { RuleModule } from '../../../core/rule.ts';
import { given } from '../../draw.ts';
import { aimText, latePlay, many, one, sessionDay } from '../draw.ts';
import { conclude } from './conclude.ts';

/** The club's clock is six hours behind UTC, and its day begins at 06:00. */
const BEHIND_MINUTES = -720n;

const session = conclude('session-date', 'session_date', {
  type: 'date',
  value: (c) => addMinutes(c.record('session').text('begun'), BEHIND_MINUTES).slice(0, 10),
  bind: (b) => {
    const day = aimText(b, 'session_date', () => sessionDay(b));
    const late = b.random.chance(0.75);
    const hour = late ? b.random.integer(0, 9) : b.random.integer(14, 22);
    return one(b, 'session', { begun: `${dateOfDay(dayNumber(day) + (late ? 1 : 0))}T${String(hour).padStart(2, '0')}:${b.random.integer(10, 58)}:00Z` });
  },
});

const postponed = conclude('postponed-date', 'postponed_date', {
  type: 'date',
  reads: { session_date: 'temporal' },
  value: (c) => {
    const closure = c.records('closure').find((row) => row.text('first') <= c.text('session_date') && row.text('last') >= c.text('session_date'));
    return closure === undefined ? undefined : dateOfDay(dayNumber(closure.text('last')) + 1);
  },
  bind: (b) => {
    const day = aimText(b, 'session_date', () => sessionDay(b));
    return [...given(b, { session_date: day }), ...many(b, 'closure', [{ state: 'planned', first: dateOfDay(dayNumber(day) - b.random.integer(0, 3)), last: dateOfDay(dayNumber(day) + b.random.integer(1, 8)) }])];
  },
});

/** Day numbers of Saturdays leave 2 when divided by 7: 1970-01-03 was one. */
function saturdayFrom(date: string): string {
  const day = dayNumber(date);
  return dateOfDay(day + ((((2 - day) % 7) + 7) % 7));
}

const play = conclude('day-of-play', 'play_date', {
  type: 'date',
  reads: { session_date: 'temporal', postponed_date: 'override' },
  value: (c) => saturdayFrom(c.optionalText('postponed_date') ?? c.text('session_date')),
  bind: (b) => (b.derived.has('postponed_date') ? [] : given(b, { session_date: aimText(b, 'session_date', () => aimText(b, 'play_date', () => sessionDay(b))) })),
});

/** A ruling that holds from a day of play on, and the number that it states. */
function ruling(id: string, name: string, parameter: string, from: string): RuleModule {
  return conclude(id, name, {
    reads: { play_date: 'temporal' },
    value: (c) => (c.text('play_date') >= from ? c.limit(parameter) : undefined),
    bind: latePlay,
  });
}

const repeal: RuleModule = {
  id: 'game.repeal-of-half-price',
  emits: { half_price_repealed: 'boolean' },
  reads: { play_date: 'temporal' },
  rounding: TO_CENT,
  when: (c) => c.text('play_date') >= '2026-10-24',
  then: () => ({ half_price_repealed: true }),
  bind: latePlay,
};

export const RULING_RULES: readonly RuleModule[] = [
  session, postponed, play,
  ruling('amended-cover', 'amended_cover', 'AMENDED_COVER', '2026-09-05'),
  ruling('amended-fall', 'amended_fall', 'AMENDED_FALL', '2026-09-19'),
  ruling('amended-concentration', 'amended_concentration', 'AMENDED_CONCENTRATION', '2026-09-26'),
  ruling('amended-rest', 'amended_rest', 'AMENDED_REST', '2026-10-03'),
  ruling('amended-march', 'amended_march', 'AMENDED_MARCH', '2026-10-10'),
  ruling('amended-crafting', 'amended_craft', 'AMENDED_CRAFT', '2026-11-07'),
  repeal,
];
