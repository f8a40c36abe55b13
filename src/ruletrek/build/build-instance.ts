/** One instance: generate, write, verify; draw again until every check passes (paper, Table 7). */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { randomStream } from '../../random.ts';
import { canonicalJson, sha256 } from '../core/canonical.ts';
import type { GoldVerify } from '../formats/gold.ts';
import { FORMAT_VERSION } from '../formats/vocabulary.ts';
import { draftInstance, type Draft, type PackContext } from '../instance/draft.ts';
import { LAYOUT } from '../instance/layout.ts';
import { compose, type Target } from '../scenario/compose.ts';
import { verifyInstance, type Verification } from '../verify/verify-instance.ts';

/** Compositions that are tried for one instance. */
const ATTEMPTS = 200;

export interface BuiltInstance {
  readonly draft: Draft;
  readonly structure: string;
  readonly rounds: number;
}

export interface InstanceOrder {
  readonly id: string;
  readonly target: Target;
  readonly seed: string;
  /** Structures that other instances have. */
  readonly taken: ReadonlySet<string>;
}

/**
 * Writes the first draft that passes all checks into `folder`.
 * @throws Error where no draft does, with what the last one failed
 */
export async function buildInstance(context: PackContext, folder: string, { id, target, seed, taken }: InstanceOrder): Promise<BuiltInstance> {
  let [rounds, last] = [0, 'no composition of this size'];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const stream = `${seed}/${id}/${attempt}`;
    const composition = compose(context.engine, randomStream(stream), target);
    if (composition === null) continue;
    rounds += 1;
    const draft = await draftInstance(context, id, composition, stream);
    const structure = structureOf(draft);
    if (taken.has(structure)) continue;
    writeDraft(folder, draft.files);
    const verification = await verifyInstance(context, folder);
    if (verification.passed) {
      writeVerification(folder, verification, rounds);
      return { draft, structure, rounds };
    }
    last = verification.checks.flatMap(({ check, failures }) => failures.map((failure) => `${check}: ${failure}`)).join('; ');
  }
  throw new Error(`${id}: no draft passed in ${ATTEMPTS} attempts; the last one failed ${last}`);
}

/** Instances with the same rules, edges and question are one structure. */
function structureOf({ graph, scenario }: Draft): string {
  const edges = graph.edges.map(({ from, to, type }) => `${from} ${to} ${type}`).sort();
  return sha256(canonicalJson([graph.nodes.map(({ id }) => id).sort(), edges, [...scenario.asked].sort()]));
}

function writeDraft(folder: string, files: ReadonlyMap<string, Uint8Array>): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
}

function writeVerification(folder: string, { checks, survivors, mutants }: Verification, rounds: number): void {
  const file: GoldVerify = { format: FORMAT_VERSION, checks: [...checks], survivors: [...survivors], mutants, rounds };
  writeFileSync(join(folder, LAYOUT.goldVerify), `${JSON.stringify(file, null, 2)}\n`);
}
