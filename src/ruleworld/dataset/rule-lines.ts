/**
 * Rules as lines of JSON: the structure of one rule a line, or an exported row
 * that holds it under `structure`. Ids may be left out: the line's position,
 * from 0, counts then.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { UserError } from '../../errors.ts';
import type { Rule } from '../types.ts';
import { parseJson } from './json-cell.ts';
import { ruleSchema } from './structure-schema.ts';

const lineSchema = z.record(z.string(), z.unknown());

/**
 * Reads all rules of a file.
 *
 * @throws UserError for an unreadable or empty file, and for a line that is no
 * rule (a missing premise or effect is named, with its line).
 */
export function readRuleLines(path: string): Rule[] {
  const lines = readText(path).split('\n');
  const rules = lines.flatMap((line, index) => (line.trim() === '' ? [] : [parseLine(line, index, path)]));
  if (rules.length > 0) return rules;
  throw UserError.of({
    expected: 'at least one rule',
    got: 'an empty file',
    where: { file: path },
    fix: 'write one rule a line, such as {"relation": "Env2State", "environment": "bridge", "state": {"word": "dizzy", "adverb": null}}',
  });
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw UserError.of(
      {
        expected: 'a readable file with one rule a line',
        got: cause instanceof Error ? cause.message : String(cause),
        where: { file: path },
        fix: 'check the path',
      },
      { cause },
    );
  }
}

function parseLine(text: string, index: number, path: string): Rule {
  const where = { file: path, line: index + 1 };
  const line = parseJson(text, lineSchema, where, 'a rule');
  const structure = line['structure'] ?? line;
  return parseJson(JSON.stringify({ id: index, ...(structure as object) }), ruleSchema, where, 'a rule');
}
