/** Merging of OCDS releases: hand-made ones, and the standard's own examples where they are at hand. */
import { existsSync } from 'node:fs';
import { compileReleases, compareCompiledReleases, OCDS_FOLDER } from '../../../src/ruletrek/import/ocds.ts';
import { compareOcdsFacts, OCDS_FACTS } from '../../../src/ruletrek/import/ocds-facts.ts';
import { PROCUREMENT_PACK } from '../../../src/ruletrek/packs/procurement/pack.ts';
import { ocdsNumber } from '../../../src/ruletrek/verify/ocds-number.ts';

const text = { type: ['string', 'null'] };
const schema = {
  properties: {
    id: { ...text, omitWhenMerged: true },
    tag: { type: 'array', omitWhenMerged: true },
    items: { type: 'array', items: { type: 'object', properties: { id: text, unit: { type: 'object' } } } },
    changes: { type: 'array', wholeListMerge: true, items: { type: 'object', properties: { id: text } } },
    periods: { type: 'array', items: { type: 'object', properties: { day: text } } },
    methods: { type: 'array', items: { type: 'string' } },
  },
};
const release = (date: string, fields: object): Parameters<typeof compileReleases>[0][number] => ({ ocid: 'ocds-1', date, id: date, tag: ['tender'], ...fields });
const compiled = (...fields: readonly object[]): Record<string, unknown> => compileReleases(fields.map((one, i) => release(`2026-01-0${i + 1}T00:00:00Z`, one)), schema);

describe('merging', () => {
  it('takes the last value in order of time, whatever the order of the list and the offset', () => {
    // 01:00 at +02:00 is 23:00 UTC of the day before, earlier than midnight UTC.
    const [early, late] = [release('2026-01-02T01:00:00+02:00', { title: 'a' }), release('2026-01-02T00:00:00Z', { title: 'b' })];
    expect(compileReleases([late, early], schema)).toEqual({ ocid: 'ocds-1', tag: ['compiled'], date: late.date, id: `ocds-1-${late.date}`, title: 'b' });
  });

  it('removes what is null, also inside of what is new', () => {
    expect(compiled({ buyer: { name: 'x', id: '1' } }, { buyer: { name: null }, tender: { title: null, id: '2' } })).toMatchObject({ buyer: { id: '1' }, tender: { id: '2' } });
    expect(compiled({ buyer: { name: 'x' } }, { buyer: { name: null } })['buyer']).toEqual({});
  });

  it('merges items by id, and adds those without one', () => {
    const merged = compiled({ items: [{ id: '1', unit: { name: 'm' } }, { note: 'a' }] }, { items: [{ id: '2' }, { id: '1', unit: { value: 3 } }, { note: 'a' }] });
    expect(merged['items']).toEqual([{ id: '1', unit: { name: 'm', value: 3 } }, { note: 'a' }, { id: '2' }, { note: 'a' }]);
  });

  it('replaces whole lists: those marked so, of other things than objects, of objects without id', () => {
    const merged = compiled({ changes: [{ id: '1' }], periods: [{ day: 'a' }], methods: ['x', 'y'] }, { changes: [{ id: '2' }], periods: [{ day: 'b' }], methods: ['z'] });
    expect(merged).toMatchObject({ changes: [{ id: '2' }], periods: [{ day: 'b' }], methods: ['z'] });
  });

  it('of no releases is refused', () => {
    expect(() => compileReleases([], schema)).toThrow('no releases');
  });
});

describe('upstream', () => {
  it('publishes the same ten compiled releases, and has the facts of the pack at their lines', () => {
    if (!existsSync(OCDS_FOLDER)) {
      expect([compareCompiledReleases(), compareOcdsFacts()]).toEqual([null, null]);
      return;
    }
    const records = compareCompiledReleases()!;
    expect(records).toHaveLength(10);
    expect(records.filter(({ equal }) => !equal)).toEqual([]);
    expect(compareOcdsFacts()).toEqual([]);
    expect(ocdsNumber()).toMatchObject({ number: 10, state: 'met' });
  });

  it('is named where it is not there', () => {
    expect(ocdsNumber('/nowhere/ocds')).toEqual({ number: 10, state: 'skipped', text: 'no upstream data: /nowhere/ocds is not there' });
  });

  it('facts name rules of the pack', () => {
    const ids = PROCUREMENT_PACK.set.rules.map(({ id }) => id);
    expect(OCDS_FACTS.facts.filter(({ rule }) => !ids.includes(rule))).toEqual([]);
  });
});
