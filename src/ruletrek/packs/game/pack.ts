/** The game pack: a hero in one encounter, with the road there, the nights and the days between adventures, by the rules of a club. */
import { fileURLToPath } from 'node:url';
import { readDocuments } from '../documents.ts';
import type { Pack } from '../pack.ts';
import { readSources } from '../sources.ts';
import { bystanders, distract, fill } from './distract.ts';
import { AS_OF } from './facts.ts';
import { GAME_LAYOUTS } from './layouts.ts';
import { GAME_RULE_SET } from './rules.ts';
import { solveEncounter } from './solver-b/solve.ts';
import { tableDocuments } from './tables.ts';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const INTRODUCTION = [
  'The files of this folder come from a club of role-players. One hero in one encounter is in question, those of the record `hero`, which is the hero\'s sheet.',
  'Records with another hero or another encounter are not in question. Records that are dispelled, retracted, lost or gone count for nothing.',
  'Records of the kind `given` are values that have been established already: use them as they are and do not derive them again.',
  'A rule that asks for something of which the folder has no record does not apply. Dice were rolled in the order of the numbers in their ids. Prices are in copper, weights in pounds, distances in feet or miles, times in UTC; those of the story are written the same way. Each rule says how it rounds.',
].join('\n');

export const GAME_PACK: Pack = {
  name: 'game',
  domain: 'game-rules',
  version: '2026.1',
  set: GAME_RULE_SET,
  sources: readSources(here('rules.json')),
  asOf: AS_OF,
  introduction: INTRODUCTION,
  layouts: GAME_LAYOUTS,
  documents: async () => [...(await readDocuments(here('docs'))), ...(await tableDocuments())],
  distract,
  fill,
  bystanders,
  solve: solveEncounter,
};
