/** Records of a cybersecurity scenario: columns, and which records belong to the case. */
import type { Facts, FactRecord, FactTypes } from '../../core/facts.ts';

export const SYSTEM = 'payments';
export const OTHER_SYSTEMS = ['intranet', 'build-farm'] as const;
/** The month that the case covers, and the day on which the questions are asked. */
export const MONTH = '2026-02';
export const AS_OF = '2026-03-02';
export const IMPACTS = ['low', 'moderate', 'high'] as const;
/** From the least to the most severe. */
export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const CYBER_FACTS: FactTypes = {
  case: { impact: 'enum', opened: 'time' },
  event: {
    system: 'enum', time: 'time', evt_type: 'enum', container_id: 'text', image: 'text', proc_name: 'text', parent_name: 'text', tty: 'integer',
    user: 'text', file: 'text', mode: 'enum', remote_ip: 'text', remote_port: 'integer', new_binary: 'boolean',
  },
  allowance: { system: 'enum', image: 'text', until: 'date' },
  maintenance: { system: 'enum', start: 'time', end: 'time' },
  logon: { system: 'enum', time: 'time', account: 'text', result: 'enum', source: 'text', factors: 'integer' },
  account: { system: 'enum', kind: 'enum', created: 'date', last_used: 'date', owner_left: 'date' },
  exemption: { system: 'enum', account: 'text', until: 'date' },
  finding: { system: 'enum', score: 'decimal', found: 'date', exploited: 'boolean' },
  acceptance: { system: 'enum', finding: 'text', until: 'date' },
  dataset: { system: 'enum', class: 'enum', rows: 'integer', encrypted: 'boolean' },
  exercise: { system: 'enum', approved: 'date' },
  delay: { system: 'enum', hours: 'integer' },
  notice: { system: 'enum', to: 'enum', time: 'time' },
  log_source: { system: 'enum', daily_mb: 'integer' },
  hold: { system: 'enum', since: 'date', until: 'date' },
  backup: { system: 'enum', time: 'time', minutes: 'integer', verified: 'boolean' },
  outage: { system: 'enum', start: 'time', end: 'time' },
};

/** Kinds whose records count in the month of the case alone, by their first time. */
const MONTHLY: ReadonlySet<string> = new Set(['event', 'logon', 'outage', 'maintenance']);

export function inScope(facts: Facts): Facts {
  return facts.filter((record) => ofSystem(record) && ofMonth(record));
}

function ofSystem({ fields }: FactRecord): boolean {
  return fields['system'] === undefined || fields['system'] === SYSTEM;
}

function ofMonth({ kind, fields }: FactRecord): boolean {
  const time = fields['time'] ?? fields['start'];
  return !MONTHLY.has(kind) || time === undefined || String(time).startsWith(`${MONTH}-`);
}
