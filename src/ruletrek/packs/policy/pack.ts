/** The policy pack: admission to a cluster, merging into a repository, and the terms of the platform that hosts it. */
import { fileURLToPath } from 'node:url';
import { readDocuments } from '../documents.ts';
import type { Pack } from '../pack.ts';
import { readSources } from '../sources.ts';
import { bystanders, distract, fill } from './distract.ts';
import { REVIEW_DAY } from './facts.ts';
import { POLICY_LAYOUTS } from './layouts.ts';
import { POLICY_RULE_SET } from './rules.ts';
import { LEVELS } from './rules/findings.ts';
import { solveReview } from './solver-b/solve.ts';
import { tableDocuments } from './tables.ts';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const INTRODUCTION = [
  `The files of this folder are about one service, named in the record \`service\`, and are reviewed on ${REVIEW_DAY}.`,
  'Only records of its namespace, its repository and its account count; records of a month count where it is the month of the service. Everything else belongs to other services or months.',
  'Records of the kind `given` are figures that have been established already: use them as they are and do not derive them again.',
  'A rule that asks for something of which the folder has no record does not apply. CPU is stated in millicores, memory in bytes, amounts in dollars to the cent.',
].join('\n');

export const POLICY_PACK: Pack = {
  name: 'policy',
  domain: 'software-policy',
  version: '2026.1',
  set: POLICY_RULE_SET,
  sources: readSources(here('rules.json')),
  asOf: REVIEW_DAY,
  introduction: INTRODUCTION,
  words: { level_floor: LEVELS.slice(1), enforced_level: LEVELS.slice(1) },
  layouts: POLICY_LAYOUTS,
  documents: async () => [...(await readDocuments(here('docs'))), ...(await tableDocuments())],
  distract,
  fill,
  bystanders,
  solve: solveReview,
};
