/** The procurement pack: a contracting process from its notice to the last payment, with releases and records as in OCDS. */
import { fileURLToPath } from 'node:url';
import { readDocuments } from '../documents.ts';
import type { Pack } from '../pack.ts';
import { readSources } from '../sources.ts';
import { bystanders, distract, fill } from './distract.ts';
import { AS_OF } from './facts.ts';
import { PROCUREMENT_LAYOUTS } from './layouts.ts';
import { PROCUREMENT_RULE_SET } from './rules.ts';
import { solveProcess } from './solver-b/solve.ts';
import { tableDocuments } from './tables.ts';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const INTRODUCTION = [
  'The files of this folder come from a purchasing office. One contracting process is in question, that of the record `process`; its `bidder` is the bidder under review.',
  'Records with another ocid belong to other processes, and records of other bidders to other bids; the records of the kind `rival` are the bids of the other bidders. Bids that were withdrawn and lots that were cancelled count for nothing, and turnovers count for the years 2023 to 2025.',
  'Records of the kind `given` are values that have been established already: use them as they are and do not derive them again.',
  'A rule that asks for something of which the folder has no record does not apply. Amounts are in dollars and are stated to the cent; times are in UTC, and the clock of the office is two hours ahead of it. Each rule says how it rounds.',
].join('\n');

export const PROCUREMENT_PACK: Pack = {
  name: 'procurement',
  domain: 'procurement',
  version: '2026.1',
  set: PROCUREMENT_RULE_SET,
  sources: readSources(here('rules.json')),
  asOf: AS_OF,
  introduction: INTRODUCTION,
  layouts: PROCUREMENT_LAYOUTS,
  documents: async () => [...(await readDocuments(here('docs'))), ...(await tableDocuments())],
  distract,
  fill,
  bystanders,
  solve: solveProcess,
};
