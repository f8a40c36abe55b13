/**
 * Python files of rules. Beside its one function an induced rule has nothing but imports at
 * top level, so that rules can stand in one file without one changing what another means;
 * in a user's file rules may share helpers and constants, which stay with them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { UserError } from '../../errors.ts';
import { writeTextAtomically } from '../../files/atomic-write.ts';
import type { InducedRule } from './bank.ts';
import { pythonBlocks, type PythonBlock } from './python-blocks.ts';

const IMPORT = /^(?:import|from)\s/;
const DEFINITION = /^def\s+rule_\w*\s*\(/;
/** Where a parameter list goes over several lines, its end is not indented. */
const ALLOWED = [IMPORT, DEFINITION, /^#/, /^\)/, /^\s/];

/** The first line at top level that a rule may not have, or null. */
export function strayLine(source: string): string | null {
  const lines = source.split('\n').filter((line) => line.trim() !== '');
  return lines.find((line) => !ALLOWED.some((form) => form.test(line))) ?? null;
}

/**
 * Texts of the rules in a file, each of which can stand alone: with the imports and comments before it, and with the
 * imports, helpers and constants that it needs from elsewhere in the file. Another rule that it calls is not among them.
 */
export function splitRules(text: string): string[] {
  const blocks = pythonBlocks(text);
  return blocks.flatMap((block, place) => (block.kind === 'rule' ? [textOf(partsOf(blocks, place))] : []));
}

function textOf(blocks: readonly PythonBlock[]): string {
  return `${blocks.map((block) => block.text).join('').trim()}\n`;
}

/** The blocks of the rule at this place, in the order of the file. */
function partsOf(blocks: readonly PythonBlock[], place: number): PythonBlock[] {
  const parts = new Set([...ownImports(blocks, place), blocks[place]!]);
  const shared = blocks.filter(({ kind }) => kind !== 'rule');
  // What is needed may need more in turn.
  for (let before = 0; before < parts.size; ) {
    before = parts.size;
    const mentioned = new Set([...parts].flatMap(({ mentions }) => [...mentions]));
    for (const block of shared) if (block.defines === null || block.defines.some((name) => mentioned.has(name))) parts.add(block);
  }
  const helpers = [...parts].filter(({ kind }) => kind !== 'rule').sort((a, b) => blocks.indexOf(a) - blocks.indexOf(b));
  // Rules that were put into one file may each have brought the same import.
  const texts = helpers.map(({ text }) => text.trim());
  return [...helpers.filter((_, index) => texts.indexOf(texts[index]!) === index), blocks[place]!];
}

function ownImports(blocks: readonly PythonBlock[], place: number): readonly PythonBlock[] {
  const before = blocks.slice(0, place);
  return before.slice(before.findLastIndex(({ kind }) => kind === 'rule') + 1).filter(({ kind }) => kind === 'import');
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

/** Writes the rules that have Python texts, in their order; a helper that several of them share stands once. */
export function writeRuleFile(path: string, rules: readonly InducedRule[]): void {
  const written = new Set<string>();
  const isNew = ({ kind, text }: PythonBlock): boolean => kind !== 'other' || !written.has(text.trim());
  const texts = rules.flatMap(({ source }) => {
    if (source === null) return [];
    const blocks = pythonBlocks(source).filter(isNew);
    for (const { text } of blocks) written.add(text.trim());
    return [textOf(blocks)];
  });
  writeTextAtomically(path, texts.join('\n\n'));
}
