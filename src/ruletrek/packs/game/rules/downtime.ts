/** Loot and its shares, work between adventures, and what is left in the purse. */
import { dateOfDay, dayNumber } from '../../../core/dates.ts';
import type { RuleModule } from '../../../core/rule.ts';
import { positive, sumOfSome } from '../../conclude.ts';
import { given } from '../../draw.ts';
import { aimText, heroOf, knownCount, many, one, sessionDay, settled, some, wantedCount } from '../draw.ts';
import { keysOf } from '../parameters.ts';
import { conclude, hero, keyed } from './conclude.ts';

const coins = conclude('value-of-coins', 'coin_value', {
  value: (c) => {
    const values = c.records('coin').map((row) => ({ rate: keyed(c, 'COIN', row.text('coin')), row }));
    return values.some(({ rate }) => rate === undefined) ? undefined : positive(values.reduce((sum, { rate, row }) => sum + row.integer('count') * rate!, 0));
  },
  bind: (b) => {
    const kinds = b.random.shuffle(keysOf('COIN')).slice(0, b.random.integer(2, 3));
    return many(b, 'coin', kinds.map((coin) => ({ coin, count: coin === 'platinum' ? b.random.integer(3, 40) : b.random.integer(55, 400) })));
  },
});

/** Gear fetches half of its price until a ruling repeals that; gems and art keep theirs. */
const loot = conclude('value-of-loot', 'loot_value', {
  reads: { coin_value: 'aggregation', half_price_repealed: 'temporal' },
  value: (c) => {
    if (c.records('good').length === 0) return undefined;
    const goods = c.records('good').reduce((sum, row) => sum + (!c.has('half_price_repealed') && row.text('sort') === 'gear' ? Math.floor(row.integer('price') / 2) : row.integer('price')), 0);
    return positive(goods + (c.optionalCount('coin_value') ?? 0));
  },
  bind: (b) => [
    ...many(b, 'good', ['gear', 'gem', 'gear', 'art'].slice(0, b.random.integer(2, 4)).map((sort) => ({ state: 'found', sort, price: b.random.integer(1500, 60_000) }))),
    ...(b.random.chance(0.4) ? some(b, 'coin_value') : []),
  ],
});

const share = conclude('share', 'share', {
  reads: { loot_value: 'dependency' },
  value: (c) => {
    const members = c.records('member').length;
    return members < 2 ? undefined : positive(Math.floor(c.count('loot_value') / members));
  },
  bind: (b) => [...some(b, 'loot_value'), ...many(b, 'member', b.random.shuffle(['Alwen', 'Brundt', 'Corisande', 'Dorrik', 'Elowen', 'Fennimor']).slice(0, b.random.integer(3, 5)).map((name) => ({ state: 'present', name })))],
});

const craftDays = conclude('days-of-crafting', 'craft_days', {
  reads: { amended_craft: 'temporal' },
  value: (c) => positive(Math.ceil(c.record('project').integer('price') / ((c.optionalCount('amended_craft') ?? c.limit('CRAFT_RATE')) * c.record('project').integer('crafters')))),
  bind: (b) => {
    const crafters = b.random.integer(1, 3);
    return one(b, 'project', { crafters, price: 500 * crafters * wantedCount(b, 'craft_days') - b.random.integer(10, 400) });
  },
});

const craftCost = conclude('cost-of-crafting', 'craft_cost', {
  value: (c) => positive(Math.floor(c.record('project').integer('price') / 2)),
  bind: (b) => one(b, 'project', { price: 2 * wantedCount(b, 'craft_cost') + b.random.integer(0, 1) }),
});

/** While crafting, a comfortable life costs half. */
const lifestyle = conclude('cost-of-living', 'lifestyle_cost', {
  reads: { craft_days: 'dependency' },
  value: (c) => {
    const style = c.record('lodging').text('lifestyle');
    const price = keyed(c, 'LIFESTYLE', style);
    return price === undefined ? undefined : positive(c.count('craft_days') * (style === 'comfortable' ? Math.floor(price / 2) : price));
  },
  bind: (b) => [...some(b, 'craft_days'), ...one(b, 'lodging', { lifestyle: b.random.pick(keysOf('LIFESTYLE')) })],
});

const training = conclude('cost-of-training', 'training_cost', {
  value: (c) => positive((c.limit('TRAINING_DAYS') - c.record('lesson').integer('days_done')) * c.limit('TRAINING_PRICE')),
  bind: (b) => one(b, 'lesson', { days_done: Math.max(5, 250 - Math.floor(wantedCount(b, 'training_cost') / 100)) }),
});

const COSTS = ['craft_cost', 'lifestyle_cost', 'training_cost', 'component_cost'] as const;

const expenses = conclude('expenses', 'expenses', {
  reads: { craft_cost: 'aggregation', lifestyle_cost: 'aggregation', training_cost: 'aggregation', component_cost: 'aggregation' },
  value: (c) => sumOfSome(c, COSTS),
  bind: (b) => some(b, ...b.random.shuffle([...COSTS]).slice(0, 2)),
});

const purse = conclude('purse', 'purse_left', {
  reads: { share: 'aggregation', expenses: 'dependency' },
  value: (c) => positive(hero(c).integer('purse') + (c.optionalCount('share') ?? 0) - c.count('expenses')),
  bind: settled(['expenses'], (b) => [...some(b, 'expenses'), heroOf({ purse: knownCount(b, 'expenses') + wantedCount(b, 'purse_left') })]),
});

const finished = conclude('end-of-crafting', 'craft_finished', {
  type: 'date',
  reads: { play_date: 'temporal', craft_days: 'dependency' },
  value: (c) => dateOfDay(dayNumber(c.text('play_date')) + c.count('craft_days')),
  bind: (b) => [...given(b, { play_date: aimText(b, 'play_date', () => sessionDay(b)) }), ...some(b, 'craft_days')],
});

export const DOWNTIME_RULES: readonly RuleModule[] = [coins, loot, share, craftDays, craftCost, lifestyle, training, expenses, purse, finished];
