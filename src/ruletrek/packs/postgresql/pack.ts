/** The PostgreSQL pack: one cluster and one of its tables, with backups by pgBackRest, as operations look at them on one day. */
import { fileURLToPath } from 'node:url';
import { readDocuments } from '../documents.ts';
import type { Pack } from '../pack.ts';
import { readSources } from '../sources.ts';
import { bystanders, distract, fill } from './distract.ts';
import { AS_OF } from './facts.ts';
import { POSTGRESQL_LAYOUTS } from './layouts.ts';
import { MODES } from './lock-modes.ts';
import { POSTGRESQL_RULE_SET } from './rules.ts';
import { solveCluster } from './solver-b/solve.ts';
import { tableDocuments } from './tables.ts';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const INTRODUCTION = [
  'The files of this folder come from a database team. One cluster is in question, that of the record `cluster`, and of its tables the one that the record names as `relation`; it was looked at when `checked` says.',
  'Records with another cluster or another relation are not in question. Records that are failed, lost, dropped, withdrawn or stopped count for nothing.',
  'Records of the kind `given` are values that have been established already: use them as they are and do not derive them again.',
  'A rule that asks for something of which the folder has no record does not apply. Sizes are in MB, rates of data in MB per hour, time-outs and delays in seconds, times in UTC, prices in dollars. `version` is the major version of the server. Each rule says how it rounds.',
].join('\n');

export const POSTGRESQL_PACK: Pack = {
  name: 'postgresql',
  domain: 'postgresql',
  version: '2026.1',
  set: POSTGRESQL_RULE_SET,
  sources: readSources(here('rules.json')),
  asOf: AS_OF,
  introduction: INTRODUCTION,
  words: { requested_mode: MODES, concurrent_mode: MODES, auth_method: ['scram-sha-256', 'md5', 'cert', 'ldap', 'peer', 'reject'] },
  layouts: POSTGRESQL_LAYOUTS,
  documents: async () => [...(await readDocuments(here('docs'))), ...(await tableDocuments())],
  distract,
  fill,
  bystanders,
  solve: solveCluster,
};
