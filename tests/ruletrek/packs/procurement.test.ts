/** The procurement pack: hand-worked processes, its documents, and an instance from building to its checks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildInstance } from '../../../src/ruletrek/build/build-instance.ts';
import { evaluate, orderRules } from '../../../src/ruletrek/core/evaluate.ts';
import type { FactRecord, Value } from '../../../src/ruletrek/core/facts.ts';
import { readInstance } from '../../../src/ruletrek/instance/read.ts';
import { spanOf } from '../../../src/ruletrek/packs/documents.ts';
import { addMonths, addWorkingDays, workingDayFrom } from '../../../src/ruletrek/packs/procurement/calendar.ts';
import { PROCUREMENT_PACK } from '../../../src/ruletrek/packs/procurement/pack.ts';
import { PROCUREMENT_NUMBERS } from '../../../src/ruletrek/packs/procurement/parameters.ts';
import { openPack } from '../../../src/ruletrek/packs/registry.ts';
import { tableDocuments } from '../../../src/ruletrek/packs/procurement/tables.ts';
import { FILE_FORMATS } from '../../../src/ruletrek/render/formats.ts';
import type { ReadTables } from '../../../src/ruletrek/render/table.ts';

const { set } = PROCUREMENT_PACK;
const ordered = orderRules(set.rules);
const OCID = 'ocds-1';
type Fields = Readonly<Record<string, Value>>;

/** Rows of a kind; they belong to the process where they do not say otherwise. */
function rows(kind: string, ...list: readonly Fields[]): FactRecord[] {
  return list.map((fields, i) => ({ subject: `${kind}-${i + 1}`, kind, fields: { ocid: OCID, ...fields } }));
}

/** Values of solver A from given values and rows of a process for goods. */
function valuesOf(given: Fields, further: readonly FactRecord[] = [], process: Fields = {}): (name: string) => Value | undefined {
  const base: FactRecord = { subject: 'process-1', kind: 'process', fields: { ocid: OCID, bidder: 'elm', category: 'goods', ...process } };
  const { values } = evaluate(set, ordered, [base, { subject: 'given', kind: 'given', fields: given }, ...further]);
  return (name) => values.get(name);
}

describe('calendar', () => {
  it('knows weekends and holidays', () => {
    // 3 April 2026 is Good Friday, 6 April Easter Monday.
    expect(workingDayFrom('2026-04-03')).toBe('2026-04-07');
    expect(addWorkingDays('2026-04-02', 1)).toBe('2026-04-07');
    expect(addWorkingDays('2026-04-08', -2)).toBe('2026-04-02');
  });

  it('ends short months on their last day', () => {
    expect(addMonths('2026-08-31', 6)).toBe('2027-02-28');
    expect(addMonths('2026-02-09', -12)).toBe('2025-02-09');
  });
});

describe('circulars', () => {
  it('repeal the margin for notices from May on', () => {
    const price = (date: string): unknown => valuesOf({ offered_price: 10_000n, margin_amount: 600n, notice_date: date })('evaluated_price');
    expect([price('2026-04-30'), price('2026-05-01')]).toEqual([9400n, 10_000n]);
  });

  it('raise the penalty for contracts from September on, up to the same limit', () => {
    // 4 days at 0.2 % and at 0.3 % of 1,000.00; 40 days at 0.3 % would be 12 %.
    const penalty = (date: string, days: number): unknown => valuesOf({ current_value: 100_000n, delay_days: days, effective_date: date })('delay_penalty');
    expect([penalty('2026-08-31', 4), penalty('2026-09-01', 4), penalty('2026-09-01', 40)]).toEqual([800n, 1200n, 10_000n]);
  });
});

describe('time limits', () => {
  const notice = (sent: string): unknown => valuesOf({}, [], { sent })('notice_date');

  it('go by the office, two hours ahead of UTC', () => {
    // Friday 6 March, 15:59 and 16:00 in the office; 22:30 UTC on 2 April is Good Friday there.
    expect(notice('2026-03-06T13:59:00Z')).toBe('2026-03-06');
    expect(notice('2026-03-06T14:00:00Z')).toBe('2026-03-09');
    expect(notice('2026-04-02T22:30:00Z')).toBe('2026-04-07');
  });

  it('urgent periods come before prior notices and are not cut', () => {
    const days = (given: Fields): unknown => valuesOf({ base_days: 30, electronic_days: 5, ...given })('submission_days');
    expect(days({})).toBe(25);
    expect(days({ prior_notice_days: 20 })).toBe(15);
    expect(days({ prior_notice_days: 20, urgent_days: 12, offline_days: 6 })).toBe(18);
  });

  it('the reduction is another from April 2026 on', () => {
    const days = (date: string): unknown => valuesOf({ notice_date: date }, [], { electronic: true })('electronic_days');
    expect(days('2026-03-31')).toBe(5);
    expect(days('2026-04-01')).toBe(3);
  });

  it('a change in the last seven days extends the period, and bids close on a working day', () => {
    // Six days before the end: 14 May + 10 = Sunday 24 May, Monday 25 May is a holiday. Seven days before: not late.
    const closing = (announced: string): unknown => valuesOf({ last_day: '2026-05-20' }, rows('change', { announced, substantial: true }))('closing_date');
    expect(closing('2026-05-14')).toBe('2026-05-26');
    expect(closing('2026-05-13')).toBe('2026-05-20');
  });

  it('a review replaces the end of standstill', () => {
    const end = (filed: string): unknown => valuesOf({ standstill_end: '2026-08-20' }, rows('challenge', { filed, decided: '2026-09-04' }))('earliest_signature');
    // Friday 4 September + 5 working days = Friday 11, the next working day is Monday 14.
    expect(end('2026-08-20')).toBe('2026-09-14');
    expect(end('2026-08-21')).toBe('2026-08-21');
  });
});

describe('bids', () => {
  const rival = (received: string, price: bigint, status = 'valid'): Fields => ({ bidder: 'oak', status, received, price });

  it('are in time until noon in the office; withdrawn ones count for nothing', () => {
    const all = rows('rival', rival('2026-05-20T10:00:00Z', 300n), rival('2026-05-20T10:01:00Z', 100n), rival('2026-05-19T23:00:00Z', 200n, 'withdrawn'));
    const value = valuesOf({ closing_date: '2026-05-20' }, all);
    expect(value('timely_bids')).toBe(1);
    expect(value('lowest_price')).toBe(300n);
  });

  it('unit prices prevail over the offered price', () => {
    const bill = rows('bill', { bidder: 'elm', quantity: 3, unit_price: 1001n, stated: 9999n }, { bidder: 'oak', quantity: 9, unit_price: 9n });
    const value = valuesOf({ offered_price: 5000n, discount_amount: 3n }, bill);
    expect(value('award_value')).toBe(3000n);
  });

  it('a bidder who is excluded twice is taken off once', () => {
    expect(valuesOf({ timely_bids: 4 })('admitted_bids')).toBe(5);
    expect(valuesOf({ timely_bids: 4, excluded_for_taxes: true, excluded_for_conduct: true })('admitted_bids')).toBe(4);
  });

  it('scores are whole numbers, halves up', () => {
    // 6,000 × 75,000 / 100,000.00 = 4,500; marks 70, 75, 80 without the one of 80: 100 × 145 / 2 = 7,250; 1,700 × 7,250 / 10,000 = 1,232.5.
    const marks = rows('mark', ...[70, 75, 80].map((points, i) => ({ bidder: 'elm', evaluator: `evaluator-${i}`, points })));
    const value = valuesOf({ lowest_price: 7_500_000n, evaluated_price: 10_000_000n }, [...marks, ...rows('declaration', { evaluator: 'evaluator-2' })]);
    expect([value('price_score'), value('quality_mark'), value('quality_score'), value('total_score')]).toEqual([4500, 7250, 1233, 5733]);
  });
});

describe('values', () => {
  it('small lots are left out up to a fifth of the estimate', () => {
    const lots = rows('lot', { status: 'active', value: 3_000_000n }, { status: 'cancelled', value: 3_000_000n });
    const exempt = (estimate: bigint): unknown => valuesOf({ threshold_excess: 1n, contract_estimate: estimate }, lots)('exempt_value');
    expect(exempt(15_000_000n)).toBe(3_000_000n);
    expect(exempt(14_999_900n)).toBeUndefined();
  });

  it('a record keeps the last value, merges items by identifier, replaces lists', () => {
    const published = (day: number): string => `2026-03-0${day}T08:00:00Z`;
    const value = valuesOf({}, [
      ...rows('tender_value', { published: published(3), value: 300n }, { published: published(5), value: 500n }, { published: published(4), value: 400n }),
      ...rows('tender_option', { published: published(1), item: 'a', value: 1n }, { published: published(2), item: 'a', value: 20n }, { published: published(1), item: 'b', value: 300n }),
      ...rows('removal', { published: published(2), item: 'b' }),
      ...rows('charge_list', { published: published(1), value: 7n }, { published: published(2), value: 8n }, { published: published(2), value: 9n }),
    ]);
    expect([value('compiled_value'), value('removed_value'), value('compiled_options'), value('compiled_charges')]).toEqual([500n, 300n, 20n, 17n]);
    expect(value('contract_estimate')).toBe(537n);
  });

  it('money of a contract', () => {
    // 350,000: 0.2 % of 100,000 + 0.12 % of 200,000 + 0.05 % of 50,000 = 465.
    expect(valuesOf({ contract_estimate: 35_000_000n, threshold_excess: 1n })('publication_fee')).toBe(46_500n);
    // 10,000 at 8 % for 10 days: 21.9178.
    const invoice = rows('invoice', { amount: 1_000_000n, accepted: '2026-10-01', paid: '2026-11-10' }, { amount: 1_000_000n, accepted: '2026-10-01', paid: '2026-10-31' });
    expect(valuesOf({}, invoice)('late_interest')).toBe(2192n);
    // The index moves by exactly 3 percent: no adjustment.
    const index = (now: number): unknown => valuesOf({ award_value: 1_000_000n }, rows('price_index', { role: 'start', points: 1000 }, { role: 'current', points: now }))('index_adjustment');
    expect([index(1030), index(1040), index(960)]).toEqual([undefined, 40_000n, -40_000n]);
  });
});

describe('documents', () => {
  it('have every rule once, with the hash of rules.json', async () => {
    const documents = await PROCUREMENT_PACK.documents();
    for (const source of PROCUREMENT_PACK.sources) expect({ id: source.id, sha256: spanOf(documents, source).sha256 }).toEqual({ id: source.id, sha256: source.sha256 });
    expect(PROCUREMENT_PACK.sources.map(({ id }) => id).sort()).toEqual(set.rules.map(({ id }) => id).sort());
    const names = set.rules.flatMap(({ emits }) => Object.keys(emits));
    expect(new Set(names).size).toBe(names.length);
  });

  it('state the numbers that no table has', async () => {
    const text = (await PROCUREMENT_PACK.documents()).map(({ lines }) => lines.join(' ')).join(' ');
    const words = { count: (value: string) => value, money: (value: string) => Number(value).toLocaleString('en'), rate: (value: string) => `${Number((Number(value) * 100).toFixed(4))} percent` };
    const written: Readonly<Record<string, string>> = { '2': 'twice', '5': 'five', '3': 'three', '6': 'six' };
    for (const [name, { unit, label, versions }] of Object.entries(PROCUREMENT_NUMBERS.parameters)) {
      if (label !== undefined || name.startsWith('FEE_')) continue;
      const number = words[unit](versions['2026']![''] ?? '');
      const found = text.includes(number) || text.includes(written[number] ?? number) || text.includes(Number(number).toLocaleString('en'));
      expect({ name, found }).toEqual({ name, found: true });
    }
  });

  it('solver B reads the tables that solver A takes its numbers from', async () => {
    const tables = await Promise.all((await tableDocuments()).map(async ({ path, bytes }): Promise<[string, ReadTables]> => [path, await (path.endsWith('xlsx') ? FILE_FORMATS.xlsx : FILE_FORMATS.csv).read(bytes)]));
    const given = [{ name: 'contract_estimate', value: '350000.00' }, { name: 'last_day', value: '2026-05-24' }];
    const solved = PROCUREMENT_PACK.solve({ records: { process: [{ ocid: OCID, bidder: 'elm', category: 'works' }], given }, documents: Object.fromEntries(tables) });
    // Works have a threshold of 400,000; 24 May is a Sunday before a holiday, and bids stay valid for 100 days from 26 May.
    expect(solved).toMatchObject({ base_days: 42, closing_date: '2026-05-26', valid_until: '2026-09-03' });
    expect(solved).not.toHaveProperty('publication_fee');
  });
});

describe('an instance', () => {
  const root = mkdtempSync(join(tmpdir(), 'ruletrek-procurement-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('passes all checks from its files, with the graph that was ordered', async () => {
    const { draft } = await buildInstance(await openPack(PROCUREMENT_PACK), root, { id: 'procurement-001', target: { nodes: 5, depth: 2 }, seed: 'test', taken: new Set() });
    expect([draft.graph.nodes.length, draft.graph.depth]).toEqual([5, 2]);
    const { task, stages } = await readInstance(root);
    expect(task.domain).toBe('procurement');
    expect(stages).toHaveLength(5);
  });
});
