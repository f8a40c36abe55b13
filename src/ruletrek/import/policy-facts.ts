/** Holds the policy pack's facts against the files that they come from. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../core/canonical.ts';
import { POLICY_NUMBERS } from '../packs/policy/parameters.ts';

export const UPSTREAM_FOLDER = '../shared/ruletrek';

export interface FactComparison {
  /** Facts whose file is at hand. */
  readonly compared: number;
  /** Facts whose file is not. */
  readonly absent: number;
  /** Differences in words. */
  readonly faults: readonly string[];
}

/** Every fact of the pack stands on its line of a file with the hash of its source. */
export function comparePolicyFacts(folder = UPSTREAM_FOLDER): FactComparison {
  const facts = Object.entries(POLICY_NUMBERS.parameters).flatMap(([name, { source, line, upstream }]) => {
    const file = POLICY_NUMBERS.sources[source ?? ''];
    return file === undefined || line === undefined ? [] : [{ name, line, upstream, file, path: join(folder, file.path) }];
  });
  const present = facts.filter(({ path }) => existsSync(path));
  const faults = present.flatMap(({ name, line, upstream, file, path }) => {
    const text = readFileSync(path, 'utf8');
    if (sha256(text) !== file.sha256) return [`${name}: ${file.path} is another version than ${file.commit}`];
    return text.split('\n')[line - 1]?.includes(upstream) === true ? [] : [`${name}: not at line ${line} of ${file.path}`];
  });
  return { compared: present.length, absent: facts.length - present.length, faults };
}
