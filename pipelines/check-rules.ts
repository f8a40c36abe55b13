/** Checks that rules are consistent: a rules folder of the generator, or a file with one rule a line. */
import { statSync } from 'node:fs';
import { UserError } from '../src/errors.ts';
import { checkRules, type Finding } from '../src/ruleworld/checker.ts';
import { readRuleLines } from '../src/ruleworld/dataset/rule-lines.ts';
import { allRules, readWorldRules } from '../src/ruleworld/dataset/rules.ts';
import type { Rule } from '../src/ruleworld/types.ts';

/** Findings that are printed; the rest are counted. */
const SHOWN_FINDINGS = 20;

export interface CheckRulesOptions {
  /** A folder of rules (Arrow) or a file with one rule a line (JSON). */
  readonly path: string;
  readonly print?: (line: string) => void;
}

/**
 * Checks all rules and prints their number.
 *
 * @throws UserError where they conflict, with the first findings, and for unreadable input.
 */
export async function run(options: CheckRulesOptions): Promise<void> {
  const print = options.print ?? console.log;
  const rules = readAnyRules(options.path);
  const findings = checkRules(rules);
  if (findings.length > 0) throw inconsistent(options.path, findings);
  print(`${options.path}: ${rules.length} rules, consistent`);
}

function readAnyRules(path: string): Rule[] {
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  return isFile ? readRuleLines(path) : allRules(readWorldRules(path));
}

function inconsistent(path: string, findings: readonly Finding[]): UserError {
  const shown = findings.slice(0, SHOWN_FINDINGS).map((finding) => `  ${finding.message}`);
  const more = findings.length - shown.length;
  const lines = more > 0 ? [...shown, `  … and ${more} more`] : shown;
  return new UserError([`${path}: the rules are not consistent (findings: ${findings.length})`, ...lines].join('\n'));
}
