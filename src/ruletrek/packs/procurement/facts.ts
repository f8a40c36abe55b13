/** Records of a procurement scenario: columns, and which records belong to the process and to the bid under review. */
import type { Facts, FactRecord, FactTypes } from '../../core/facts.ts';

export const CATEGORIES = ['goods', 'services', 'works'] as const;
export type Category = (typeof CATEGORIES)[number];

export const PROCUREMENT_FACTS: FactTypes = {
  process: {
    ocid: 'text', bidder: 'enum', category: 'enum', sent: 'time', electronic: 'boolean', urgent: 'boolean', documents_online: 'boolean',
    turnover_demanded: 'money', delivery_limit: 'integer',
  },
  lot: { ocid: 'text', status: 'enum', value: 'money' },
  option: { ocid: 'text', value: 'money' },
  recurring: { ocid: 'text', monthly: 'money', months: 'integer' },
  earlier_contract: { ocid: 'text', signed: 'date', value: 'money' },
  tender_value: { ocid: 'text', published: 'time', value: 'money' },
  tender_option: { ocid: 'text', published: 'time', item: 'enum', value: 'money' },
  removal: { ocid: 'text', published: 'time', item: 'enum' },
  charge_list: { ocid: 'text', published: 'time', value: 'money' },
  tender_period: { ocid: 'text', published: 'time', closing: 'date' },
  release: { ocid: 'text', published: 'time', tag: 'enum' },
  prior_notice: { ocid: 'text', announced: 'date' },
  change: { ocid: 'text', announced: 'date', substantial: 'boolean' },
  rival: { ocid: 'text', bidder: 'enum', status: 'enum', received: 'time', price: 'money' },
  offer: { ocid: 'text', bidder: 'enum', received: 'time', price: 'money', delivery_days: 'integer', small_firm: 'boolean' },
  bill: { ocid: 'text', bidder: 'enum', quantity: 'integer', unit_price: 'money', stated: 'money' },
  discount: { ocid: 'text', bidder: 'enum', percent: 'integer' },
  turnover: { bidder: 'enum', year: 'integer', amount: 'money' },
  support: { bidder: 'enum', amount: 'money', jointly_liable: 'boolean' },
  reference: { bidder: 'enum', completed: 'date', amount: 'money' },
  arrears: { bidder: 'enum', amount: 'money', payment_plan: 'boolean' },
  judgment: { bidder: 'enum', ground: 'enum', day: 'date' },
  cleaning: { bidder: 'enum', accepted: 'date' },
  certificate: { bidder: 'enum', valid_until: 'date' },
  mark: { ocid: 'text', bidder: 'enum', evaluator: 'enum', points: 'integer' },
  declaration: { ocid: 'text', evaluator: 'enum' },
  ranked_lot: { ocid: 'text', bidder: 'enum', value: 'money' },
  single_offer: { ocid: 'text', amount: 'money' },
  combined_offer: { ocid: 'text', bidder: 'enum', amount: 'money' },
  award: { ocid: 'text', notified: 'time', means: 'enum' },
  challenge: { ocid: 'text', filed: 'date', decided: 'date' },
  contract: { ocid: 'text', signed: 'date', months: 'integer' },
  amendment: { ocid: 'text', signed: 'date', amount: 'money', days: 'integer' },
  suspension: { ocid: 'text', first: 'date', last: 'date' },
  hindrance: { ocid: 'text', days: 'integer' },
  delivery: { ocid: 'text', delivered: 'date' },
  price_index: { ocid: 'text', role: 'enum', points: 'integer' },
  advance: { ocid: 'text', requested: 'money' },
  invoice: { ocid: 'text', amount: 'money', accepted: 'date', paid: 'date' },
};

/** The day of the question: what was signed or published later is not there yet. */
export const AS_OF = '2027-03-15';
const NOT_IN_FORCE: ReadonlySet<unknown> = new Set(['withdrawn', 'cancelled']);
/** Years whose turnover counts. */
const TURNOVER_YEARS: ReadonlySet<unknown> = new Set([2023, 2024, 2025]);

/** Records of the process and of the bidder under review that are in force; rivals are other bidders by their nature. */
export function inScope(facts: Facts): Facts {
  const process = facts.find(({ kind }) => kind === 'process')?.fields;
  return facts.filter((record) => ofProcess(record, process?.['ocid']) && ofBidder(record, process?.['bidder']) && inForce(record));
}

function ofProcess({ fields }: FactRecord, ocid: unknown): boolean {
  return fields['ocid'] === undefined || fields['ocid'] === ocid;
}

function ofBidder({ kind, fields }: FactRecord, bidder: unknown): boolean {
  return fields['bidder'] === undefined || kind === 'rival' || fields['bidder'] === bidder;
}

function inForce({ fields }: FactRecord): boolean {
  if (NOT_IN_FORCE.has(fields['status'])) return false;
  return fields['year'] === undefined || TURNOVER_YEARS.has(fields['year']);
}
