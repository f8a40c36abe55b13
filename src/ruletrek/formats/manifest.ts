/** `manifest.json` of a benchmark: what it was built from, every file's hash, means and bins. */
import { z } from 'zod';
import { Domain, FormatVersion, InstanceId, Sha256 } from './vocabulary.ts';

export const ManifestInstance = z.strictObject({
  id: InstanceId,
  domain: Domain,
  nodes: z.int().positive(),
  edges: z.int().nonnegative(),
  depth: z.int().nonnegative(),
  /** Hash of the graph's ids and edges together with what is asked: no two instances share it. */
  structure: Sha256,
});
export type ManifestInstance = z.infer<typeof ManifestInstance>;

export const Manifest = z.strictObject({
  format: FormatVersion,
  version: z.string(),
  seed: z.string(),
  packs: z.array(z.strictObject({ name: z.string(), version: z.string(), sha256: Sha256 })),
  /** Of `proposals.json` beside this file, where it was built with one. */
  proposals: Sha256.optional(),
  instances: z.array(ManifestInstance),
  means: z.strictObject({ nodes: z.number(), edges: z.number(), depth: z.number() }),
  bins: z.strictObject({ nodes: z.record(z.string(), z.int()), depth: z.record(z.string(), z.int()) }),
  /** Path below the benchmark's folder → SHA-256. */
  files: z.record(z.string(), Sha256),
});
export type Manifest = z.infer<typeof Manifest>;
