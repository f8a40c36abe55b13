/** How the records of a cluster lie in files. */
import type { LayoutFile } from '../pack.ts';
import { hbaConf, serverConf } from './server-files.ts';

const file = (path: string, ...kinds: readonly string[]): LayoutFile => ({ path, kinds });
const conf = (path: string, ...kinds: readonly string[]): LayoutFile => ({ path, kinds, format: serverConf });
const hba = (path: string): LayoutFile => ({ path, kinds: ['hba'], format: hbaConf });

export const POSTGRESQL_LAYOUTS: readonly (readonly LayoutFile[])[] = [
  [
    file('inventory/cluster.yaml', 'cluster'), conf('data/postgresql.conf', 'setting'), conf('data/postgresql.auto.conf', 'auto_setting'), hba('data/pg_hba.conf'),
    file('catalog/settings.csv', 'role_setting'), file('catalog/database.json', 'database_setting'), file('catalog/reloptions.json', 'option'), file('stats/tables.csv', 'table_stats'),
    file('stats/ages.sqlite', 'freeze_age', 'xmin_holder'), file('stats/xid.csv', 'xid_sample'), file('stats/wal.csv', 'wal_sample'), file('stats/slots.yaml', 'slot', 'archiver'),
    file('log/server.log', 'running', 'restart_change', 'reload_change', 'conflict'), file('apps/pools.yaml', 'pool'), file('apps/plan.md', 'plan_node'),
    file('replication/standbys.csv', 'replica'), file('replication/acknowledgements.json', 'acknowledgement'), file('replication/parameters.xlsx', 'parameter_pair'),
    file('change/request.eml', 'request', 'freeze'), file('backup/pgbackrest.conf', 'repository'), file('backup/info.json', 'full_backup', 'diff_backup'), file('backup/restore.yaml', 'restore'),
    file('locks/command.yaml', 'command'), file('locks/pg_locks.csv', 'held_lock'), file('locks/waiting.csv', 'waiting_lock'), file('access/client.log', 'connection'),
    file('access/members.csv', 'membership'), file('review/established.md', 'given'),
  ],
  [
    file('cluster.json', 'cluster'), conf('etc/postgresql.conf', 'setting', 'auto_setting'), file('etc/overrides.yaml', 'database_setting', 'role_setting', 'option'), hba('etc/pg_hba.conf'),
    file('export/statistics.sqlite', 'table_stats', 'freeze_age', 'xmin_holder', 'slot', 'archiver'), file('export/samples.log', 'xid_sample', 'wal_sample'),
    file('export/server.yaml', 'running'), file('export/changes.xlsx', 'restart_change', 'reload_change'), file('export/conflicts.jsonl', 'conflict'), file('mail/0002-pools.eml', 'pool', 'plan_node'),
    file('export/replication.xlsx', 'replica', 'acknowledgement', 'parameter_pair'), file('mail/0005-request.eml', 'request'), file('calendar/freezes.csv', 'freeze'),
    file('pgbackrest/repository.conf', 'repository'), file('pgbackrest/backups.csv', 'full_backup'), file('pgbackrest/differentials.csv', 'diff_backup'), file('mail/0009-restore.eml', 'restore'),
    file('incident/locks.json', 'command', 'held_lock', 'waiting_lock'), file('incident/login.docx', 'connection', 'membership'), file('review/established.docx', 'given'),
  ],
  [
    file('case/cluster.conf', 'cluster'), file('case/settings.sqlite', 'setting', 'auto_setting', 'database_setting', 'role_setting', 'option'), hba('case/pg_hba.conf'),
    file('monitor/tables.xlsx', 'table_stats', 'freeze_age'), file('monitor/holders.jsonl', 'xmin_holder'), file('monitor/xids.yaml', 'xid_sample'), file('monitor/wal.jsonl', 'wal_sample'),
    file('monitor/retention.md', 'slot', 'archiver'), file('monitor/server.json', 'running', 'conflict'), file('monitor/restart.csv', 'restart_change'), file('monitor/reload.csv', 'reload_change'),
    file('monitor/pools.csv', 'pool'), file('monitor/explain.json', 'plan_node'), file('monitor/standbys.log', 'replica', 'acknowledgement'), file('monitor/compare.md', 'parameter_pair'),
    file('change/ticket.yaml', 'request', 'freeze'), file('repo/policy.json', 'repository'), file('repo/history.log', 'full_backup', 'diff_backup'), file('repo/restore.md', 'restore'),
    file('session/locks.sqlite', 'command', 'held_lock', 'waiting_lock'), file('session/client.json', 'connection'), file('session/roles.yaml', 'membership'), file('case/established.yaml', 'given'),
  ],
];
