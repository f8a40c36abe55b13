/** Drawing bids of other bidders around a closing day and a price. */
import type { Facts, FactRecord } from '../../core/facts.ts';
import type { Binder } from '../../core/rule.ts';
import { dollars } from '../draw.ts';
import { addDays } from './calendar.ts';
import { BIDDERS, closingOf, moreRows } from './draw.ts';

/** Bids of other bidders, one of them too late; rows that are there get what they lack. */
export function rivals(b: Binder, needs: 'received' | 'price' | 'both'): Facts {
  const centre = priceOf(b);
  const open = b.facts.filter(({ kind }) => kind === 'rival');
  const rows: readonly FactRecord[] = open.length > 0 ? open : moreRows(b, 'rival', b.random.shuffle(BIDDERS).slice(0, b.random.integer(4, 6)).map((bidder) => ({ bidder, status: 'valid' })));
  const closing = closingOf(b);
  return rows.map((row, i) => ({
    ...row,
    fields: {
      ...row.fields,
      ...(needs === 'price' ? {} : { received: received(b, closing, i === 0) }),
      ...(needs === 'received' ? {} : { price: (centre * BigInt(b.random.integer(88, 135))) / 100n }),
    },
  }));
}

/** On the closing day, minutes or hours from noon: 10:00 UTC is noon in the office. */
function received({ random }: Binder, closing: string, late: boolean): string {
  if (late) return `${closing}T${random.pick(['10:03', '10:41', '11:30', '12:15'])}:00Z`;
  return random.chance(0.5) ? `${closing}T0${random.integer(5, 9)}:2${random.integer(0, 9)}:00Z` : `${addDays(closing, -random.integer(1, 9))}T1${random.integer(0, 9)}:4${random.integer(0, 9)}:00Z`;
}

/** The price of the bid under review, or one like it. */
export function priceOf(b: Binder): bigint {
  const names = ['corrected_price', 'offered_price', 'evaluated_price', 'award_value'];
  const value = names.map((name) => b.values.get(name)).find((one) => one !== undefined);
  const offer = b.facts.find(({ kind }) => kind === 'offer')?.fields['price'];
  return (value as bigint | undefined) ?? (offer as bigint | undefined) ?? dollars(b, 120_000, 480_000);
}
