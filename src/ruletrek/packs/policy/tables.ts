/** Tables of settings by tier as documents of the pack: one in force, one of the year before that is superseded. */
import type { RuleDocument } from '../documents.ts';
import type { DataTable } from '../../render/table.ts';
import { csvDocument } from '../tables.ts';
import { TIERS } from './facts.ts';
import { POLICY_NUMBERS, POLICY_VERSION, STALE_POLICY_VERSION } from './parameters.ts';

/** Setting → its name in the table. */
const SETTINGS: Readonly<Record<string, string>> = {
  LEVEL_FLOOR: 'lowest level',
  DIGEST_REQUIRED: 'digest required',
  DEFAULT_CPU_REQUEST: 'default cpu request',
  DEFAULT_MEMORY_REQUEST: 'default memory request',
  MAX_CPU_LIMIT: 'largest cpu limit',
  MAX_MEMORY_LIMIT: 'largest memory limit',
  MAX_RATIO: 'largest ratio',
  REPLICA_FLOOR: 'fewest replicas',
  WAIVER_CAP: 'most waived findings',
  GRACE_DAYS: 'grace period',
  DISCOUNT: 'discount',
  APPROVALS: 'approvals',
  WAIT_DAYS: 'waiting days',
};

function tierTable(version: string): DataTable {
  const value = (name: string, tier: string): string => {
    const { versions } = POLICY_NUMBERS.parameters[name]!;
    return (versions[version] ?? versions[POLICY_VERSION]!)[tier] ?? '';
  };
  const rows = Object.entries(SETTINGS).map(([name, label]) => [label, ...TIERS.map((tier) => value(name, tier))]);
  return { name: 'tiers', columns: ['setting', ...TIERS].map((name) => ({ name, type: 'text' })), rows };
}

/** tables/tiers-<year>.csv */
export async function tableDocuments(): Promise<RuleDocument[]> {
  return Promise.all([POLICY_VERSION, STALE_POLICY_VERSION].map((version) => csvDocument(`tables/tiers-${version}.csv`, tierTable(version))));
}
