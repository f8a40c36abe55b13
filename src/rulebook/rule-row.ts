/**
 * A row of a file, or an object of a request, as a rule. Known are
 *
 * - `premise` and `conclusion`;
 * - one text, which is split: `text`, `rule`, or `nl` of a RuleWorld table, or a line that is a JSON string;
 * - KBLaM's rows: `description` is the conclusion, `key_string` (else "the <description_type> of <name>") the premise;
 * - RuleWorld's structured rules (`relation` and its words).
 *
 * An `id` may stand beside any of them. Other fields are not looked at.
 */
import { ruleText as ruleWorldText } from '../ruleworld/rule-text.ts';
import { ruleSchema } from '../ruleworld/dataset/structure-schema.ts';
import { splitRule, withoutFullStop, type RuleContent } from './rule.ts';

/** A rule that may not have been named yet. */
export interface RuleDraft extends RuleContent {
  readonly id: string | null;
}

/** The rule, or what is wrong with the row. */
export type RowResult = { readonly draft: RuleDraft } | { readonly fault: string };

type Fields = Readonly<Record<string, unknown>>;

const TEXT_FIELDS = ['text', 'rule', 'nl'] as const;
/** Longer ones are files pasted into a cell, not rules. */
const MAX_LENGTH = 2_000;

export function ruleOfRow(row: unknown): RowResult {
  if (typeof row === 'string') return fromText(row, null);
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return { fault: `expected an object or a text, got ${JSON.stringify(row)}` };
  const fields = row as Fields;
  const id = idOf(fields['id']);
  if (id instanceof Error) return { fault: id.message };
  return fromFields(fields, id);
}

function fromFields(fields: Fields, id: string | null): RowResult {
  if (has(fields, 'premise') || has(fields, 'conclusion')) return fromParts(fields['premise'], fields['conclusion'], id);
  const text = TEXT_FIELDS.find((name) => has(fields, name));
  if (text !== undefined) return fromText(fields[text], id);
  if (has(fields, 'description')) return fromParts(kblamPremise(fields), fields['description'], id);
  if (has(fields, 'relation')) return fromStructure(fields, id);
  return { fault: `no premise and conclusion, and no text; the fields are: ${Object.keys(fields).join(', ') || 'none'}` };
}

function has(fields: Fields, name: string): boolean {
  return fields[name] !== undefined && fields[name] !== null;
}

/** Numbers are ids too, be they JSON's or Arrow's. */
function idOf(value: unknown): string | null | Error {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))) return String(value);
  if (typeof value === 'string' && value.trim() === value && value.length <= 200) return value;
  return new Error(`an id is a whole number or a text of at most 200 characters, got ${JSON.stringify(value)}`);
}

function fromParts(premise: unknown, conclusion: unknown, id: string | null): RowResult {
  const parts = { premise, conclusion };
  for (const [name, value] of Object.entries(parts)) {
    if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) return { fault: `a rule without a ${name}` };
    if (typeof value !== 'string') return { fault: `${name} is a text, got ${JSON.stringify(value)}` };
    if (value.length > MAX_LENGTH) return { fault: `${name} has ${value.length} characters, more than ${MAX_LENGTH}` };
  }
  return { draft: { id, premise: oneLine(premise as string), conclusion: withoutFullStop(oneLine(conclusion as string)) } };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function fromText(text: unknown, id: string | null): RowResult {
  if (typeof text !== 'string') return { fault: `a rule is a text, got ${JSON.stringify(text)}` };
  const parts = splitRule(text);
  if (parts === null) return { fault: `a rule without a premise: ${JSON.stringify(text)}; write "If …, …" or "… ⇒ …"` };
  return fromParts(parts.premise, parts.conclusion, id);
}

function kblamPremise(fields: Fields): unknown {
  if (has(fields, 'key_string')) return fields['key_string'];
  const [type, name] = [fields['description_type'], fields['name']];
  return typeof type === 'string' && typeof name === 'string' && name.trim() !== '' ? `the ${type} of ${name}` : undefined;
}

function fromStructure(fields: Fields, id: string | null): RowResult {
  const parsed = ruleSchema.safeParse({ ...fields, id: 0 });
  if (parsed.success) return fromText(ruleWorldText(parsed.data).NL, id);
  const [issue] = parsed.error.issues;
  return { fault: `not a rule of RuleWorld: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}` };
}
