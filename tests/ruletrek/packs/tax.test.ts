/** The tax pack beside its sources, and hand-worked returns. */
import { existsSync } from 'node:fs';
import { evaluate, orderRules } from '../../../src/ruletrek/core/evaluate.ts';
import type { Facts, Value } from '../../../src/ruletrek/core/facts.ts';
import { comparePolicy, POLICY_FILE } from '../../../src/ruletrek/import/psl.ts';
import { differencesByOutput, readFilers, TAX_FILERS } from '../../../src/ruletrek/import/tax-filers.ts';
import { spanOf } from '../../../src/ruletrek/packs/documents.ts';
import { TAX_PACK } from '../../../src/ruletrek/packs/tax/pack.ts';

const ordered = orderRules(TAX_PACK.set.rules);

function given(fields: Readonly<Record<string, Value>>, status = 'single', further: Facts = []): (name: string) => Value | undefined {
  const facts: Facts = [{ subject: 'return-1', kind: 'return', fields: { status } }, { subject: 'given', kind: 'given', fields }, ...further];
  const { values } = evaluate(TAX_PACK.set, ordered, facts);
  return (name) => values.get(name);
}

describe('rules', () => {
  it('tax by brackets', () => {
    // 60,000 single: 10 % of 11,925 + 12 % of 36,550 + 22 % of 11,525 = 1,192.50 + 4,386 + 2,535.50 = 8,114.
    expect(given({ taxable_income: 6_000_000n })('schedule_tax')).toBe(811_400n);
  });

  it('gains lie on top of other income', () => {
    // 60,000 with 20,000 of gains: 40,000 by brackets, gains from 40,000 to 60,000, of which 11,650 over 48,350: 15 % = 1,747.50.
    expect(given({ taxable_income: 6_000_000n, preferential_base: 2_000_000n })('gains_tax')).toBe(174_750n);
  });

  it('limits losses, to half for separate filers', () => {
    expect(given({ net_capital_result: -500_000n })('deductible_loss')).toBe(300_000n);
    expect(given({ net_capital_result: -500_000n }, 'separate')('deductible_loss')).toBe(150_000n);
    expect(given({ net_capital_result: -299_999n })('deductible_loss')).toBeUndefined();
  });

  it('the family credit falls by started thousands, the overtime deduction by full ones', () => {
    // 200,000 + 1,000.01: two started thousands of 50; 150,000 + 1,999.99: one full thousand of 100.
    expect(given({ adjusted_gross_income: 20_100_001n })('family_credit_reduction')).toBe(10_000n);
    expect(given({ adjusted_gross_income: 15_199_999n })('overtime_reduction')).toBe(10_000n);
  });

  it('a sale is long-term from the day after the anniversary on', () => {
    const lot = (sold: string): Facts => [{ subject: 'lot-1', kind: 'lot', fields: { owner: 'taxpayer', acquired: '2024-06-10', sold, proceeds: 300n, basis: 100n } }];
    expect(given({}, 'single', lot('2025-06-10'))('short_term_result')).toBe(200n);
    expect(given({}, 'single', lot('2025-06-11'))('long_term_result')).toBe(200n);
  });

  it('a spouse counts in a joint return alone', () => {
    const wages: Facts = ['taxpayer', 'spouse', 'adult-child'].map((owner, i) => ({ subject: `w2-${i}`, kind: 'w2', fields: { owner, year: 2025, wages: 100n } }));
    expect(given({}, 'joint', wages)('wages')).toBe(200n);
    expect(given({}, 'separate', wages)('wages')).toBe(100n);
  });
});

describe('documents', () => {
  it('have every rule once, with the hash of rules.json', async () => {
    const documents = await TAX_PACK.documents();
    for (const source of TAX_PACK.sources) expect({ id: source.id, sha256: spanOf(documents, source).sha256 }).toEqual({ id: source.id, sha256: source.sha256 });
    expect(TAX_PACK.sources.map(({ id }) => id).sort()).toEqual(TAX_PACK.set.rules.map(({ id }) => id).sort());
  });

  it('a rule whose anchor is gone is named', async () => {
    const documents = await TAX_PACK.documents();
    const lost = { ...TAX_PACK.sources[0]!, anchor: '## Nowhere' };
    expect(() => spanOf(documents, lost)).toThrow(lost.id);
    expect(() => spanOf([], TAX_PACK.sources[0]!)).toThrow('no such document');
  });

  it('state the numbers that the rules use', async () => {
    const text = (await TAX_PACK.documents()).map(({ lines }) => lines.join('\n')).join('\n');
    for (const number of ['1,500', '3,000', '92.35 percent', '7.5 percent', '3.8 percent', '0.9 percent', '2,200', '1,700', '6,000', '25,000']) expect(text).toContain(number);
  });
});

it('a name has one emitter', () => {
  const names = TAX_PACK.set.rules.flatMap(({ emits }) => Object.keys(emits));
  expect(new Set(names).size).toBe(names.length);
});

it('a cycle is refused, and so are rules that could disagree', () => {
  const rule = (id: string, emits: string, reads: string) => ({ ...TAX_PACK.set.rules[0]!, id, emits: { [emits]: 'money' as const }, reads: { [reads]: 'dependency' as const } });
  expect(() => orderRules([rule('a', 'x', 'y'), rule('first', 'z', 'nothing'), rule('b', 'y', 'x'), rule('last', 'w', 'x')])).toThrow(/cycle among a, b\n/);
  expect(() => orderRules([rule('a', 'x', 'y'), rule('c', 'z', 'w'), rule('b', 'x', 'w')])).toThrow(/one rule that emits x\n.*a and b, which can disagree/);
});

describe('upstream', () => {
  it('has the same numbers at the same lines', () => {
    if (!existsSync(POLICY_FILE)) return expect(comparePolicy()).toBeNull();
    expect(comparePolicy()).toEqual([]);
  });

  it('gives the same outputs for 60 filers', () => {
    const filers = readFilers();
    if (!existsSync(TAX_FILERS)) return expect(filers).toBeNull();
    const off = [...differencesByOutput(filers!)].filter(([, ids]) => ids.length > 0);
    // Tax-Calculator lets filer 59 leave both credits unclaimed, by a probability of its own.
    expect(off).toEqual([['c11070', [59]], ['c59660', [59]], ['iitax', [59]]]);
    expect(filers).toHaveLength(60);
  });
});
