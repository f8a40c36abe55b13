/** A whole benchmark: the instances of every pack, and the manifest. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../core/canonical.ts';
import type { Manifest } from '../formats/manifest.ts';
import { FORMAT_VERSION } from '../formats/vocabulary.ts';
import type { PackContext } from '../instance/draft.ts';
import type { ProposalsFile } from '../proposals/file.ts';
import { filesBelow } from '../instance/layout.ts';
import { buildInstance } from './build-instance.ts';
import { summariseSizes, targetsFor } from './plan.ts';

export const BENCH_VERSION = '1';

export interface BenchOrder {
  readonly seed: string;
  /** Instances of each pack. */
  readonly count: number;
  /** Copied into the benchmark, which can be built anew from what is in it. */
  readonly proposals: ProposalsFile | null;
  /** Told after each instance. */
  readonly onInstance: (id: string, done: number, all: number) => void;
}

/** Name of the proposals in a benchmark's folder. */
export const PROPOSALS = 'proposals.json';

/** Fills an empty folder; the files depend on the packs, the seed, the count and the proposals alone. */
export async function buildBench(contexts: readonly PackContext[], folder: string, { seed, count, proposals, onInstance }: BenchOrder): Promise<Manifest> {
  if (proposals !== null) writeFileSync(join(folder, PROPOSALS), `${JSON.stringify(proposals, null, 2)}\n`);
  const instances: Manifest['instances'] = [];
  for (const context of contexts) {
    const taken = new Set<string>();
    for (const [i, target] of targetsFor(count).entries()) {
      const id = `${context.pack.name}-${String(i + 1).padStart(3, '0')}`;
      const { draft, structure } = await buildInstance(context, join(folder, 'instances', id), { id, target, seed, taken });
      taken.add(structure);
      const { nodes, edges, depth } = draft.graph;
      instances.push({ id, domain: context.pack.domain, nodes: nodes.length, edges: edges.length, depth, structure });
      onInstance(id, instances.length, contexts.length * count);
    }
  }
  const manifest = manifestOf(contexts, folder, seed, instances);
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

function manifestOf(contexts: readonly PackContext[], folder: string, seed: string, instances: Manifest['instances']): Manifest {
  const packs = contexts.map(({ pack, sha256: hash }) => ({ name: pack.name, version: pack.version, sha256: hash }));
  const files = Object.fromEntries(filesBelow(folder).map((path) => [path, sha256(readFileSync(join(folder, path)))]));
  const proposals = files[PROPOSALS] === undefined ? {} : { proposals: files[PROPOSALS] };
  return { format: FORMAT_VERSION, version: BENCH_VERSION, seed, packs, ...proposals, instances, ...summariseSizes(instances), files };
}
