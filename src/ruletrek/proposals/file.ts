/** `proposals.json`: what a language model proposed for benchmarks and the checks let through. A build is a function of it, too. */
import { z } from 'zod';
import type { Facts, FactRecord, Value } from '../core/facts.ts';
import { toJson } from '../core/values.ts';
import { FormatVersion, FORMAT_VERSION, Sha256 } from '../formats/vocabulary.ts';
import type { Pack } from '../packs/pack.ts';
import { typedFacts } from './typed-record.ts';

const ProposedRecord = z.strictObject({
  subject: z.string().regex(/^[a-z][a-z0-9_-]*$/),
  kind: z.string(),
  fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type ProposedRecord = z.infer<typeof ProposedRecord>;

/** Records of a sub-scenario as JSON, the form of the file and of a model's reply. */
export const ProposedRecords = z.array(ProposedRecord).min(1);

export const PackProposals = z.strictObject({
  pack: z.string(),
  /** Of the pack that they were checked with. */
  sha256: Sha256,
  /** Introductions that may stand for the pack's own. */
  introductions: z.array(z.string().min(1)),
  /** Facts that make a rule bind. */
  subScenarios: z.array(z.strictObject({ rule: z.string(), records: ProposedRecords })),
});
export type PackProposals = z.infer<typeof PackProposals>;

export const ProposalsFile = z.strictObject({ format: FormatVersion, model: z.string(), packs: z.array(PackProposals) });
export type ProposalsFile = z.infer<typeof ProposalsFile>;

export function proposalsFile(model: string, packs: readonly PackProposals[]): ProposalsFile {
  return { format: FORMAT_VERSION, model, packs: [...packs] };
}

/** Sub-scenarios by rule, typed. @throws Error where the file was changed so that a record is none of the pack */
export function proposedFacts(pack: Pack, { subScenarios }: PackProposals): Map<string, Facts[]> {
  const byRule = new Map<string, Facts[]>();
  for (const { rule, records } of subScenarios) {
    const facts = typedFacts(pack, records);
    if (typeof facts === 'string') throw new Error(`${pack.name} ${rule}: ${facts}`);
    byRule.set(rule, [...(byRule.get(rule) ?? []), facts]);
  }
  return byRule;
}

/** The way back: facts as the file has them. */
export function recordsOf(facts: Facts): ProposedRecord[] {
  const fieldsOf = ({ fields }: FactRecord): ProposedRecord['fields'] =>
    Object.fromEntries(Object.entries(fields).map(([name, value]: [string, Value]) => [name, toJson(value) as string | number | boolean]));
  return facts.map((record) => ({ subject: record.subject, kind: record.kind, fields: fieldsOf(record) }));
}
