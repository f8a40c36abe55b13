/** Records of a tax scenario: columns, names of derived values, and which records belong to the return. */
import type { Facts, FactRecord, FactTypes } from '../../core/facts.ts';

export const TAX_YEAR = 2025;
export const STATUSES = ['single', 'joint', 'separate', 'head', 'widow'] as const;
export type FilingStatus = (typeof STATUSES)[number];

export const TAX_FACTS: FactTypes = {
  return: { status: 'enum', claimed_by_other: 'boolean', spouse_itemizes: 'boolean' },
  person: { role: 'enum', born: 'date', months_in_home: 'integer' },
  w2: { owner: 'enum', year: 'integer', wages: 'money', tips: 'money', overtime: 'money', withheld: 'money' },
  interest: { owner: 'enum', year: 'integer', amount: 'money' },
  dividend: { owner: 'enum', year: 'integer', ordinary: 'money', qualified: 'money' },
  lot: { owner: 'enum', acquired: 'date', sold: 'date', proceeds: 'money', basis: 'money' },
  carryover: { owner: 'enum', year: 'integer', amount: 'money' },
  ledger: { owner: 'enum', date: 'date', entry: 'enum', amount: 'money' },
  benefit: { owner: 'enum', year: 'integer', program: 'enum', amount: 'money' },
  expense: { owner: 'enum', year: 'integer', category: 'enum', amount: 'money' },
  payment: { owner: 'enum', date: 'date', amount: 'money' },
};

/** Records of the tax year and of the persons of the return; a spouse belongs to it in a joint return alone. */
export function inScope(facts: Facts): Facts {
  const joint = facts.some(({ kind, fields }) => kind === 'return' && fields['status'] === 'joint');
  return facts.filter((record) => ofYear(record) && ofReturn(record, joint));
}

function ofYear({ fields }: FactRecord): boolean {
  if (fields['year'] !== undefined && fields['year'] !== TAX_YEAR) return false;
  const day = fields['sold'] ?? (fields['entry'] === undefined ? undefined : fields['date']);
  return day === undefined || String(day).startsWith(`${TAX_YEAR}-`);
}

function ofReturn({ fields }: FactRecord, joint: boolean): boolean {
  const owner = fields['owner'];
  return owner === undefined || owner === 'taxpayer' || (joint && owner === 'spouse');
}
