/** A rule repository in files, RuleWorld's or of outside data: random access to rules and their texts. */
import { join } from 'node:path';
import type { Table, Vector } from 'apache-arrow';
import { UserError } from '../../errors.ts';
import { parseJson } from './json-cell.ts';
import { readArrowFolder } from './read-arrow.ts';
import { RULE_COLUMNS, RULE_TEXT_COLUMNS } from './schema.ts';
import { ruleSchema } from './structure-schema.ts';
import { CONFIG_KEY } from './write-arrow.ts';
import type { Relation, Representation, Rule } from '../types.ts';

/** Rules by position; the position is the rule's id. */
export interface RuleRepository {
  readonly folder: string;
  readonly length: number;
  /** The configuration that made the rules, as JSON text; null where another program rewrote the files. */
  readonly config: string | null;
  text(id: number, representation: Representation): string;
}

/** Rules of RuleWorld, which are structures as well as texts. */
export interface WorldRules extends RuleRepository {
  rule(id: number): Rule;
  relation(id: number): Relation;
}

/**
 * Opens the rules of a folder; nothing is decoded before it is asked for.
 *
 * @throws UserError for missing, truncated or foreign files, and for ids that
 * are not 0, 1, 2, …
 */
export function readRules(folder: string): RuleRepository {
  return textsOf(folder, readArrowFolder(folder, RULE_TEXT_COLUMNS));
}

/** The same for RuleWorld's own rules. */
export function readWorldRules(folder: string): WorldRules {
  const table = readArrowFolder(folder, RULE_COLUMNS);
  const structures = textVector(table, 'structure');
  const relations = textVector(table, 'relation');
  return {
    ...textsOf(folder, table),
    rule: (id) => parseJson(cell(structures, id), ruleSchema, { file: folder, key: `structure of rule ${id}` }, 'a rule'),
    relation: (id) => cell(relations, id) as Relation,
  };
}

function textsOf(folder: string, table: Table): RuleRepository {
  checkIds(folder, table);
  const texts = { FOL: textVector(table, 'fol'), NL: textVector(table, 'nl') };
  return {
    folder,
    length: table.numRows,
    config: table.schema.metadata.get(CONFIG_KEY) ?? null,
    text: (id, representation) => cell(texts[representation], id),
  };
}

/** All rules of a repository as objects, in the order of their ids. */
export function allRules(repository: WorldRules): Rule[] {
  return Array.from({ length: repository.length }, (_, id) => repository.rule(id));
}

function textVector(table: Table, name: string): Vector {
  const vector = table.getChild(name);
  if (vector === null) throw new Error(`no column ${name}`); // excluded by readArrowFolder
  return vector;
}

function cell(vector: Vector, row: number): string {
  if (row < 0 || row >= vector.length) throw new RangeError(`row ${row} is outside 0 … ${vector.length - 1}`);
  return vector.get(row) as string;
}

function checkIds(folder: string, table: Table): void {
  const ids = textVector(table, 'id').toArray() as Int32Array;
  const wrong = ids.findIndex((id, row) => id !== row);
  if (wrong === -1) return;
  throw UserError.of({
    expected: 'rule ids 0, 1, 2, … in order',
    got: `id ${ids[wrong]} in row ${wrong}`,
    where: { file: join(folder, 'data-*.arrow'), key: 'id' },
    fix: 'number the rules anew, or generate the folder again',
  });
}
