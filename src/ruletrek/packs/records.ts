/** Drawing records that belong to the one thing that a scenario is about. */
import type { Facts, FactTypes, Value } from '../core/facts.ts';
import type { Binder } from '../core/rule.ts';
import { hasRows, rows } from './draw.ts';

type Fields = Readonly<Record<string, Value>>;

export interface OwnedRecords {
  /** A field of the thing's own record. */
  rootField(b: Binder, name: string): Value;
  /** Fields of a record of which there is one. */
  one(b: Binder, kind: string, fields: Fields): Facts;
  /** Rows of a kind; where it has rows already, none. */
  many(b: Binder, kind: string, list: readonly Fields[]): Facts;
}

/** @param owners fields of the root's record that records of other kinds repeat, where their kind has them */
export function recordsOwnedBy(root: string, owners: readonly string[], types: FactTypes): OwnedRecords {
  const rootField = ({ facts }: Binder, name: string): Value => {
    const value = facts.find(({ kind }) => kind === root)?.fields[name];
    if (value === undefined) throw new RangeError(`the ${root} has no ${name}`);
    return value;
  };
  const own = (b: Binder, kind: string): Fields => Object.fromEntries(owners.filter((name) => name in types[kind]!).map((name) => [name, rootField(b, name)]));
  return {
    rootField,
    one: (b, kind, fields) => [{ subject: `${kind}-1`, kind, fields: { ...own(b, kind), ...fields } }],
    many: (b, kind, list) => (hasRows(b, kind) ? [] : rows(b, kind, list.map((fields) => ({ ...own(b, kind), ...fields })))),
  };
}
