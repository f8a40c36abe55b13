/** The cybersecurity pack: one case on one system, from events to deadlines. */
import { fileURLToPath } from 'node:url';
import { readDocuments } from '../documents.ts';
import type { Pack } from '../pack.ts';
import { readSources } from '../sources.ts';
import { bystanders, distract, fill } from './distract.ts';
import { AS_OF, SEVERITIES } from './facts.ts';
import { CYBER_LAYOUTS } from './layouts.ts';
import { CYBER_RULE_SET } from './rules.ts';
import { solveCase } from './solver-b/solve.ts';
import { tableDocuments } from './tables.ts';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const INTRODUCTION = [
  'The files of this folder belong to one case of the system `payments` in February 2026.',
  'Records of other systems are not part of it, and neither are events, logons, outages and maintenance windows of other months (by their time or start).',
  'Records of the kind `given` are values that have been established already: use them as they are and do not derive them again.',
  'A rule that asks for something of which the folder has no record does not apply; a record without a field does not meet a condition on it.',
  'All times are UTC, written as 2026-02-03T14:05:00Z. A set of records is written as their ids in order of their numbers, separated by single spaces.',
].join('\n');

export const CYBER_PACK: Pack = {
  name: 'cyber',
  domain: 'cybersecurity',
  version: '2026.1',
  set: CYBER_RULE_SET,
  sources: readSources(here('rules.json')),
  asOf: AS_OF,
  introduction: INTRODUCTION,
  words: { base_severity: SEVERITIES, severity: SEVERITIES },
  layouts: CYBER_LAYOUTS,
  documents: async () => [...(await readDocuments(here('docs'))), ...(await tableDocuments())],
  distract,
  fill,
  bystanders,
  solve: solveCase,
};
