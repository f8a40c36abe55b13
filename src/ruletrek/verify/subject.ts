/** What is checked: an instance as it lies on disk, parsed anew, and its pack. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectValue } from '../core/values.ts';
import { GIVEN, type Facts, type FactRecord, type Value } from '../core/facts.ts';
import type { CheckResult, Stage } from '../formats/gold.ts';
import type { PackContext } from '../instance/draft.ts';
import { LAYOUT } from '../instance/layout.ts';
import { readInstance, type Instance } from '../instance/read.ts';
import { readRuleTables, readWorkspace } from '../instance/workspace.ts';
import { typeOf, type Pack } from '../packs/pack.ts';
import type { ReadTables } from '../render/table.ts';
import { factsFrom } from '../scenario/files.ts';
import { scenarioOf, type Scenario } from '../scenario/state.ts';

export interface Subject {
  readonly context: PackContext;
  readonly instance: Instance;
  readonly records: ReadTables;
  readonly ruleTables: Readonly<Record<string, ReadTables>>;
  readonly facts: Facts;
  /** The scenario by solver A from the parsed files; null where other rules apply than the gold graph has. */
  readonly scenario: Scenario | null;
}

export async function readSubject(context: PackContext, folder: string): Promise<Subject> {
  const instance = await readInstance(folder);
  const { records } = await readWorkspace(context.pack, folder);
  const facts = factsFrom(context.pack, records);
  const scenario = scenarioOf(context.engine, facts, new Set(instance.graph.nodes.map(({ id }) => id)));
  return { context, instance, records, ruleTables: await readRuleTables(folder), facts, scenario };
}

/** Facts of a kept stage S_t. */
export function stageFacts(pack: Pack, { facts }: Stage): Facts {
  const records = new Map<string, FactRecord>();
  for (const [id, value] of Object.entries(facts)) {
    const [subject, field] = id.split('.') as [string, string];
    const kind = subject === GIVEN ? GIVEN : kindOf(pack, subject, field);
    const type = kind === GIVEN ? typeOf(pack.set.rules, field) : pack.set.types[kind]![field]!;
    const old: Readonly<Record<string, Value>> = records.get(subject)?.fields ?? {};
    records.set(subject, { subject, kind, fields: { ...old, [field]: expectValue(type, String(value), id) } });
  }
  return [...records.values()];
}

/** `w2-1` is of kind w2; `taxpayer` and `dependent-1` are of the kind that has the field. */
function kindOf({ set }: Pack, subject: string, field: string): string {
  const kind = subject.replace(/-\d+$/, '');
  return set.types[kind] === undefined ? (Object.keys(set.types).find((other) => set.types[other]![field] !== undefined) as string) : kind;
}

/** Texts of the workspace's files, binary ones as the text of their cells. */
export function workspaceTexts({ records, instance }: Subject, paths: readonly string[]): string[] {
  const cells = Object.values(records).flatMap((rows) => rows.flatMap((row) => Object.values(row)));
  const texts = paths.filter((path) => !/\.(xlsx|docx|sqlite)$/.test(path)).map((path) => readFileSync(join(instance.folder, LAYOUT.workspace, path), 'utf8'));
  return [...cells, ...texts];
}

/** Statements that were tried, and the words of those that failed. */
export function resultOf(check: CheckResult['check'], statements: readonly (string | null)[]): CheckResult {
  const failures = statements.filter((statement) => statement !== null);
  return { check, passed: failures.length === 0, tried: statements.length, failures };
}
