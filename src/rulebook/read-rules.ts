/** A file of rules, checked whole: every fault is named with its line before any rule is used. */
import { UserError } from '../errors.ts';
import { clashText, findClashes } from './clash.ts';
import { readRows, type FileRow } from './read-rows.ts';
import type { OwnRule } from './rule.ts';
import { ruleOfRow, type RuleDraft } from './rule-row.ts';

/** Faults that are printed; the rest are counted. */
const SHOWN = 20;

const FIX = '  fix: mend these lines; docs/own-rules.md says what a rule needs';

interface Placed<T> {
  readonly value: T;
  readonly line: number;
}

/**
 * Reads .jsonl, .json, .csv, .arrow or .parquet; rules without an id are numbered by their place, from 1.
 *
 * @throws UserError for an unreadable or empty file, rules without a premise, duplicates and conflicts
 */
export async function readOwnRules(path: string): Promise<OwnRule[]> {
  const rows = await readRows(path);
  if (rows.length === 0) {
    throw UserError.of({ expected: 'at least one rule', got: 'an empty set', where: { file: path }, fix: 'write one rule a line, such as {"premise": "If A enters bridge", "conclusion": "it will become sleepy"}' });
  }
  const rules = named(requireDrafts(path, rows));
  const clashes = findClashes(rules.map(({ value }) => value));
  refuse(path, clashes.map(({ kind, at, other }) => {
    const [rule, before] = [rules[at] as Placed<OwnRule>, rules[other] as Placed<OwnRule>];
    return { line: rule.line, text: `${clashText(kind, rule.value, before.value)} (line ${before.line})` };
  }));
  return rules.map(({ value }) => value);
}

function requireDrafts(path: string, rows: readonly FileRow[]): Placed<RuleDraft>[] {
  const results = rows.map(({ value, line }) => ({ line, result: ruleOfRow(value) }));
  refuse(path, results.flatMap(({ line, result }) => ('fault' in result ? [{ line, text: result.fault }] : [])));
  return results.flatMap(({ line, result }) => ('draft' in result ? [{ line, value: result.draft }] : []));
}

/** A number that another rule has as its id is a fault that the check for clashes names. */
function named(drafts: readonly Placed<RuleDraft>[]): Placed<OwnRule>[] {
  return drafts.map(({ value, line }, at) => ({ line, value: { ...value, id: value.id ?? String(at + 1) } }));
}

function refuse(path: string, faults: readonly { readonly line: number; readonly text: string }[]): void {
  if (faults.length === 0) return;
  const shown = faults.slice(0, SHOWN).map(({ line, text }) => `  ${path}:${line}: ${text}`);
  const more = faults.length - shown.length;
  const head = `${path}: ${faults.length === 1 ? 'one fault' : `${faults.length} faults`} in the rules`;
  throw new UserError([head, ...shown, ...(more > 0 ? [`  … and ${more} more`] : []), FIX].join('\n'));
}
