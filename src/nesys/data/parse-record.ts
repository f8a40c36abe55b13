/** A record through its schema; a complaint names file, question and key. */
import { z } from 'zod';
import { faultAt, type QuestionPlace } from './evaluation-set.ts';

/** Log-probs and scores. */
export const finite = z.number({ error: 'a finite number' });
export const index = z.int({ error: 'a whole number' });

/** @throws UserError for the first key that the schema refuses */
export function parseRecord<T>(schema: z.ZodType<T>, value: unknown, at: QuestionPlace): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path ?? [];
  const got = path.reduce<unknown>((part, key) => (part as Record<PropertyKey, unknown> | undefined)?.[key], value);
  throw faultAt(at, pathText(path), expectedBy(issue), got === undefined ? 'nothing' : shortened(got));
}

function pathText(path: readonly PropertyKey[]): string {
  return path.map((key, i) => (typeof key === 'number' ? `[${key}]` : i === 0 ? String(key) : `.${String(key)}`)).join('');
}

function expectedBy(issue: z.core.$ZodIssue | undefined): string {
  return issue?.code === 'invalid_type' && issue.message.startsWith('Invalid input') ? issue.expected : (issue?.message ?? 'another value');
}

function shortened(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
