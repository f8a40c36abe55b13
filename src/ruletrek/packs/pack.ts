/** A domain's pack: executable rules, their documents, how a scenario looks as files, and a second solver. */
import type { Random } from '../../random.ts';
import type { Facts, FactRecord } from '../core/facts.ts';
import type { RuleModule, RuleSet, RuleSource } from '../core/rule.ts';
import type { JsonValue, Domain } from '../formats/vocabulary.ts';
import type { FileFormat, ReadTables } from '../render/table.ts';
import type { RuleDocument } from './documents.ts';

/** One file of a workspace and the kinds of records in it; a csv file has one. */
export interface LayoutFile {
  readonly path: string;
  readonly kinds: readonly string[];
  /** Where the domain has a form of its own; else the end of the name tells. */
  readonly format?: FileFormat;
}

/** Files as the second solver sees them. */
export interface SolverInput {
  /** Kind → rows as text. */
  readonly records: ReadTables;
  /** Path below `rules/` → tables of that document. */
  readonly documents: Readonly<Record<string, ReadTables>>;
}

/** Value by name as in answer.json. */
export type SolverOutput = Readonly<Record<string, JsonValue>>;

export interface Pack {
  readonly name: string;
  readonly domain: Domain;
  readonly version: string;
  readonly set: RuleSet;
  readonly sources: readonly RuleSource[];
  /** The day on which the question is asked. */
  readonly asOf: string;
  /** What the files are and which conventions hold, before the list of what is asked. */
  readonly introduction: string;
  /** The words of derived enums, by name. */
  readonly words?: Readonly<Record<string, readonly string[]>>;
  readonly layouts: readonly (readonly LayoutFile[])[];
  documents(): Promise<RuleDocument[]>;
  /** Records that look relevant and are not, for kinds that the scenario has. */
  distract(random: Random, facts: Facts): FactRecord[];
  /** Values for fields that rows of the scenario leave open. */
  fill(random: Random, facts: Facts): FactRecord[];
  /** Files that no rule has anything to do with. */
  bystanders(random: Random): { readonly path: string; readonly text: string }[];
  /** Solver B: written from the documents, without the rules' code. */
  solve(input: SolverInput): SolverOutput;
}

/** Label of a derived value. */
export function labelOf(name: string): string {
  return name.replaceAll('_', ' ');
}

/** Type of a derived value. */
export function typeOf(rules: readonly RuleModule[], name: string): RuleModule['emits'][string] {
  const type = rules.find(({ emits }) => emits[name] !== undefined)?.emits[name];
  if (type === undefined) throw new RangeError(`no rule emits ${name}`);
  return type;
}
