/** `runs/<id>/run.json`: what a run is, and the refusal to go on with something else under its name. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { dumpYaml } from '../../config/load.ts';
import { UserError } from '../../errors.ts';
import { writeJsonAtomically, writeTextAtomically } from '../../files/atomic-write.ts';
import { parseJson } from '../../files/parse-json.ts';
import { gitCommit } from '../../training/run-folder.ts';
import { differences } from '../../training/run-identity.ts';
import type { Agent } from '../agents/agent.ts';
import { FORMAT_VERSION } from '../formats/vocabulary.ts';
import type { TestedSandbox } from '../sandbox/require.ts';
import type { RunConfig } from './config.ts';

/** Name of the run folder: `<name>-<agent>`. */
export function runId({ name }: RunConfig, agent: Agent): string {
  return `${name}-${agent.name}`.replaceAll(/[^\w.-]+/g, '-').replace(/-+$/, '');
}

/**
 * Makes the folder, or opens it to go on.
 *
 * @returns its path
 * @throws UserError where it holds a run of another agent, benchmark or limit
 */
export function openRunFolder(config: RunConfig, agent: Agent, sandbox: TestedSandbox, root: string): string {
  const folder = join(root, runId(config, agent));
  const identity = plain({ agent: agent.identity, bench: benchHash(config.bench), limits: config.limits, isolated: sandbox.kind !== 'none' });
  requireSameRun(folder, identity);
  mkdirSync(folder, { recursive: true });
  writeTextAtomically(join(folder, 'config.yaml'), dumpYaml(config));
  const { kind, probes } = sandbox;
  const versions = { node: process.versions.node, commit: gitCommit() };
  writeJsonAtomically(join(folder, 'run.json'), { format: FORMAT_VERSION, agent: agent.name, identity, sandbox: { kind, probes }, versions, argv: process.argv.slice(2) });
  return folder;
}

function requireSameRun(folder: string, identity: unknown): void {
  if (!existsSync(join(folder, 'run.json'))) return;
  const saved = savedIdentity(folder);
  if (isDeepStrictEqual(saved, identity)) return;
  throw UserError.of({
    expected: 'the run folder of this agent, benchmark and limits',
    got: `one with other values: ${differences(saved, identity).join(', ')}`,
    where: { file: folder },
    fix: 'give this run another name (--set name=…), or delete the old folder',
  });
}

function savedIdentity(folder: string): { readonly bench?: unknown } | undefined {
  return (parseJson(readFileSync(join(folder, 'run.json'), 'utf8')) as { identity?: { bench?: unknown } } | undefined)?.identity;
}

/**
 * Ids of instances are the same in every benchmark: answers must not be held against another's gold.
 * @throws UserError where run.json names another benchmark
 */
export function requireSameBench(folder: string, bench: string): void {
  if (!existsSync(join(folder, 'run.json')) || savedIdentity(folder)?.bench === benchHash(bench)) return;
  throw UserError.of({
    expected: `a run on the benchmark ${bench}`,
    got: 'one on other files',
    where: { file: folder },
    fix: 'name the benchmark that was run: --bench …, or build it again as it was',
  });
}

/** Of the manifest, which has the hash of every file. */
function benchHash(bench: string): string {
  return createHash('sha256').update(readFileSync(join(bench, 'manifest.json'))).digest('hex');
}

/** As it is read back. */
function plain(value: object): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}
