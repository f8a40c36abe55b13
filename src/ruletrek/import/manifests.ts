/** Kubernetes resources as they are read from YAML. */
import { existsSync, readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { UserError } from '../../errors.ts';

const Resource = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  /** A review of an admission has none. */
  metadata: z
    .looseObject({
      name: z.string().default(''),
      namespace: z.string().optional(),
      labels: z.record(z.string(), z.unknown()).nullish(),
      annotations: z.record(z.string(), z.unknown()).nullish(),
    })
    .default({ name: '' }),
});
export type Resource = z.infer<typeof Resource>;

/** Every resource in a file, those of lists one by one; none where the file is not there. */
export function resourcesOf(path: string): Resource[] {
  if (!existsSync(path)) return [];
  return parseAllDocuments(readFileSync(path, 'utf8')).flatMap((document) => {
    const value: unknown = document.toJS();
    const items = fieldAt(value, 'items');
    return (Array.isArray(items) ? (items as unknown[]) : [value]).flatMap((one) => Resource.safeParse(one).data ?? []);
  });
}

/** What lies at a path such as `spec.template.spec`; undefined where something on it is missing. */
export function fieldAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined), value);
}

/**
 * The test suite of a policy library.
 * @throws UserError for a file of another shape
 */
export function readSuite<T>(path: string, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(parseAllDocuments(readFileSync(path, 'utf8'))[0]?.toJS());
  if (parsed.success) return parsed.data;
  throw UserError.of({ expected: 'a test suite as upstream has it', got: z.prettifyError(parsed.error), where: { file: path }, fix: 'restore the file, or take it away' });
}
