/** The tax pack: individual income tax returns for 2025. */
import { fileURLToPath } from 'node:url';
import { readDocuments } from '../documents.ts';
import type { Pack } from '../pack.ts';
import { readSources } from '../sources.ts';
import { bystanders, distract, fill } from './distract.ts';
import { TAX_LAYOUTS } from './layouts.ts';
import { TAX_RULE_SET } from './rules.ts';
import { solveReturn } from './solver-b/solve.ts';
import { tableDocuments } from './tables.ts';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const INTRODUCTION = [
  'The files of this folder belong to one individual income tax return for the year 2025.',
  'Records of another year, and of persons who are not on the return, are not part of it; a spouse is on the return only where its status is joint.',
  'Records of the kind `given` are values that have been established already: use them as they are and do not derive them again.',
  'A rule that asks for something of which the folder has no record does not apply. Amounts are in dollars and are stated to the cent; each rule says how it rounds.',
].join('\n');

export const TAX_PACK: Pack = {
  name: 'tax',
  domain: 'tax',
  version: '2025.1',
  set: TAX_RULE_SET,
  sources: readSources(here('rules.json')),
  asOf: '2026-03-02',
  introduction: INTRODUCTION,
  layouts: TAX_LAYOUTS,
  documents: async () => [...(await readDocuments(here('docs'))), ...(await tableDocuments())],
  distract,
  fill,
  bystanders,
  solve: solveReturn,
};
