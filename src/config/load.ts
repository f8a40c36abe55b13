/**
 * Configuration files: YAML in, a checked object out. Every unknown or mistyped
 * key is named at once, with its file and line.
 */
import { stringify } from 'yaml';
import type { z } from 'zod';
import { UserError } from '../errors.ts';
import { describeFaults } from './faults.ts';
import { mergeMappings, overrideLayer, readFileLayers, type Layer, type Mapping } from './layers.ts';

/**
 * Reads a YAML file, the one file it may name under `extends` (relative to
 * itself), and `key.path=value` overrides, later ones winning, and checks the
 * result against the schema.
 *
 * @throws UserError for a missing file, bad YAML, or keys that the schema
 * refuses; the message lists all of them.
 */
export function loadYaml<T>(path: string, schema: z.ZodType<T>, overrides: readonly string[] = []): T {
  const layers: Layer[] = [...readFileLayers(path), ...overrides.map(overrideLayer)];
  const merged = layers.map((layer) => layer.data).reduce(mergeMappings, {} as Mapping);
  const result = schema.safeParse(merged, { reportInput: true });
  if (result.success) return result.data;
  throw new UserError(describeFaults(path, result.error.issues, layers));
}

/** YAML text from which `loadYaml` with the same schema gives the same object. */
export function dumpYaml(config: object): string {
  return stringify(config, { lineWidth: 0, aliasDuplicateObjects: false });
}
