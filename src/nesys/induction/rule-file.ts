/**
 * Python files of rules that were induced one by one. Beside its one function a rule has
 * nothing but imports at top level, so that rules can stand in one file without one
 * changing what another means.
 */
import { existsSync, readFileSync } from 'node:fs';
import { UserError } from '../../errors.ts';
import { writeTextAtomically } from '../../files/atomic-write.ts';
import type { InducedRule } from './bank.ts';

const IMPORT = /^(?:import|from)\s/;
const DEFINITION = /^def\s+rule_\w*\s*\(/;
/** Where a parameter list goes over several lines, its end is not indented. */
const ALLOWED = [IMPORT, DEFINITION, /^#/, /^\)/, /^\s/];

/** The first line at top level that a rule may not have, or null. */
export function strayLine(source: string): string | null {
  const lines = source.split('\n').filter((line) => line.trim() !== '');
  return lines.find((line) => !ALLOWED.some((form) => form.test(line))) ?? null;
}

/** Texts of the rules in a file: each with the imports and comments that stand before it. */
export function splitRules(text: string): string[] {
  const pieces: string[][] = [];
  let defined = true;
  for (const line of text.split('\n')) {
    const begins = IMPORT.test(line) || DEFINITION.test(line) || line.startsWith('#');
    if (begins && defined) {
      pieces.push([]);
      defined = false;
    }
    defined ||= DEFINITION.test(line);
    pieces.at(-1)?.push(line);
  }
  return pieces.filter((piece) => piece.some((line) => DEFINITION.test(line))).map((piece) => `${piece.join('\n').trim()}\n`);
}

/** The text of the rule with this name; null where the file has none. */
export function ruleText(text: string, id: string): string | null {
  return splitRules(text).find((piece) => new RegExp(`^def\\s+${id}\\s*\\(`, 'm').test(piece)) ?? null;
}

/** @throws UserError where there is no such file */
export function readRuleFile(path: string): string {
  if (existsSync(path)) return readFileSync(path, 'utf8');
  throw UserError.of({ expected: 'a Python file of rules', got: 'no such file', where: { file: path }, fix: 'check the path' });
}

/** Writes the rules that have Python texts, in their order. */
export function writeRuleFile(path: string, rules: readonly InducedRule[]): void {
  writeTextAtomically(path, rules.flatMap(({ source }) => (source === null ? [] : [`${source.trim()}\n`])).join('\n\n'));
}
