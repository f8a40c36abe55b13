/** Solver B: club/downtime.json and club/rulings-2026.md. */
import { added, dayLater, later, over, type Entries, type Entry, type Sheet } from '../../sheet.ts';
import { beside, own } from './lookups.ts';

function coins(sheet: Sheet): Entry {
  return over(sheet.rows('coin').reduce((sum, row) => sum + Number(row['count']) * (beside(sheet, 'coins', row['coin']) ?? NaN), 0), 0);
}

function loot(sheet: Sheet): Entry {
  const goods = sheet.rows('good');
  if (goods.length === 0) return undefined;
  const prices = goods.map((row) => (row['sort'] === 'gear' && !sheet.holds('half_price_repealed') ? Math.floor(Number(row['price']) / 2) : Number(row['price'])));
  return prices.reduce((a, b) => a + b, sheet.number('coin_value') ?? 0);
}

function share(sheet: Sheet): Entry {
  const [value, members] = [sheet.number('loot_value'), sheet.rows('member').length];
  return value === undefined || members < 2 ? undefined : Math.floor(value / members);
}

function craftDays(sheet: Sheet): Entry {
  const [price, crafters] = [sheet.field('project', 'price'), sheet.field('project', 'crafters')];
  if (price === undefined || crafters === undefined) return undefined;
  return Math.ceil(price / (crafters * (sheet.number('amended_craft') ?? sheet.limit('copper of work a day'))));
}

function living(sheet: Sheet): Entry {
  const style = sheet.rows('lodging')[0]?.['lifestyle'];
  const [days, price] = [sheet.number('craft_days'), beside(sheet, 'lifestyles', style)];
  return days === undefined || price === undefined ? undefined : days * (style === 'comfortable' ? Math.floor(price / 2) : price);
}

function training(sheet: Sheet): Entry {
  const done = sheet.field('lesson', 'days_done');
  const days = done === undefined ? undefined : over(sheet.limit('days of training'), done);
  return days === undefined ? undefined : days * sheet.limit('copper for a day of training');
}

function purse(sheet: Sheet): Entry {
  const money = own(sheet, 'purse');
  return money === undefined ? undefined : over(money + (sheet.number('share') ?? 0), sheet.number('expenses'));
}

/** Six hours back to the club's clock, six more to its beginning of a day. */
function sessionDate(sheet: Sheet): Entry {
  return later(sheet.rows('session')[0]?.['begun'], -12 * 60)?.slice(0, 10);
}

function postponed(sheet: Sheet): Entry {
  const day = sheet.text('session_date');
  const closed = day === undefined ? undefined : sheet.rows('closure').find((row) => Date.parse(row['first']!) <= Date.parse(day) && Date.parse(day) <= Date.parse(row['last']!));
  return closed === undefined ? undefined : dayLater(closed['last']!, 1);
}

function playDate(sheet: Sheet): Entry {
  let day = sheet.text('postponed_date') ?? sheet.text('session_date');
  while (day !== undefined && new Date(day).getUTCDay() !== 6) day = dayLater(day, 1);
  return day;
}

function since(sheet: Sheet, day: string, value: number): Entry {
  const play = sheet.text('play_date');
  return play !== undefined && Date.parse(play) >= Date.parse(day) ? value : undefined;
}

export const CLUB_ENTRIES: Entries = {
  coin_value: coins,
  loot_value: loot,
  share,
  craft_days: craftDays,
  craft_cost: (sheet) => {
    const price = sheet.field('project', 'price');
    return price === undefined ? undefined : over(Math.floor(price / 2), 0);
  },
  lifestyle_cost: living,
  training_cost: training,
  expenses: added(2, 'craft_cost', 'lifestyle_cost', 'training_cost', 'component_cost'),
  purse_left: purse,
  craft_finished: (sheet) => {
    const [play, days] = [sheet.text('play_date'), sheet.number('craft_days')];
    return play === undefined || days === undefined ? undefined : dayLater(play, days);
  },
  session_date: sessionDate,
  postponed_date: postponed,
  play_date: playDate,
  amended_cover: (sheet) => since(sheet, '2026-09-05', 3),
  amended_fall: (sheet) => since(sheet, '2026-09-19', 6),
  amended_concentration: (sheet) => since(sheet, '2026-09-26', 12),
  amended_rest: (sheet) => since(sheet, '2026-10-03', 3),
  amended_march: (sheet) => since(sheet, '2026-10-10', 7),
  amended_craft: (sheet) => since(sheet, '2026-11-07', 650),
  half_price_repealed: (sheet) => (since(sheet, '2026-10-24', 1) === undefined ? undefined : true),
};
