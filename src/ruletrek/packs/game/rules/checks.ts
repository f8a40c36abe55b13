/** Ability checks: skills, contests, hiding, passive perception, checks of a group against a trap. */
import type { Facts } from '../../../core/facts.ts';
import type { Binder, RuleContext, RuleModule } from '../../../core/rule.ts';
import { positive } from '../../conclude.ts';
import { given } from '../../draw.ts';
import { clamp, heroOf, knownCount, many, one, settled, some, wantedCount } from '../draw.ts';
import { exhausted } from './abilities.ts';
import { conclude, hero, keyed, modifierOf } from './conclude.ts';

const SHARES: Readonly<Record<string, (bonus: number) => number>> = { proficient: (bonus) => bonus, expert: (bonus) => 2 * bonus, half: (bonus) => Math.floor(bonus / 2) };

/** The proficiency bonus once, doubled or halved by the training in a skill; 0 without training. */
function training(c: RuleContext, skill: string): number {
  const row = c.records('skill').find((one) => one.text('skill') === skill);
  const share = row === undefined ? undefined : SHARES[row.text('training')];
  return share === undefined ? 0 : share(c.count('proficiency_bonus'));
}

/** A row of training in the skill beside those that are there. */
function skillRow(b: Binder, skill: string, trainings: readonly string[]): Facts {
  const taken = b.facts.filter(({ kind }) => kind === 'skill').length;
  const rows = many({ ...b, facts: b.facts.filter(({ kind }) => kind !== 'skill') }, 'skill', [{ skill, training: b.random.pick(trainings) }]);
  return rows.map((row) => ({ ...row, subject: `skill-${taken + 1}` }));
}

function skillBonus(skill: string, modifier: string): RuleModule {
  return conclude(`${skill}-bonus`, `${skill}_bonus`, {
    reads: { [modifier]: 'dependency', proficiency_bonus: 'aggregation' },
    value: (c) => positive(c.count(modifier) + training(c, skill)),
    bind: (b) => [...some(b, modifier, 'proficiency_bonus'), ...skillRow(b, skill, ['proficient', 'expert', 'half'])],
  });
}

const athletics = skillBonus('athletics', 'strength_modifier');
const stealth = skillBonus('stealth', 'dexterity_modifier');

const hindered = conclude('hindered-die', 'hindered_die', {
  reads: { exhaustion_level: 'eligibility' },
  value: (c) => {
    const check = c.record('check');
    return c.count('exhaustion_level') >= 1 ? Math.min(check.integer('die'), check.integer('second_die')) : undefined;
  },
  bind: (b) => {
    const low = clamp(wantedCount(b, 'hindered_die'), 2, 17);
    return [...exhausted(b, 1), ...one(b, 'check', { die: b.random.integer(low + 1, 20), second_die: low })];
  },
});

const total = conclude('check-total', 'check_total', {
  reads: { athletics_bonus: 'dependency', stealth_bonus: 'dependency', hindered_die: 'override', effect_bonus: 'aggregation' },
  value: (c) => {
    const check = c.record('check');
    const skill = check.text('skill');
    if (skill !== 'athletics' && skill !== 'stealth') return undefined;
    return c.count(`${skill}_bonus`) + (c.optionalCount('hindered_die') ?? check.integer('die')) + (c.optionalCount('effect_bonus') ?? 0);
  },
  bind: (b) => {
    const skill = b.derived.has('athletics_bonus') ? 'athletics' : b.derived.has('stealth_bonus') ? 'stealth' : b.random.pick(['athletics', 'stealth']);
    const die = clamp(wantedCount(b, 'check_total') - knownCount(b, `${skill}_bonus`), 2, 19);
    return [...one(b, 'check', { skill, die }), ...some(b, `${skill}_bonus`)];
  },
});

const grapple = conclude('grapple-margin', 'grapple_margin', {
  reads: { check_total: 'dependency' },
  value: (c) => (c.record('check').text('skill') === 'athletics' ? positive(c.count('check_total') - c.record('foe').integer('contest_total')) : undefined),
  bind: settled(['check_total'], (b) => [...some(b, 'check_total'), ...one(b, 'check', { skill: 'athletics' }), ...one(b, 'foe', { contest_total: Math.max(1, knownCount(b, 'check_total') - wantedCount(b, 'grapple_margin')) })]),
});

/** Watchers whose passive perception is below the total. */
const unnoticed = conclude('unnoticed', 'unnoticed', {
  reads: { check_total: 'dependency' },
  value: (c) => (c.record('check').text('skill') === 'stealth' ? positive(c.records('watcher').filter((row) => row.integer('perception') < c.count('check_total')).length) : undefined),
  bind: settled(['check_total'], (b) => {
    const bound = knownCount(b, 'check_total');
    const below = Array.from({ length: clamp(wantedCount(b, 'unnoticed'), 1, 4) }, () => bound - b.random.integer(1, 5));
    return [...some(b, 'check_total'), ...one(b, 'check', { skill: 'stealth' }), ...many(b, 'watcher', b.random.shuffle([...below, bound + b.random.integer(0, 3)]).map((perception) => ({ state: 'awake', perception })))];
  }),
});

/** Points that passive perception loses by the light. */
const LIGHT: Readonly<Record<string, number>> = { bright: 0, dim: 5 };

const passive = conclude('passive-perception', 'passive_perception', {
  reads: { proficiency_bonus: 'aggregation' },
  value: (c) => {
    const loss = LIGHT[c.record('site').text('light')];
    return loss === undefined ? undefined : 10 + modifierOf(hero(c).integer('wisdom')) + training(c, 'perception') - loss;
  },
  bind: (b) => [heroOf({ wisdom: 2 * b.random.integer(7, 9) }), ...some(b, 'proficiency_bonus'), ...skillRow(b, 'perception', ['proficient', 'expert']), ...one(b, 'site', { light: b.random.pick(['dim', 'bright']) })],
});

const trapClass = conclude('trap-difficulty', 'trap_class', {
  value: (c) => keyed(c, 'TRAP_CLASS', c.record('trap').text('severity')),
  bind: (b) => one(b, 'trap', { severity: b.want['trap_class'] === 11 ? 'setback' : b.want['trap_class'] === 15 ? 'dangerous' : b.random.pick(['setback', 'dangerous', 'deadly']) }),
});

const spotted = conclude('spotted-margin', 'spotted_margin', {
  reads: { passive_perception: 'dependency', trap_class: 'dependency' },
  value: (c) => positive(c.count('passive_perception') - c.count('trap_class')),
  bind: (b) => {
    const [passively, bound] = [b.values.get('passive_perception') as number | undefined, b.values.get('trap_class') as number | undefined];
    const gap = wantedCount(b, 'spotted_margin');
    return given(b, { passive_perception: passively ?? (bound ?? 11) + gap, trap_class: bound ?? Math.min(15, (passively ?? 20) - gap) });
  },
});

const group = conclude('group-successes', 'group_successes', {
  reads: { trap_class: 'dependency' },
  value: (c) => positive(c.records('companion').filter((row) => row.integer('die') + row.integer('bonus') >= c.count('trap_class')).length),
  bind: settled(['trap_class'], (b) => {
    const bound = knownCount(b, 'trap_class');
    const row = (sum: number): { readonly die: number; readonly bonus: number } => {
      const bonus = b.random.integer(1, 4);
      return { die: clamp(sum - bonus, 1, 20), bonus };
    };
    const good = Array.from({ length: clamp(wantedCount(b, 'group_successes'), 1, 4) }, () => row(bound + b.random.integer(0, 4)));
    return [...some(b, 'trap_class'), ...many(b, 'companion', b.random.shuffle([...good, row(bound - b.random.integer(1, 5))]))];
  }),
});

export const CHECK_RULES: readonly RuleModule[] = [athletics, stealth, hindered, total, grapple, unnoticed, passive, trapClass, spotted, group];
