/** Builds a RuleTrek benchmark: instances of every pack, each verified, and the manifest. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../src/errors.ts';
import { writeFolderInTime } from '../src/files/atomic-write.ts';
import { buildBench } from '../src/ruletrek/build/build-bench.ts';
import type { Manifest } from '../src/ruletrek/formats/manifest.ts';
import { readFormat } from '../src/ruletrek/formats/read.ts';
import { openPack, PACKS, packNamed } from '../src/ruletrek/packs/registry.ts';
import { ProposalsFile } from '../src/ruletrek/proposals/file.ts';

export interface RuletrekBuildOptions {
  readonly output: string;
  readonly seed: string;
  /** Instances of each pack. */
  readonly count: number;
  /** Names of packs; all for none. */
  readonly packs: readonly string[];
  /** File that `ruletrek propose` wrote; null: wording and sub-scenarios of the program alone. */
  readonly proposals?: string | null;
  readonly print?: (line: string) => void;
}

/**
 * Writes the benchmark under a temporary name and renames it into place when it is complete.
 * @throws UserError for an unknown pack, and where `output` holds something that is no benchmark
 */
export async function run({ output, seed, count, packs, proposals: file = null, print = console.log }: RuletrekBuildOptions): Promise<Manifest> {
  checkOutput(output);
  const chosen = packs.length === 0 ? PACKS : packs.map(packNamed);
  const proposals = file === null ? null : readFormat(file, ProposalsFile);
  const contexts = await Promise.all(chosen.map((pack) => openPack(pack, proposals?.packs.find((own) => own.pack === pack.name) ?? null)));
  const onInstance = (id: string, done: number, all: number): void => print(`${done}/${all} ${id}`);
  const manifest = await writeFolderInTime(output, (folder) => buildBench(contexts, folder, { seed, count, proposals, onInstance }));
  const { nodes, edges, depth } = manifest.means;
  print(`${output}: ${manifest.instances.length} instances; on average ${nodes.toFixed(2)} rules, ${edges.toFixed(2)} edges, depth ${depth.toFixed(2)}`);
  return manifest;
}

function checkOutput(output: string): void {
  if (!existsSync(output) || existsSync(join(output, 'manifest.json'))) return;
  throw UserError.of({ expected: 'a new folder or an earlier benchmark', got: 'a folder without manifest.json', where: { file: output }, fix: 'name another folder, or remove this one' });
}
