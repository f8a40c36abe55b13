/** All rules of the PostgreSQL pack, and what the engine needs to apply them. */
import type { RuleSet } from '../../core/rule.ts';
import { baseFacts } from './draw.ts';
import { inScope, POSTGRESQL_FACTS, TIERS } from './facts.ts';
import { POSTGRESQL_NUMBERS, POSTGRESQL_VERSION, STALE_POSTGRESQL_VERSION } from './parameters.ts';
import { ACCESS_RULES } from './rules/access.ts';
import { BACKUP_RULES } from './rules/backup.ts';
import { CONNECTION_RULES } from './rules/connections.ts';
import { LOCK_RULES } from './rules/locks.ts';
import { MAINTENANCE_RULES } from './rules/maintenance.ts';
import { MEMORY_RULES } from './rules/memory.ts';
import { REPLICATION_RULES } from './rules/replication.ts';
import { VACUUM_RULES } from './rules/vacuum.ts';
import { WAL_RULES } from './rules/wal.ts';
import { WRAPAROUND_RULES } from './rules/wraparound.ts';

export const POSTGRESQL_RULE_SET: RuleSet = {
  rules: [
    ...VACUUM_RULES, ...WRAPAROUND_RULES, ...WAL_RULES, ...CONNECTION_RULES, ...MEMORY_RULES, ...REPLICATION_RULES, ...MAINTENANCE_RULES, ...BACKUP_RULES, ...LOCK_RULES, ...ACCESS_RULES,
  ],
  types: POSTGRESQL_FACTS,
  parameters: POSTGRESQL_NUMBERS,
  version: POSTGRESQL_VERSION,
  staleVersion: STALE_POSTGRESQL_VERSION,
  status: { kind: 'cluster', field: 'tier', values: TIERS },
  base: baseFacts,
  joins: 1,
  inScope,
};
