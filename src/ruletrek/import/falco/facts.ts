/** Holds the names and priorities of the cybersecurity pack against Falco's rule files, and its parameters against the controls of SP 800-53. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readFormat } from '../../formats/read.ts';
import { Sha256 } from '../../formats/vocabulary.ts';
import { sha256 } from '../../core/canonical.ts';
import * as lists from '../../packs/cyber/rules/lists.ts';
import { CYBER_SETTINGS } from '../../packs/cyber/parameters.ts';
import { expandLists } from './evaluate.ts';
import { readFalcoFiles, type FalcoFile } from './files.ts';
import { parseCondition, partsOf } from './parse.ts';

const Upstream = z.strictObject({
  files: z.record(z.string(), z.strictObject({ project: z.string(), commit: z.string(), sha256: Sha256, licence: z.string() })),
  facts: z.array(
    z.strictObject({
      rule: z.string(), list: z.string(), file: z.string(), kind: z.enum(['list', 'macro']), name: z.string(), line: z.int(),
      /** Ours is all of theirs, or a part of it. */
      relation: z.enum(['equal', 'part']),
    }),
  ),
  priorities: z.array(z.strictObject({ rule: z.string(), file: z.string(), name: z.string(), priority: z.string() })),
});
type Upstream = z.infer<typeof Upstream>;

const UPSTREAM = readFormat(fileURLToPath(new URL('../../packs/cyber/upstream.json', import.meta.url)), Upstream);
const OURS: Readonly<Record<string, readonly (string | number)[]>> = lists;

/** Differences in words; null where the folder is not there. */
export function compareCyberFacts(folder: string): string[] | null {
  const files = readFalcoFiles(folder);
  if (files === null) return null;
  const byPath = new Map(files.map((file) => [file.path, file]));
  const hashes = Object.entries(UPSTREAM.files).flatMap(([path, { sha256: hash, commit }]) => (sha256(readFileSync(join(folder, path))) === hash ? [] : [`${path}: another version than ${commit}`]));
  const facts = UPSTREAM.facts.flatMap((fact) => compareList(fact, byPath.get(fact.file)!, readFileSync(join(folder, fact.file), 'utf8').split('\n')));
  const priorities = UPSTREAM.priorities.filter(({ file, name, priority }) => byPath.get(file)!.priorities.get(name) !== priority).map(({ rule }) => `${rule}: another priority upstream`);
  return [...hashes, ...facts, ...priorities, ...(compareControls() ?? [])];
}

function compareList({ list, kind, name, line, relation }: Upstream['facts'][number], file: FalcoFile, lines: readonly string[]): string[] {
  const theirs = new Set(kind === 'list' ? expandLists([name], file.lists) : macroValues(file, name));
  const ours = (OURS[list] ?? []).map(String);
  const missing = ours.filter((value) => !theirs.has(value));
  const place = lines[line - 1]?.includes(`${kind}: ${name}`) === true ? [] : [`${name}: not at line ${line} of ${file.path}`];
  const rest = relation === 'equal' && ours.length !== theirs.size ? [`${list}: ${ours.length} names, upstream ${theirs.size}`] : [];
  return [...place, ...rest, ...missing.map((value) => `${list}: ${value} is not in ${name}`)];
}

function macroValues(file: FalcoFile, name: string): string[] {
  const macro = file.conditions.find((condition) => condition.kind === 'macro' && condition.name === name);
  if (macro === undefined) return [];
  return partsOf(parseCondition(macro.text)).flatMap((part) => (part.kind === 'test' ? expandLists(part.values, file.lists) : []));
}

const CONTROLS = '../shared/ruletrek/cyber-oscal';
const CATALOG = 'NIST_SP-800-53_rev5_LOW-baseline-resolved-profile_catalog-min.json';
const PROFILE = 'NIST_SP-800-53_rev5_MODERATE-baseline_profile.json';

/** Controls and parameters of the settings that neither the LOW catalog nor the MODERATE profile has; null without the files. */
export function compareControls(folder = CONTROLS): string[] | null {
  if (!existsSync(folder)) return null;
  const catalog = readFileSync(join(folder, CATALOG), 'utf8');
  const profile = readFileSync(join(folder, PROFILE), 'utf8');
  return Object.entries(CYBER_SETTINGS).flatMap(([name, { control, upstream }]) => {
    const inCatalog = catalog.includes(`"id":"${control}"`);
    if (!inCatalog && !profile.includes(`"${control}"`)) return [`${name}: no control ${control}`];
    return inCatalog && upstream !== '' && !catalog.includes(`"id":"${upstream}"`) ? [`${name}: no parameter ${upstream}`] : [];
  });
}
