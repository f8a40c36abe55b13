/** Releases merged into a record, as OCDS does it: the latest value, items by identifier, whole lists, removed items. */
import { TO_CENT, total } from '../../../core/money.ts';
import type { Binder, RecordView, RuleContext, RuleModule } from '../../../core/rule.ts';
import type { Facts } from '../../../core/facts.ts';
import { dollars, given, hasRows, wanted } from '../../draw.ts';
import { addDays, addWorkingDays, officeClock } from '../calendar.ts';
import { dayBetween, known, moreRows, ownRows, parts, timeOn } from '../draw.ts';

/** The row that was published last. Where there is one row alone, its time says nothing and is not looked at. */
function latest(rows: readonly RecordView[]): RecordView | undefined {
  if (rows.length === 1) return rows[0];
  return [...rows].sort((a, b) => (a.text('published') < b.text('published') ? -1 : 1)).at(-1);
}

const FIRST_RELEASE = '2026-02-02';

/** Times of releases, one after another. */
function times(b: Binder, count: number): string[] {
  return Array.from({ length: count }, (_, i) => timeOn(b, dayBetween(b, addDays(FIRST_RELEASE, i * 12), 9)));
}

const value: RuleModule = {
  id: 'procurement.compiled-value',
  emits: { compiled_value: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.records('tender_value').length > 0,
  then: (c) => ({ compiled_value: latest(c.records('tender_value'))!.money('value') }),
  bind: (b) => ownRows(b, 'tender_value', times(b, 3).map((published, i) => ({
    published, value: i === 2 ? (wanted(b, 'compiled_value') ?? dollars(b, 150_000, 500_000)) : dollars(b, 120_000, 500_000),
  }))),
};

/** Item → its rows. */
function byItem(c: RuleContext): Map<string, RecordView[]> {
  const items = new Map<string, RecordView[]>();
  for (const row of c.records('tender_option')) items.set(row.text('item'), [...(items.get(row.text('item')) ?? []), row]);
  return items;
}

/** Latest rows of the items that a later release removed. */
function removedRows(c: RuleContext): RecordView[] {
  const items = byItem(c);
  return c.records('removal').flatMap((removal) => {
    const row = latest(items.get(removal.text('item')) ?? []);
    return row !== undefined && removal.text('published') > row.text('published') ? [row] : [];
  });
}

function itemRows(b: Binder): Facts {
  if (hasRows(b, 'tender_option')) return [];
  const [first, second, third, fourth] = times(b, 4) as [string, string, string, string];
  const [a, again, other] = b.random.shuffle(['option-a', 'option-b', 'option-c']) as [string, string, string];
  const row = (published: string, item: string) => ({ published, item, value: dollars(b, 4000, 30_000) });
  return moreRows(b, 'tender_option', [row(first, a), row(second, again), row(third, again), row(fourth, other)]);
}

const removed: RuleModule = {
  id: 'procurement.removed-items',
  emits: { removed_value: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => removedRows(c).length > 0,
  then: (c) => ({ removed_value: total(removedRows(c).map((row) => row.money('value'))) }),
  bind: (b) => {
    const rows = itemRows(b);
    const [first] = [...b.facts, ...rows].filter(({ kind }) => kind === 'tender_option');
    return [...rows, ...ownRows(b, 'removal', [{ published: timeOn(b, '2026-03-29'), item: first!.fields['item']! }])];
  },
};

const items: RuleModule = {
  id: 'procurement.compiled-options',
  emits: { compiled_options: 'money' },
  reads: { removed_value: 'exception' },
  rounding: TO_CENT,
  when: (c) => c.records('tender_option').length > 0,
  then: (c) => ({ compiled_options: total([...byItem(c).values()].map((rows) => latest(rows)!.money('value'))) - (c.optional('removed_value') ?? 0n) }),
  bind: itemRows,
};

const list: RuleModule = {
  id: 'procurement.compiled-charges',
  emits: { compiled_charges: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.records('charge_list').length > 0,
  then: (c) => {
    const last = latest(c.records('charge_list'))!.text('published');
    return { compiled_charges: total(c.records('charge_list').filter((row) => row.text('published') === last).map((row) => row.money('value'))) };
  },
  bind: (b) => {
    const [first, second] = times(b, 2) as [string, string];
    const old = parts(b, dollars(b, 6000, 30_000), 2, 'value').map((row) => ({ ...row, published: first }));
    const now = parts(b, wanted(b, 'compiled_charges') ?? dollars(b, 6000, 30_000), 3, 'value').map((row) => ({ ...row, published: second }));
    return ownRows(b, 'charge_list', [...old, ...now]);
  },
};

const period: RuleModule = {
  id: 'procurement.published-closing',
  emits: { published_closing: 'date' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.records('tender_period').length > 0,
  then: (c) => ({ published_closing: latest(c.records('tender_period'))!.text('closing') }),
  bind: (b) => ownRows(b, 'tender_period', times(b, 2).map((published, i) => ({
    published, closing: i === 1 ? ((b.want['published_closing'] as string | undefined) ?? dayBetween(b, '2026-04-20', 80)) : dayBetween(b, '2026-03-16', 30),
  }))),
};

const compiledDate: RuleModule = {
  id: 'procurement.compiled-date',
  emits: { compiled_date: 'date' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.records('release').length > 0,
  then: (c) => ({ compiled_date: officeClock(c.records('release').map((row) => row.text('published')).sort().at(-1)!).day }),
  bind: (b) => releases(b),
};

const TAGS = ['tender', 'tenderUpdate', 'tenderAmendment', 'contractAmendment'] as const;

function releases(b: Binder): Facts {
  const further = b.random.integer(0, 2);
  const tags = [...TAGS, ...Array.from({ length: further }, () => b.random.pick(['tenderUpdate', 'contractAmendment']))];
  const own = tags.map((tag, i) => ({ published: timeOn(b, dayBetween(b, `2026-0${i + 2}-03`, 20), 6, 23), tag }));
  const missing = b.facts.filter(({ kind, fields }) => kind === 'release' && fields['tag'] === undefined);
  return missing.length > 0 ? missing.map((record, i) => ({ ...record, fields: { tag: tags[i % tags.length]! } })) : ownRows(b, 'release', own);
}

const recordDeadline: RuleModule = {
  id: 'procurement.record-deadline',
  emits: { record_deadline: 'date' },
  reads: { compiled_date: 'temporal', amending_releases: 'exception' },
  rounding: TO_CENT,
  when: (c) => c.has('compiled_date'),
  then: (c) => ({ record_deadline: addWorkingDays(c.text('compiled_date'), c.limit(c.has('amending_releases') ? 'AMENDED_RECORD_DAYS' : 'RECORD_DAYS')) }),
  bind: (b) => given(b, { compiled_date: known(b, 'compiled_date', () => dayBetween(b, '2026-06-01', 90)) }),
};

/** Tags of releases that amend; an update is none. */
const AMENDING: ReadonlySet<string> = new Set(['tenderAmendment', 'contractAmendment']);

const amending: RuleModule = {
  id: 'procurement.amending-releases',
  emits: { amending_releases: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => amendingRows(c) > 0,
  then: (c) => ({ amending_releases: amendingRows(c) }),
  bind: (b) => releases(b),
};

function amendingRows(c: RuleContext): number {
  return c.records('release').filter((row) => AMENDING.has(row.text('tag'))).length;
}

export const MERGING_RULES: readonly RuleModule[] = [value, removed, items, list, period, compiledDate, recordDeadline, amending];
